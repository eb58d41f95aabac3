import type { BinaryHelperFunctions, IBinaryData, RequestHelperFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isHttpUrl, withoutSecrets } from '../service/urls';
import { excerptOf, isObject } from '../service/values';
import { within } from '../async/deadline';
import { asError, ServiceError } from '../transport/errors';
import type { Environment } from '../async/environment';
import { fileOf } from './file';

const TRIES = 3;
const PAUSE_MS = 2_000;
/** Time for a host to begin its answer. */
const ANSWER_MS = 60_000;
/** At least this much of a file has to come each minute: a host that sends a byte now and then would never end. */
const LOOK_MS = 60_000;
const LEAST_BYTES = 60_000;
/** For a whole file: 300 MB, the most that the service takes, at 90 kB a second. */
const WHOLE_MS = 60 * 60_000;
/** The service takes videos of up to 300 MB, and results may be larger than their sources. */
const MOST_MB = 500;
const BYTES_PER_MB = 1_000_000;

/** The helpers of n8n that a download needs; every context that runs has them. */
export interface FileContext {
	helpers: Pick<RequestHelperFunctions, 'httpRequest'> & Pick<BinaryHelperFunctions, 'prepareBinaryData'>;
}

/** Limits and defaults for a file. */
interface FileLimits {
	/** In MB; 0 is no limit, and 500 the default. */
	maxFileSize?: number;
	/** Used when neither answer nor address names one. */
	fallbackExtension?: string;
}

/** The stream type that n8n takes as the content of a file. */
type Stream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Uint8Array>;

/** What n8n's HTTP helper returns for `encoding: 'stream'` and `returnFullResponse`. */
const streamedAnswer = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()),
	body: z.custom<Stream>((value) => isObject(value) && typeof value.destroy === 'function'),
});

/** An error page, or an error of the service or its storage, with a status of success: no result is of these types. */
const NO_MEDIA = /^\s*(?:text\/(?:html|xml)|application\/(?:\w+\+)?(?:json|xml))\b/i;

