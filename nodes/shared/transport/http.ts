import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { within } from '../async/environment';
import type { Readable } from '../async/stream';
import type { ServiceRequest } from '../service/request';
import { isObject, parseJson } from '../service/values';
import { AnswerTooLarge, readFault } from './faults';
import type { Account } from './account';
import { addressOf } from './hosts';
import type { Secrets } from './redact';
import { judge, type Verdict } from './verdict';

/* One request: its headers, its query and its body, and the answer. */

/** How n8n sends a request. @throws n8n's error, which contains the token and must not leave this file */
export type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

/** Sends a request once, and judges its end. `ms` is the longest time, and `stop` ends it before. */
export async function exchange(
	request: ServiceRequest,
	{ hosts }: Pick<Account, 'hosts'>,
	secrets: Secrets,
	{ ms, stop, now }: { ms: number; stop?: AbortSignal; now: () => number },
	send: HttpRequest,
): Promise<Verdict> {
	const known = hosts[request.host ?? 'service'];
	const host = { ...known, check: request.check ?? known.check };
	const ask = async (abortSignal: AbortSignal) => {
		const options = { ...ANY_ANSWER, ...contentOf(request), url: addressOf(host, request.path), abortSignal };
		return await readAnswer(await send(options), abortSignal, request.isList);
	};
	try {
		const { status, body: given, headers } = await within(ms, stop, ask);
		const body = secrets.redactAll(given);
		const retryAfterMs = readRetryAfter(headers['retry-after'], now());
		const verdict = judge({ status, body }, request, host);
		return verdict.kind === 'answered' ? verdict : { ...verdict, retryAfterMs };
	} catch (thrown) {
		const fault = readFault(thrown, host);
		return { ...fault, description: secrets.redact(fault.description ?? '') };
	}
}

/** All that a request has besides its address and its login. n8n's HTTP client leaves out fields without a value. */
function contentOf({ method, query, body }: ServiceRequest) {
	const headers: IDataObject = method === 'GET' ? {} : { 'Content-Type': 'application/json' };
	if (method !== 'GET') return { method, qs: query, body: JSON.stringify(body), headers };
	const qs: IDataObject = { ...query };
	for (const [name, value] of Object.entries(body ?? {})) {
		qs[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
	}
	return { method, qs, headers };
}

/** A stream, so that its size is bounded. On a redirect a POST would become a GET. */
const ANY_ANSWER = {
	json: true,
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

const BYTES_PER_MB = 1_000_000;
/** Unpacked, in MB. A record has some kilobytes, and some services ignore which records are wanted. */
const MOST_MB = 2;
const MOST_MB_OF_LIST = 16;

/** @throws AnswerTooLarge; errors of the network */
async function readAnswer(given: unknown, ending: AbortSignal, isList = false) {
	const { statusCode, body, headers } = isObject(given) ? given : {};
	return {
		status: typeof statusCode === 'number' ? statusCode : 0,
		body: isStream(body) ? await readBody(body, ending, isList ? MOST_MB_OF_LIST : MOST_MB) : body,
		headers: isObject(headers) ? headers : {},
	};
}

const isStream = (body: unknown): body is Readable => isObject(body) && Symbol.asyncIterator in body;

async function readBody(stream: Readable, ending: AbortSignal, mostMb: number): Promise<unknown> {
	ending.addEventListener('abort', () => stream.destroy());
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream as AsyncIterable<Uint8Array>) {
		bytes += chunk.length;
		if (bytes > mostMb * BYTES_PER_MB) throw new AnswerTooLarge(`${mostMb} MB`);
		chunks.push(chunk);
	}
	const text = Buffer.concat(chunks).toString();
	const parsed = parseJson(text);
	return parsed === undefined ? text : parsed;
}

/** A shorter wait would hammer the service. */
const SHORTEST_ASKED_MS = 1_000;

export function readRetryAfter(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const text = String(header).trim();
	const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
	return ms >= SHORTEST_ASKED_MS ? ms : undefined;
}
