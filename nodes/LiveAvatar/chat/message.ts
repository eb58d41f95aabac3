import { z } from 'zod/v3';
import { isServiceCode } from '../../shared/service/codes';
import { changed } from '../../shared/service/schema';
import { saidIn } from '../../shared/service/urls';
import { isObject, parseJson, readInteger } from '../../shared/service/values';

/** What is asked, in the package's own words. */
export interface Question {
	messageId: string;
	question: string;
	/** 1 repeats the text, 2 is a dialogue with a language model. */
	modeType: 1 | 2;
	voiceId?: string;
	language?: string;
	prompt?: { from: 'text' | 'url'; content: string };
	/** The server id that the message goes to. */
	to: string;
}

/** The message of a question as it goes over the wire (service.md: Live avatar chat). */
export function writeQuestion({ messageId, voiceId, modeType, to, ...rest }: Question): string {
	const payload = { message_id: messageId, voice_id: voiceId, mode_type: modeType, ...rest };
	return JSON.stringify({ type: 'chat', to, payload: JSON.stringify(payload) });
}

/** The one open question, which incoming messages are compared with. */
export interface OpenQuestion extends Pick<Question, 'messageId' | 'question'> {
	/** Ids of the questions that were asked in this room before. */
	earlierIds?: ReadonlySet<string>;
	/** Whether one of those was not answered: its answer may still come, under an id that nobody knows. */
	isAfterSilence?: boolean;
}

/** A code of the service, and its own words. */
export interface ChatRefusal {
	code: number;
	said: string;
}

/** What an incoming message means for the open question. */
type Received =
	| {
			kind: 'part';
			text: string;
			/** What the service sent beside the words of an answer, under its own names. */
			record: Record<string, unknown>;
			/** It has neither the id nor the words of the question, but only one question is open. */
			isGuess?: boolean;
	  }
	| ({ kind: 'refusal' } & ChatRefusal)
	| { kind: 'other' };

const OTHER: Received = { kind: 'other' };
const words = z.union([z.string(), changed(z.number(), String)]);
const optionalWords = changed(words.optional(), (text) => (text?.trim() === '' ? undefined : text)).catch(
	undefined,
);
const message = z.object({ type: z.string().default('chat'), payload: z.unknown() }).passthrough();
const chatPayload = z
	.object({ message_id: optionalWords, question: optionalWords, answer: words })
	.passthrough();
const refusal = z.object({ code: changed(z.unknown(), readInteger), msg: words.catch('') });

/**
 * Reads an incoming message: a part of the answer to the open question, a refusal of the question, or something else.
 * It never throws.
 */
export function readMessage(text: string, asked: OpenQuestion): Received {
	const outer = message.safeParse(parseJson(text));
	if (!outer.success) return OTHER;
	const { payload: content, ...frame } = outer.data;
	const payload = typeof content === 'string' ? parsePayload(content) : content;
	if (frame.type === 'chat') {
		const chat = chatPayload.safeParse(payload);
		const belongs = chat.success && belonging(chat.data, asked);
		if (chat.success && belongs) {
			const { answer: text, ...record } = chat.data;
			const isGuess = belongs === 'perhaps' || undefined;
			return { kind: 'part', text, record: { ...record, ...frame }, isGuess };
		}
	}
	const id = isObject(payload) ? optionalWords.parse(payload.message_id) : undefined;
	if (id !== undefined && id !== asked.messageId) return OTHER;
	const refused = refusal.safeParse(isObject(payload) && 'code' in payload ? payload : frame);
	const code = refused.data?.code;
	if (!isServiceCode(code)) return OTHER;
	return { kind: 'refusal', code, said: saidIn(refused.data?.msg ?? '', 300) };
}

const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/;

/** A payload is a JSON text, or the base64 of one (service.md: Live avatar chat). */
function parsePayload(text: string): unknown {
	return BASE64.test(text.trim()) ? parseJson(Buffer.from(text, 'base64').toString('utf8')) : parseJson(text);
}

/**
 * Whether an answer belongs to the open question (service.md: Live avatar chat): it has the question's id, or an id of
 * the service's own and the question, however that is spelt. With such an id and without a question it does, perhaps:
 * only one question is open. The late end of an earlier answer does not.
 */
function belonging(
	{ message_id: id, question }: z.output<typeof chatPayload>,
	{ messageId, question: asked, earlierIds, isAfterSilence = false }: OpenQuestion,
): boolean | 'perhaps' {
	const isEarlier = id !== undefined && earlierIds?.has(id) === true;
	// Of messages that were all given one id only the question tells them apart.
	if (id === messageId && !(isEarlier && question !== undefined)) return true;
	if (id !== messageId && isEarlier) return false;
	if (question !== undefined) return lettersOf(question) === lettersOf(asked);
	if (id === undefined) return true;
	return !isAfterSilence && 'perhaps';
}

/** The letters and digits of a text, or all of it where it has none: a service may trim it, or write it in its own way. */
function lettersOf(text: string): string {
	const letters = text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
	return letters === '' ? text.trim() : letters;
}
