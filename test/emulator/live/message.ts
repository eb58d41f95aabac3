import { z } from 'zod/v3';

import type { LiveBehaviour } from './behaviour';

/** What a client's chat message holds, read (service.md: Live avatar chat). */
export interface ChatQuestion {
	messageId: string;
	voiceId: string;
	language: string;
	modeType: string;
	question: string;
	prompt: { from: string; content: string };
}

const message = z
	.object({ type: z.literal('chat').default('chat'), payload: z.string(), to: z.string() })
	.strict();
const payload = z
	.object({
		message_id: z.string().min(1),
		voice_id: z.string().default(''),
		language: z.string().default(''),
		mode_type: z.enum(['1', '2']).or(z.literal(1)).or(z.literal(2)).default(1),
		question: z.string().min(1),
		prompt: z
			.object({ from: z.enum(['text', 'url']).default('text'), content: z.string().default('') })
			.strict()
			.refine(({ from, content }) => from === 'text' || URL.canParse(content), 'content must be a link')
			.default({ from: 'text', content: '' }),
	})
	.strict();

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Reads a message; a string says what is wrong with it. The payload may also be base64 text. */
export function readMessage(text: string, serverId: string): ChatQuestion | string {
	const outer = message.safeParse(parseJson(text));
	if (!outer.success)
		return `message: ${outer.error.issues[0]?.path.join('.')} ${outer.error.issues[0]?.message}`;
	if (outer.data.to !== serverId) return `to: must be ${serverId}`;
	const plain = parseJson(outer.data.payload);
	const inner = payload.safeParse(
		plain ?? parseJson(Buffer.from(outer.data.payload, 'base64').toString('utf8')),
	);
	if (!inner.success)
		return `payload: ${inner.error.issues[0]?.path.join('.')} ${inner.error.issues[0]?.message}`;
	const { message_id, voice_id, language, mode_type, question, prompt } = inner.data;
	return {
		messageId: message_id,
		voiceId: voice_id,
		language,
		modeType: String(mode_type),
		question,
		prompt: { from: prompt.from, content: prompt.content },
	};
}

/** A message to the client; `payload` is a JSON string, or the base64 of one. */
export function writeMessage(
	type: string,
	server: string,
	client: string,
	content: object,
	form: LiveBehaviour['payloadForm'] = 'json',
): string {
	const json = JSON.stringify(content);
	const payload = form === 'json' ? json : Buffer.from(json).toString('base64');
	return JSON.stringify({ type, from: server, to: client, payload });
}

/** A text in some pieces of about the same length, none of them empty. */
export function inParts(text: string, count: number): string[] {
	const size = Math.max(1, Math.ceil(text.length / Math.max(1, count)));
	return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
		text.slice(index * size, (index + 1) * size),
	);
}
