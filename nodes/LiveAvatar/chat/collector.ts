import { isKnownCode } from '../../shared/service/codes';
import { readMessage, type AnswerRecord, type OpenQuestion } from './message';

/** An answer, and what the service sent with its last part. */
export interface Answer {
	answer: string;
	record: AnswerRecord;
}

/** How the wait for an answer ended. */
export type QuestionEnd =
	| ({ why: 'answered' } & Answer)
	| { why: 'silent'; refusal?: { code: number; said: string } }
	| { why: 'refused'; code: number; said: string }
	| { why: 'tooLong' };

/** An answer in the making. */
export type Collector = ReturnType<typeof collectAnswer>;

/** The longest answer that is taken, in characters: nothing else limits what comes. */
const LONGEST_ANSWER = 1024 * 1024;

/** An answer ends this long after its first part, whatever still comes: the session is paid by the second. */
const LONGEST_ANSWER_MS = 10 * 60_000;

/** Codes that say that this session will not answer (service.md: Errors). */
const SESSION_CODES: ReadonlySet<number> = new Set([1214, 1215, 1216, 1219]);

/**
 * Joins the parts of the answer to one question. There is no end marker: an answer is complete when nothing more has
 * come for `quietMs`. `answerTimeoutMs` limits the wait for the first part; each part restarts `quietMs` (service.md:
 * Live avatar chat). An empty part does not count.
 * @param askedAt milliseconds since the epoch, as all times here
 */
export function collectAnswer(
	asked: OpenQuestion,
	{ answerTimeoutMs, quietMs }: { answerTimeoutMs: number; quietMs: number },
	askedAt: number,
) {
	const parts = joinParts();
	let record: AnswerRecord = {};
	let deadline = askedAt + answerTimeoutMs;
	let latestEnd = Infinity;
	let refusal: { code: number; said: string } | undefined;
	return {
		/** Takes any incoming message. */
		take(text: string, now: number) {
			const received = readMessage(text, asked);
			if (received.kind === 'refusal') refusal = { code: received.code, said: received.said };
			if (received.kind !== 'part' || received.text === '') return;
			if (parts.text() === '') latestEnd = now + LONGEST_ANSWER_MS;
			parts.add(received.text);
			record = received.record;
			deadline = Math.min(now + quietMs, latestEnd);
		},
		/** How the question has ended by `now`; undefined while the wait goes on. */
		end(now: number): QuestionEnd | undefined {
			const answer = parts.text();
			if (answer.length > LONGEST_ANSWER) return { why: 'tooLong' };
			if (refusal && endsIt(refusal.code, answer)) return { why: 'refused', ...refusal };
			if (now < deadline) return undefined;
			return answer === '' ? { why: 'silent', refusal } : { why: 'answered', answer, record };
		},
		/** The answer as far as it came. */
		soFar: parts.text,
	};
}

/** Whether no answer can follow a refusal. An unknown code may be about something else. */
function endsIt(code: number, answer: string): boolean {
	return SESSION_CODES.has(code) || (answer === '' && isKnownCode(code));
}

/**
 * Joins the parts of an answer. Each part is either what is new (as seen) or all that was said so far: when every part
 * begins with the whole part before it, and they grow, the last part is the answer.
 */
function joinParts() {
	let joined = '';
	let latest = '';
	let first: string | undefined;
	let isGrowing = true;
	return {
		add(part: string) {
			isGrowing &&= part.startsWith(latest);
			// Beyond the limit no more is needed: the answer is known to be too long.
			if (joined.length <= LONGEST_ANSWER) joined += part;
			first ??= part;
			latest = part;
		},
		text: () => (isGrowing && latest.length > (first ?? '').length ? latest : joined),
	};
}
