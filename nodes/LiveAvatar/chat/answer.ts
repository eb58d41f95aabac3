import { z } from '../../shared/zod';
import { isServiceCode } from '../../shared/service/failure';
import { changed } from '../../shared/service/schema';
import { saidIn, isObject, parseJson, readInteger } from '../../shared/service/values';
import { flooded, refused, silent } from './failures';

export interface Answer {
	answer: string;
	record: Record<string, unknown>;
	isCut?: true;
}

export interface OpenQuestion {
	messageId: string;
	question: string;
	/** In seconds. */
	answerTimeout: number;
	quietTime: number;
	/** In milliseconds since the epoch. */
	endsAt: number;
	/** The IDs of the questions before it, and of their answers. */
	earlierIds?: ReadonlySet<string>;
}

/** Ten minutes of speech have 10 kB, and about 2,500 parts if each is a token. */
const [LONGEST_ANSWER, MOST_MESSAGES] = [256 * 1024, 4_000];
/** You pay for the session by the second. */
const LONGEST_ANSWER_MS = 10 * 60_000;

/** Undefined for another value. A union of zod would make two errors for each message of a flood. */
const words = changed(z.unknown(), (text) =>
	typeof text === 'string' || typeof text === 'number' ? String(text) : undefined,
);
const optionalWords = changed(words, (text) => (text?.trim() === '' ? undefined : text));
const frame = z.object({ type: z.string().default('chat'), payload: z.unknown() }).passthrough();
const chat = z.object({ message_id: optionalWords, question: optionalWords, answer: words }).passthrough();
const integer = changed(z.unknown(), readInteger);
const refusal = z.object({ code: integer, msg: words, message_id: optionalWords });

/** Parts that name the question, or else that came after it (service.md: Live avatar chat). Times are milliseconds. */
export class AnswerReader {
	text = '';
	private isOurs = false;
	private record: Answer['record'] = {};
	private refusal?: { code: number; said: string };
	private messages = 0;
	private other = '';
	private deadline: number;
	private endsAt: number;

	constructor(private readonly asked: OpenQuestion & { askedAt: number }) {
		this.endsAt = asked.endsAt;
		this.deadline = Math.min(asked.askedAt + asked.answerTimeout * 1000, asked.endsAt);
	}

	take(message: string, now: number): void {
		this.messages += 1;
		const { payload: content, ...outer } = frame.safeParse(parseJson(message)).data ?? { type: '' };
		const isEncoded = typeof content === 'string' && BASE64.test(content.trim());
		const text = isEncoded ? Buffer.from(content, 'base64').toString('utf8') : content;
		const payload = typeof text === 'string' ? parseJson(text) : text;
		const { answer = '', ...rest } = (outer.type === 'chat' && chat.safeParse(payload).data) || {};
		if (answer !== '') {
			this.add(answer, rest, outer, now);
			return;
		}
		const refusing = isObject(payload) && 'code' in payload ? payload : outer;
		const { code, msg, message_id: id = this.asked.messageId } = refusal.parse(refusing);
		if (!isServiceCode(code) || id !== this.asked.messageId) this.other = message;
		else this.refusal = { code, said: saidIn(msg ?? '', 300) };
	}

	/** Undefined until the answer is complete. @throws Failure when there will be none */
	end(now: number, isRoomClosed = false): Answer | undefined {
		const { text: answer, record, refusal: no, deadline, endsAt } = this;
		if (answer.length > LONGEST_ANSWER || this.messages > MOST_MESSAGES) throw flooded();
		if (no && answer === '') throw refused(no);
		const isOver = now >= deadline;
		if (answer !== '' && (isOver || isRoomClosed))
			return { answer, record, ...(isOver && deadline === endsAt && { isCut: true }) };
		if (!isOver) return undefined;
		throw silent(Math.max(0, Math.ceil((deadline - this.asked.askedAt) / 1000)), this.other);
	}

	/** A message without our ID counts until one comes with it, unless it is about another question. */
	private add(part: string, rest: Partial<z.output<typeof chat>>, outer: object, now: number): void {
		const { messageId, question, earlierIds, quietTime } = this.asked;
		const { message_id: id = '', question: named } = rest;
		const isOurs = id === messageId;
		const isOther = Boolean(named) && lettersOf(named ?? '') !== lettersOf(question);
		if (isOurs ? earlierIds?.has(id) && isOther : this.isOurs || isOther || earlierIds?.has(id)) return;
		this.endsAt = Math.min(now + LONGEST_ANSWER_MS, this.endsAt);
		this.text = isOurs === this.isOurs ? this.text + part : part;
		[this.isOurs, this.record] = [isOurs, { ...rest, ...outer }];
		this.deadline = Math.min(now + quietTime * 1000, this.endsAt);
	}
}

const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/;

/** The service may respell the text. A text without letters stays. */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase() || text.trim();
