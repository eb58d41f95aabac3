import { isKnownCode } from '../../shared/service/codes';
import { readMessage, type AnswerRecord, type OpenQuestion } from './message';

/** An answer, and what the service sent with its last part. */
export interface Answer {
	answer: string;
	record: AnswerRecord;
}

/** What waiting for an answer came to. */
export type Outcome =
	| ({ kind: 'answered' } & Answer)
	| { kind: 'silent'; refusal?: { code: number; said: string } }
	| { kind: 'refused'; code: number; said: string }
	| { kind: 'tooLong' };

/** An answer in the making. */
export interface Collector {
	/** Takes a message that came, whatever it is. */
	take(text: string, now: number): void;
	/** What became of the question by `now`; undefined while there is something to wait for. */
	outcome(now: number): Outcome | undefined;
	/** The answer as far as it came. */
	soFar(): string;
}

/** The longest answer that is taken, in characters: what comes is not ours to bound otherwise. */
const LONGEST_ANSWER = 1024 * 1024;

/** An answer ends so long after its first part, whatever still comes: the session is paid by the second. */
const LONGEST_ANSWER_MS = 10 * 60_000;

/** Codes that say that this session will not answer (service.md: Errors). */
const SESSION_CODES: ReadonlySet<number> = new Set([1214, 1215, 1216, 1219]);

/**
 * Puts the parts of the answer to one question together. There is no end marker: an answer is complete when nothing more
 * of it came for `quietMs`; `answerTimeoutMs` counts until its first part, and each later part gives it `quietMs` more
 * (service.md: Live avatar chat). A part without words starts nothing.
 * @param askedAt milliseconds since the epoch, as all times here
 */
export function collectAnswer(
	asked: OpenQuestion,
	{ answerTimeoutMs, quietMs }: { answerTimeoutMs: number; quietMs: number },
	askedAt: number,
): Collector {
	const parts = joinParts();
	let record: AnswerRecord = {};
	let deadline = askedAt + answerTimeoutMs;
	let latestEnd = Infinity;
	let refusal: { code: number; said: string } | undefined;
	return {
		take(text, now) {
			const received = readMessage(text, asked);
			if (received.kind === 'refusal') refusal = { code: received.code, said: received.said };
			if (received.kind !== 'part' || received.text === '') return;
			if (parts.text() === '') latestEnd = now + LONGEST_ANSWER_MS;
			parts.add(received.text);
			record = received.record;
			deadline = Math.min(now + quietMs, latestEnd);
		},
		outcome(now) {
			const answer = parts.text();
			if (answer.length > LONGEST_ANSWER) return { kind: 'tooLong' };
			if (refusal && endsIt(refusal.code, answer)) return { kind: 'refused', ...refusal };
			if (now < deadline) return undefined;
			return answer === '' ? { kind: 'silent', refusal } : { kind: 'answered', answer, record };
		},
		soFar: parts.text,
	};
}

/** Whether no answer follows a refusal. A code that nobody knows may be of something else. */
function endsIt(code: number, answer: string): boolean {
	return SESSION_CODES.has(code) || (answer === '' && isKnownCode(code));
}

/**
 * Joins the parts of an answer, whether each is what is new (as seen) or all that was said so far: where every part
 * begins with the whole of the one before it, and they grow, the last of them is the answer.
 */
function joinParts() {
	let joined = '';
	let latest = '';
	let first: string | undefined;
	let isGrowing = true;
	return {
		add(part: string) {
			isGrowing &&= part.startsWith(latest);
			// What is beyond the bound is not needed to know that it is.
			if (joined.length <= LONGEST_ANSWER) joined += part;
			first ??= part;
			latest = part;
		},
		text: () => (isGrowing && latest.length > (first ?? '').length ? latest : joined),
	};
}