/** How a page or a message begins: no picture, video or sound begins so. */
const TEXT_START = /^\uFEFF?\s*(?:<[!?a-z]|\{\s*["}])/i;

const LATER =
	'Check that n8n reaches this host, and what a browser shows at this address. The result stays for 7 days after its completion: a Get with Download Result on saves it later.';

/** Why a file can't be had; `isFinal` tells whether another try would end the same way. */
export class FileRefused extends ServiceError {
	readonly isFinal: boolean;

	constructor(url: string, why: string, { isFinal = false, description = LATER, httpStatus }: Refusal = {}) {
		const message = `The result at ${excerptOf(withoutSecrets(url), 300)} can't be downloaded: ${why}`;
		super(message, { description, httpStatus });
		this.isFinal = isFinal;
	}
}
type Refusal = Partial<Pick<FileRefused, 'isFinal' | 'description' | 'httpStatus'>>;

/**
 * Saves a result as binary data of n8n, streamed: it is never held in memory (except by n8n itself, when set to keep
 * binaries there). The request carries no credential: the host is a media host, not the service.
 * @throws ServiceError when the file can't be had
 */
export async function download(
	context: FileContext,
	environment: Environment,
	url: string,
	limits: FileLimits,
): Promise<IBinaryData> {
	if (!isHttpUrl(url)) throw new FileRefused(url, 'this is no http address');
	const { signal } = environment;
	for (let tries = 1; ; tries++) {
		try {
			return await within(WHOLE_MS, signal, async (whole) => await fetchFile(context, whole, url, limits));
		} catch (error) {
			if (signal?.aborted) throw asError(error);
			const refused = error instanceof FileRefused ? error : new FileRefused(url, reasonOf(asError(error)));
			if (refused.isFinal || tries === TRIES) throw refused;
			await environment.sleep(PAUSE_MS * tries);
		}
	}
}

function reasonOf(error: Error): string {
	const isLate = 'code' in error && error.code === 'ETIMEDOUT';
	return isLate ? 'its host takes too long' : excerptOf(error.message, 300);
}

/** @param whole ends with the download: a stream that nobody has begun to read can't be ended otherwise */
async function fetchFile(
	{ helpers }: FileContext,
	whole: AbortSignal,
	url: string,
	{ maxFileSize = MOST_MB, fallbackExtension }: FileLimits,
): Promise<IBinaryData> {
	const ask = async (): Promise<unknown> =>
		await helpers.httpRequest({
			method: 'GET',
			url,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			abortSignal: whole,
		});
	const { statusCode: httpStatus, headers, body } = streamedAnswer.parse(await within(ANSWER_MS, whole, ask));
	const mostBytes = maxFileSize === 0 ? Infinity : maxFileSize * BYTES_PER_MB;
	const tooLarge = new FileRefused(url, `it is larger than ${maxFileSize} MB`, {
		isFinal: true,
		description:
			'Raise Maximum File Size (MB) under Options and read the result again with Get, or open its address by other means: it stays for 7 days.',
	});
	const noMedia = new FileRefused(url, 'its host gave a web page or a message instead of a file', {
		isFinal: true,
	});
	const stream = watched(body, { mostBytes, tooLarge, noMedia }, whole);
	// 204 and 206 are successes without the file, or with only a part of it.
	if (httpStatus !== 200) {
		const mayPass = httpStatus < 300 || httpStatus >= 500 || httpStatus === 408 || httpStatus === 429;
		throw new FileRefused(url, `its host answered HTTP ${httpStatus}`, { isFinal: !mayPass, httpStatus });
	}
	if (NO_MEDIA.test(String(headers['content-type']))) throw noMedia;
	if (Number(headers['content-length']) > mostBytes) throw tooLarge;
	if (await endsEmpty(body)) throw new FileRefused(url, 'its host gave an empty file');
	const { name, mimeType } = fileOf(url, headers, fallbackExtension);
	return await helpers.prepareBinaryData(stream, name, mimeType);
}

/** The same stream, which fails when it is no file, grows too large or comes too slowly; `ended` releases its connection. */
function watched(
	body: Stream,
	{ mostBytes, tooLarge, noMedia }: { mostBytes: number; tooLarge: Error; noMedia: Error },
	ended: AbortSignal,
): Stream {
	let bytes = 0;
	// Content that n8n unpacks is counted unpacked: a small file can hold a large one.
	const stream = body.map((chunk: Uint8Array) => {
		// Not every host says what it gives.
		if (bytes === 0 && TEXT_START.test(Buffer.from(chunk.subarray(0, 1_000)).toString())) throw noMedia;
		bytes += chunk.length;
		if (bytes > mostBytes) throw tooLarge;
		return chunk;
	});
	// Does nothing to streams that are closed.
	const end = (reason: Error) => {
		stream.destroy(reason);
		body.destroy();
	};
	const look = (before: number) => {
		AbortSignal.timeout(LOOK_MS).addEventListener('abort', () => {
			if (bytes - before < LEAST_BYTES) end(new Error('it comes too slowly'));
			else look(bytes);
		});
	};
	// A reader sees the error; without a reader the stream has to end quietly.
	for (const each of [body, stream]) each.on('error', () => undefined);
	ended.addEventListener('abort', () => end(new Error('The download was ended')));
	look(0);
	return stream;
}

/** Whether a stream ends without content; waits for its first bytes, and consumes none. */
async function endsEmpty(body: Stream): Promise<boolean> {
	if (body.readableLength === 0 && !body.readableEnded && !body.destroyed) {
		await new Promise<void>((resolve) => {
			for (const event of ['readable', 'end', 'close', 'error']) body.once(event, () => resolve());
		});
	}
	// A broken stream reports that to its reader.
	return body.readableLength === 0 && !body.readableAborted;
}
