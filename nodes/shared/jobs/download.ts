import type { BinaryHelperFunctions, IBinaryData, RequestHelperFunctions } from 'n8n-workflow';
import { HEAD_BYTES, MIME_TYPES, bareType, isMessage, mimeTypeOf } from '../service/fileType';
import { httpUrl, withoutSecrets, excerptOf, lastBytesOf, onlySeen, textOf } from '../service/values';
import { within, type Environment } from '../async/environment';
import { headOf, openFile, type Readable } from '../async/stream';
import type { Limit } from '../async/limit';
import { Failure, asError } from '../service/failure';
import { getOf } from '../service/nextStep';

/** They sum up to `LATE_MS`. A file that is a second late is saved after a second. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** A file may come after its record, as an address does (wait.ts). With twice, ten dead hosts hold all places for two minutes. */
const LATE_MS = 60_000;
/** As long as a read of the service. A host that stores files answers within seconds. */
const ANSWER_MS = 60_000;
/** A host that sends a byte now and then would never end. 60 kB a minute is slower than any line that carries videos. */
const SPEED_CHECK_MS = 60_000;
const LEAST_BYTES = 60_000;
/** The last try needs this long before n8n's time limit. With less, its pause would take the time of the file. */
const LAST_TRY_MS = 10_000;
const BYTES_PER_MB = 1_000_000;

export interface FileContext {
	helpers: Pick<RequestHelperFunctions, 'httpRequest'> & Pick<BinaryHelperFunctions, 'prepareBinaryData'>;
}

interface FileOptions extends Naming {
	/** *Get* takes them to read the job again. */
	job: Record<'id' | 'resource', string>;
	/** In MB; 0 is no limit. */
	maxFileSize: number;
	limit: Limit;
	/** Milliseconds since the epoch. */
	until: number;
	/** The time left for all files of the row. A host may send each of them slowly. */
	time: { leftMs: number };
	/** When the service deletes it, as an ISO date. */
	expiresAt?: string;
}

/** An error page with a status of success. */
const NO_MEDIA = /^\s*(?:text\/|application\/(?:\w+\+)?(?:json|xml)\b)/i;

/** Why a file could not be had, and what to do first. With that, another try would end the same way. */
type Reason = [why: string, toDo?: string, httpStatus?: number];

function refused({ job }: Pick<FileOptions, 'job'>, url: string, ...[why, toDo, httpStatus]: Reason) {
	const message = `The result at ${excerptOf(withoutSecrets(url), 300)} can't be downloaded: ${why}`;
	const first = toDo ?? (httpStatus === undefined ? 'Check that n8n reaches this host' : 'Wait some minutes');
	const description = `${first}, then save the result with ${getOf(job.resource)}, the ID ${job.id} and Download Result, which costs nothing. The service keeps it for 7 days.`;
	const again = toDo ? 'never' : 'later';
	return new Failure(message, 'readJob', { ...job, description, httpStatus }, { again });
}

function reasonOf(error: Error, hasTime: boolean): Reason {
	if (!hasTime) {
		const toDo = 'Raise Timeout Workflow in the settings of the workflow (in a tool, Tool Timeout)';
		return ['there was no time left for it', toDo];
	}
	const code = 'code' in error ? error.code : undefined;
	if (code === 'ENOSPC' || code === 'EDQUOT') return ['the disk of n8n is full', 'Free space there'];
	return [code === 'ETIMEDOUT' ? 'its host takes too long' : excerptOf(error.message, 300)];
}

/** The service may keep a result a little longer, so it is asked for once. */
export const expired = (why: string, expiresAt: string, httpStatus?: number) =>
	new Failure(`${why}. The service kept it until ${expiresAt}`, 'nothing', {
		...{ httpStatus, description: 'Download Result, or Get within seven days, saves a result in time.' },
	});

/** Asks for a late file again for a minute. @throws Failure when it can't be had */
export async function download(
	context: FileContext,
	{ signal, now, sleep }: Environment,
	url: string,
	options: FileOptions,
): Promise<IBinaryData> {
	const { limit, until, time, expiresAt } = options;
	if (!httpUrl(url)) throw refused(options, url, 'this is no http address', 'Wait an hour');
	const latest = now() + LATE_MS;
	for (let tries = 0; ; tries++) {
		try {
			return await limit(async () => {
				const began = now();
				const ms = Math.max(0, Math.min(time.leftMs, until - began));
				const fetch = async (whole: AbortSignal) => await fetchFile(context, whole, url, options);
				return await within(ms, signal, fetch).finally(() => (time.leftMs -= now() - began));
			});
		} catch (error) {
			if (signal?.aborted) throw asError(error);
			const reason = reasonOf(asError(error), now() < until);
			const refusal = error instanceof Failure ? error : refused(options, url, ...reason);
			if (refusal.again === 'never') throw refusal;
			if (expiresAt !== undefined && Date.parse(expiresAt) < now())
				throw expired(refusal.message, expiresAt, refusal.details.httpStatus);
			const pause = PAUSES_MS[tries] ?? Infinity;
			// Other files wait for a host that does not answer.
			if (now() >= latest || now() + pause + LAST_TRY_MS >= until) throw refusal;
			await sleep(pause);
		}
	}
}

