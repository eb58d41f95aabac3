import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../service/request';
import { withCancelSignal } from '../n8n/egress';
import { CREDENTIAL_NAME, tokenOn } from './account';
import type { CallContext } from './types';
import type { Readable } from '../async/stream';
import { AnswerTooLarge } from './faults';
import { isObject, parseJson } from '../service/values';

/** From the transport to the credential. Never sent. */
export const REJECTED_TOKEN_HEADER = 'x-rejected-token';

export type Reply = Awaited<ReturnType<typeof sendOnce>>;

/** @throws n8n's error, which contains the token and must not leave the transport */
export async function sendOnce(
	context: CallContext,
	request: ServiceRequest,
	url: string,
	rejectedToken: string | undefined,
	abortSignal: AbortSignal,
) {
	const { headers, ...content } = contentOf(request);
	if (rejectedToken !== undefined) headers[REJECTED_TOKEN_HEADER] = rejectedToken;
	const { httpRequestWithAuthentication: send } = context.helpers;
	const options = { ...ANY_ANSWER, ...content, url, headers, abortSignal };
	const answer: unknown = await send.call(withCancelSignal(abortSignal, context), CREDENTIAL_NAME, options);
	const reply = await readAnswer(answer, abortSignal, request);
	return { ...reply, token: tokenOn(headers) ?? (await storedToken(context)) };
}

/** n8n's HTTP client leaves out fields without a value. */
function contentOf({ method, query, body }: ServiceRequest) {
	const headers: IDataObject = method === 'GET' ? {} : { 'Content-Type': 'application/json' };
	if (method !== 'GET') return { method, qs: query, body: JSON.stringify(body), headers };
	const qs: IDataObject = { ...query };
	for (const [name, value] of Object.entries(body ?? {})) {
		qs[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
	}
	return { method, qs, headers };
}

/** When n8n has copied the request, its token can't be seen, but the answer may be of a paid job. */
async function storedToken(context: CallContext): Promise<string> {
	const credential = await context.getCredentials(CREDENTIAL_NAME).catch(() => undefined);
	return typeof credential?.accessToken === 'string' ? credential.accessToken : '';
}

/** A stream, so that its size is bounded. On a redirect a POST would become a GET. */
export const ANY_ANSWER = {
	json: true,
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

const BYTES_PER_MB = 1_000_000;
/** Unpacked, in MB. A record has some kilobytes. */
const MOST_MB = 2;
const MOST_MB_OF_RECORD = 0.1;
const MOST_MB_OF_LIST = 16;
/** To read a million values holds n8n for seconds, and takes 100 MB. */
const MOST_VALUES = 300_000;

type Asked = Pick<ServiceRequest, 'isList' | 'wanted'>;

const mostMbOf = ({ isList, wanted }: Asked) =>
	isList
		? Math.min(MOST_MB_OF_LIST, MOST_MB + Math.ceil(MOST_MB_OF_RECORD * (wanted?.length ?? Infinity)))
		: MOST_MB;

/** @throws AnswerTooLarge; errors of the network */
export async function readAnswer(given: unknown, ending: AbortSignal, asked: Asked = {}) {
	const { statusCode, body, headers } = isObject(given) ? given : {};
	return {
		status: typeof statusCode === 'number' ? statusCode : 0,
		body: isStream(body) ? await readBody(body, ending, mostMbOf(asked)) : body,
		headers: isObject(headers) ? headers : {},
	};
}

const [COMMA, LIST, OBJECT] = Buffer.from(',[{');

/** About: a comma in a text counts as well. A loop over an index takes a fifth of the time. */
function valuesIn(json: Uint8Array): number {
	let values = 0;
	for (let at = 0; at < json.length; at++) {
		const byte = json[at];
		if (byte === COMMA || byte === LIST || byte === OBJECT) values++;
	}
	return values;
}

const isStream = (body: unknown): body is Readable => isObject(body) && Symbol.asyncIterator in body;

async function readBody(stream: Readable, ending: AbortSignal, mostMb: number): Promise<unknown> {
	ending.addEventListener('abort', () => stream.destroy(new Error('The reading was ended')));
	const chunks: Uint8Array[] = [];
	let [bytes, values] = [0, 0];
	for await (const chunk of stream as AsyncIterable<Uint8Array>) {
		bytes += chunk.length;
		values += valuesIn(chunk);
		if (bytes > mostMb * BYTES_PER_MB) throw new AnswerTooLarge(`${mostMb} MB`);
		if (values > MOST_VALUES) throw new AnswerTooLarge(`${MOST_VALUES} values`);
		chunks.push(chunk);
	}
	const text = Buffer.concat(chunks).toString();
	const parsed = parseJson(text);
	return parsed === undefined ? text : parsed;
}
