import type { Readable } from '../async/stream';
import { isObject, parseJson } from '../service/values';

/** A stream, so that its size is bounded. On a redirect a POST would become a GET. */
export const ANY_ANSWER = {
	json: true,
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

const BYTES_PER_MB = 1_000_000;
/** Unpacked, in MB. */
const MOST_MB = 16;
const MOST_MB_OF_LIST = 64;

export class AnswerTooLarge extends Error {
	override readonly name = 'AnswerTooLarge';

	constructor(readonly megabytes: number) {
		super(`The answer is larger than ${megabytes} MB`);
	}
}

/** @throws AnswerTooLarge; errors of the network */
export async function readAnswer(given: unknown, ending: AbortSignal, isList = false) {
	const { statusCode, body, headers } = isObject(given) ? given : {};
	return {
		status: typeof statusCode === 'number' ? statusCode : 0,
		body: isStream(body) ? await readBody(body, ending, isList ? MOST_MB_OF_LIST : MOST_MB) : body,
		headers: isObject(headers) ? headers : {},
	};
}

const isStream = (body: unknown): body is Readable => isObject(body) && Symbol.asyncIterator in body;

async function readBody(stream: Readable, ending: AbortSignal, mostMb: number): Promise<unknown> {
	ending.addEventListener('abort', () => stream.destroy(new Error('The reading was ended')));
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream as AsyncIterable<Uint8Array>) {
		bytes += chunk.length;
		if (bytes > mostMb * BYTES_PER_MB) throw new AnswerTooLarge(mostMb);
		chunks.push(chunk);
	}
	const text = Buffer.concat(chunks).toString();
	const parsed = parseJson(text);
	return parsed === undefined ? text : parsed;
}