async function fetchFile(
	{ helpers }: FileContext,
	whole: AbortSignal,
	url: string,
	{ maxFileSize, ...naming }: FileOptions,
): Promise<IBinaryData> {
	const ask = async () => await openFile(helpers, url, whole);
	const { statusCode: httpStatus, headers, body } = await within(ANSWER_MS, whole, ask);
	const mostBytes = maxFileSize === 0 ? Infinity : maxFileSize * BYTES_PER_MB;
	const no = (...why: Reason) => refused(naming, url, ...why);
	const tooLarge = no(`it is larger than ${maxFileSize} MB`, 'Raise Maximum File Size (MB)');
	const stream = watched(body, mostBytes, tooLarge, whole);
	// 204 and 206 are successes without the file, or with a part of it.
	if (httpStatus !== 200) throw no(`its host answered HTTP ${httpStatus}`, undefined, httpStatus);
	if (Number(headers['content-length']) > mostBytes) throw tooLarge;
	const head = await headOf(body, HEAD_BYTES);
	if (head.length === 0 && !body.readableAborted) throw no('its host gave an empty file');
	const isNone = isMessage(head) || NO_MEDIA.test(String(headers['content-type']));
	if (isNone && mimeTypeOf(head) === undefined) {
		throw no('its host gave a web page or a message instead of a file');
	}
	// It may have been given up meanwhile.
	if (stream.errored) throw stream.errored;
	const { name, mimeType } = fileOf(url, headers, naming, head);
	return await helpers.prepareBinaryData(stream, name, mimeType);
}

function watched(body: Readable, mostBytes: number, tooLarge: Error, ended: AbortSignal): Readable {
	let bytes = 0;
	// Counts unpacked content, because a small file can hold a large one.
	const stream = body.map((chunk: Uint8Array) => {
		bytes += chunk.length;
		if (bytes > mostBytes) throw tooLarge;
		return chunk;
	});
	// Does nothing to closed streams.
	const end = (reason: Error) => {
		stream.destroy(reason);
		body.destroy();
	};
	const checkSpeed = (before: number) => {
		AbortSignal.timeout(SPEED_CHECK_MS).addEventListener('abort', () => {
			if (bytes - before < LEAST_BYTES) end(new Error('it comes too slowly'));
			else checkSpeed(bytes);
		});
	};
	// A reader sees the error. Without a reader the stream has to end quietly.
	for (const each of [body, stream]) each.on('error', () => undefined);
	ended.addEventListener('abort', () => end(new Error('The download was ended')));
	checkSpeed(0);
	return stream;
}

/** File systems take names of 255 bytes, and an extension may follow. */
const LONGEST_NAME = 240;
const SAYS_NOTHING = /^(?:|(?:application|binary)\/octet-stream|application\/x-download)$/;

export interface Naming {
	fallbackExtension?: string;
	/** The reference, or the ID of the job. */
	called: string;
}

/** The extension comes from the address, unless the first bytes or the answer say that it is wrong. */
export function fileOf(
	url: string,
	headers: Readonly<Record<string, unknown>>,
	{ fallbackExtension, called }: Naming,
	head: Uint8Array = Buffer.alloc(0),
): { name: string; mimeType: string } {
	const header = bareType(textOf(headers['content-type']));
	const said = SAYS_NOTHING.test(header) ? undefined : header;
	const extension = /\.([a-z0-9]{1,5})$/i.exec(httpUrl(url)?.pathname ?? '')?.[1]?.toLowerCase();
	const byName = MIME_TYPES[extension ?? ''];
	const shown = mimeTypeOf(head, byName ?? said);
	const byKind = MIME_TYPES[fallbackExtension ?? ''];
	const mimeType = shown ?? said ?? byName ?? byKind ?? 'application/octet-stream';
	const isRight = byName !== undefined && byName === (shown ?? byName);
	const [ofType] = Object.entries(MIME_TYPES).find(([, type]) => type === (shown ?? said)) ?? [];
	const ending = isRight ? extension : (ofType ?? extension ?? fallbackExtension);
	// A slash in a reference is no folder.
	const seen = onlySeen(called.replace(/[\\/]/g, '-').replace(/[\p{Cs}"<>|?*:]/gu, '')).trim();
	const stem = /^\.*$/.test(seen) ? 'result' : lastBytesOf(seen, LONGEST_NAME);
	return { name: ending === undefined ? stem : `${stem}.${ending}`, mimeType };
}
