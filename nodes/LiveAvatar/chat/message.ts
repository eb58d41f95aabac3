import { z } from 'zod';
import type { Json } from '../../shared/service/request';
import { isObject, readInteger } from '../../shared/service/values';

/** 1 repeats the text, 2 is a dialogue with a language model (field notes: Live avatar). */
export type ModeType = 1 | 2;

/** What is asked, in the package's own words. */
export interface Question {
	messageId: string;
	question: string;
	modeType: ModeType;
	voiceId?: string;
	language?: string;
	prompt?: { from: 'text' | 'url'; content: string };
	/** The server id that the message goes to. */
	to: string;
}

/** The message of a question as it goes over the wire (interface: Live avatar chat over WebSocket). */
export function writeQuestion({
	messageId,
	question,
	modeType,
	voiceId,
	language,
	prompt,
	to,
}: Question): string {
	const payload: Record<string, Json | undefined> = {
		message_id: messageId,
		voice_id: voiceId,
		language,
		mode_type: modeType,
		prompt,
		question,
	};
	return JSON.stringify({ type: 'chat', to, payload: JSON.stringify(payload) });
}

/** What a message that came means for one question. */
export type Received =
	{ kind: 'part'; text: string } | { kind: 'refusal'; code: number; said: string } | { kind: 'other' };

const OTHER: Received = { kind: 'other' };
const words = z.union([z.string(), z.number().transform(String)]);
const message = z.object({ type: z.string().default('chat'), payload: z.unknown() }).passthrough();
const chatPayload = z.object({ message_id: words, answer: words });
const refusal = z.object({ code: z.unknown().transform(readInteger), msg: words.catch('') });

/**
 * Reads a message that came: a part of the answer to `messageId`, what the service has against the question, or
 * something else. It breaks on nothing.
 */
export function readMessage(text: string, messageId: string): Received {
	const outer = message.safeParse(parseJson(text));
	if (!outer.success) return OTHER;
	const payload = typeof outer.data.payload === 'string' ? parseJson(outer.data.payload) : outer.data.payload;
	if (outer.data.type === 'chat') {
		const chat = chatPayload.safeParse(payload);
		if (chat.success && chat.data.message_id === messageId) return { kind: 'part', text: chat.data.answer };
	}
	const isOfAnother =
		isObject(payload) && payload.message_id !== undefined && payload.message_id !== messageId;
	if (isOfAnother) return OTHER;
	const refused = refusal.safeParse(isObject(payload) && 'code' in payload ? payload : outer.data);
	const code = refused.data?.code;
	if (code === undefined || code === 1000) return OTHER;
	return { kind: 'refusal', code, said: refused.data?.msg ?? '' };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
