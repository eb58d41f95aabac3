import { z } from '../../shared/zod';
import { isKnownCode, isServiceCode, isUnanswering } from '../../shared/service/failure';
import { changed } from '../../shared/service/schema';
import { saidIn, isObject, parseJson, readInteger } from '../../shared/service/values';
import { refused, silent, tooLong } from './failures';

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
	earlierIds?: ReadonlySet<string>;
	isAfterSilence?: boolean;
}

const LONGEST_ANSWER = 1024 * 1024;
/** You pay for the session by the second. */
const LONGEST_ANSWER_MS = 10 * 60_000;

const words = z.union([z.string(), changed(z.number(), String)]);
const optionalWords = changed(words.optional(), (text) => text?.trim() && text).catch(undefined);
const frame = z.object({ type: z.string().default('chat'), payload: z.unknown() }).passthrough();
const chat = z.object({ message_id: optionalWords, question: optionalWords, answer: words }).passthrough();
const integer = changed(z.unknown(), readInteger);
const refusal = z.object({ code: integer, msg: words.catch(''), message_id: optionalWords });
type Chat = Partial<z.output<typeof chat>>;

/** Parts that name the question, or else that came after it (service.md: Live avatar chat). Times are milliseconds. */
export class AnswerReader {
	text = '';
	private isOurs = false;
	private isGrowing = false;
	private record: Answer['record'] = {};
	private refusal?: { code: number; said: string };
	private other = '';
	private deadline: number;
	private endsAt: number;

	constructor(private readonly asked: OpenQuestion & { askedAt: number }) {
		this.endsAt = asked.endsAt;
		this.deadline = Math.min(asked.askedAt + asked.answerTimeout * 1000, asked.endsAt);
	}

	take(message: string, now: number): void {
		const { payload: content, ...outer } = frame.safeParse(parseJson(message)).data ?? { type: '' };
		const isEncoded = typeof content === 'string' && BASE64.test(content.trim());
		const text = isEncoded ? Buffer.from(content, 'base64').toString('utf8') : content;
		const payload = typeof text === 'string' ? parseJson(text) : text;
		const { answer = '', ...rest } = (outer.type === 'chat' && chat.safeParse(payload).data) || {};
		const belongs = answer !== '' && belonging(rest, this.asked);
		if (belongs) this.add(answer, belongs === 'ours', { ...rest, ...outer }, now);
		const refusing = isObject(payload) && 'code' in payload ? payload : outer;
		const { code, msg, message_id: id = this.asked.messageId } = refusal.parse(refusing);
		if (belongs) return;
		if (isServiceCode(code) && id === this.asked.messageId) this.refusal = { code, said: saidIn(msg, 300) };
		else if (answer === '') this.other = message;
	}

	/** Undefined until the answer is complete. @throws Failure when there will be none */
	end(now: number, isRoomClosed = false): Answer | undefined {
		const { text: answer, record, refusal: no, deadline, endsAt } = this;
		if (answer.length > LONGEST_ANSWER) throw tooLong();
		// An unknown code may be about something else.
		if (no && (isUnanswering(no.code) || (answer === '' && isKnownCode(no.code)))) throw refused(no);
		if (isRoomClosed && answer !== '') return { answer, record };
		if (now < deadline) return undefined;
		if (answer !== '') return { answer, record, ...(deadline === endsAt && { isCut: true }) };
		const seconds = Math.max(0, Math.ceil((deadline - this.asked.askedAt) / 1000));
		throw no ? refused(no) : silent(seconds, this.other);
	}

	private add(part: string, isOurs: boolean, record: Answer['record'], now: number): void {
		if (this.isOurs && !isOurs) return;
		this.endsAt = Math.min(now + LONGEST_ANSWER_MS, this.endsAt);
		if (isOurs !== this.isOurs) Object.assign(this, { isOurs, text: '', isGrowing: false });
		// The length first, because to compare them V8 copies all parts so far.
		const isAll = this.text !== '' && part.length >= this.text.length && part.startsWith(this.text);
		this.isGrowing ||= isAll && part.length > this.text.length;
		this.text = isAll && this.isGrowing ? part : this.text + part;
		this.record = record;
		this.deadline = Math.min(now + this.asked.quietTime * 1000, this.endsAt);
	}
}

const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/;

function belonging({ message_id: id, question }: Chat, asked: OpenQuestion): 'ours' | 'after' | undefined {
	const isEarlier = id !== undefined && asked.earlierIds?.has(id);
	if (id === asked.messageId && !(isEarlier && question)) return 'ours';
	if (id !== asked.messageId && isEarlier) return undefined;
	if (question) return lettersOf(question) === lettersOf(asked.question) ? 'ours' : undefined;
	if (!id) return 'after';
	return asked.isAfterSilence ? undefined : 'after';
}

/** The service may respell the text. A text without letters stays. Odd Unicode takes time with the square of its length. */
function lettersOf(text: string): string {
	const letters = text
		.slice(0, 2_000)
		.normalize('NFKC')
		.replace(/[^\p{L}\p{N}]+/gu, '');
	return letters.slice(0, 1_000).toLowerCase() || text.trim();
}
