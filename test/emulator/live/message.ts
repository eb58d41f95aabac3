import { z } from 'zod/v3';

import { hasVoice, languages } from '../endpoints/catalogue';
import { parseBody } from '../http/exchange';
import type { Emulator } from '../index';
import type { Session } from './sessions';

/** The names of both ends of a room. */
export const namesOf = ({ room }: Session) => ({ server: `server_${room}`, client: `client_${room}` });

const message = z
	.object({ type: z.literal('chat').default('chat'), payload: z.string(), to: z.string() })
	.strict();
const payload = z
	.object({
		message_id: z.string().min(1),
		voice_id: z.string().default(''),
		language: z.string().default(''),
		mode_type: z.enum(['1', '2']).or(z.literal(1)).or(z.literal(2)).default(1).transform(String),
		question: z.string().min(1),
		prompt: z
			.object({ from: z.enum(['text', 'url']).default('text'), content: z.string().default('') })
			.strict()
			.refine(({ from, content }) => from === 'text' || URL.canParse(content), 'content must be a link')
			.default({ from: 'text', content: '' }),
	})
	.strict();
/** A client's question (service.md: Live avatar chat). */
export type ChatQuestion = z.output<typeof payload>;

const issueOf = ({ issues: [issue] }: z.ZodError) => `${issue?.path.join('.')} ${issue?.message}`;

/**
 * Reads a message, or returns a string with its flaw. The payload may also be base64 text. Voice and language must be in
 * the lists (service.md: Live avatar chat).
 */
export function readMessage(world: Emulator, session: Session, text: string): ChatQuestion | string {
	const outer = message.safeParse(parseBody(text));
	if (!outer.success) return `message: ${issueOf(outer.error)}`;
	const { server } = namesOf(session);
	if (outer.data.to !== server) return `to: must be ${server}`;
	const inner = payload.safeParse(parseBody(outer.data.payload));
	if (!inner.success) return `payload: ${issueOf(inner.error)}`;
	const { voice_id, language } = inner.data;
	if (voice_id !== '' && !hasVoice(world, session.clientId, voice_id)) {
		return `payload: voice_id ${voice_id} does not exist`;
	}
	const isKnown = language === '' || languages.some(([code]) => code === language);
	return isKnown ? inner.data : 'payload: language must be a lang_code of the list';
}

/** A text in some pieces of about the same length, without empty pieces. */
export function inParts(text: string, count: number): string[] {
	const size = Math.max(1, Math.ceil(text.length / Math.max(1, count)));
	return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
		text.slice(index * size, (index + 1) * size),
	);
}
