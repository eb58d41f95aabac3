import { isKnownCode, isUnanswering } from '../../shared/service/codes';
import { readMessage, type OpenQuestion, type ChatRefusal } from './message';
import { refused, silent, tooLong } from './noAnswer';

/** An answer, and what the service sent with its last part. */
export interface Answer {
	answer: string;
	record: Record<string, unknown>;
	/** It went on when the time was up. */
	isCut?: true;
}

/** An answer in the making. */
export type Collector = ReturnType<typeof collectAnswer>;

/** The longest answer that is taken, in characters: nothing else limits what comes. */
const LONGEST_ANSWER = 1024 * 1024;

/** An answer ends this long after its first part, whatever still comes: the session is paid by the second. */
const LONGEST_ANSWER_MS = 10 * 60_000;

/**
 * Joins the parts of the answer to one question. There is no end marker: an answer is complete when nothing more has
 * come for `quietMs`. `answerTimeoutMs` limits the wait for the first part; each part restarts `quietMs` (service.md:
 * Live avatar chat). An empty part does not count. Each part is either what is new (as seen) or all that was said so
 * far: when every part begins with the whole part before it, and they grow, the last part is the answer.
 * `endsAt` ends the wait in any case, and the answer where it is then.
 * @param askedAt milliseconds since the epoch, as all times here
 */
export function collectAnswer(
	asked: OpenQuestion,
	{
		answerTimeoutMs,
		quietMs,
		endsAt = Infinity,
	}: { answerTimeoutMs: number; quietMs: number; endsAt?: number },
	askedAt: number,
) {
	let joined = '';
	let latest = '';
	let isRepeating = true;
	let isGrowing = false;
	let record: Answer['record'] = {};
	const firstMs = Math.max(0, Math.min(answerTimeoutMs, endsAt - askedAt));
	let deadline = askedAt + firstMs;
	let latestEnd = endsAt;
	let refusal: ChatRefusal | undefined;
	let isKnown = false;
	/** The answer as far as it came. */
	const soFar = () => (isRepeating && isGrowing ? latest : joined);
	return {
		soFar,
		/** Takes any incoming message. */
		take(message: string, now: number) {
			const received = readMessage(message, asked);
			if (received.kind === 'refusal') refusal = received;
			if (received.kind !== 'part' || received.text === '') return;
			const { text, isGuess = false } = received;
			// What is known to be of the answer takes the place of what only may be: a greeting, for example.
			if (isGuess && isKnown) return;
			if (!isGuess && !isKnown) {
				isKnown = isRepeating = true;
				isGrowing = false;
				joined = latest = '';
			}
			if (latest === '') latestEnd = Math.min(now + LONGEST_ANSWER_MS, endsAt);
			else isGrowing ||= text.length > latest.length;
			isRepeating &&= text.startsWith(latest);
			// Beyond the limit no more is needed: the answer is known to be too long.
			if (joined.length <= LONGEST_ANSWER) joined += text;
			latest = text;
			record = received.record;
			deadline = Math.min(now + quietMs, latestEnd);
		},
		/**
		 * The answer, once it is complete by `now`; undefined while the wait goes on.
		 * @throws ItemFailure when there will be none
		 */
		end(now: number): Answer | undefined {
			const answer = soFar();
			if (answer.length > LONGEST_ANSWER) throw tooLong();
			if (refusal && endsIt(refusal.code, answer)) throw refused(refusal);
			if (now < deadline) return undefined;
			if (answer === '') throw refusal ? refused(refusal) : silent(Math.ceil(firstMs / 1000));
			return { answer, record, ...(deadline === latestEnd && { isCut: true }) };
		},
	};
}

/** Whether no answer can follow a refusal. An unknown code may be about something else. */
function endsIt(code: number, answer: string): boolean {
	return isUnanswering(code) || (answer === '' && isKnownCode(code));
}
