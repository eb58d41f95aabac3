import { choice } from '../choice';

/** How live sessions and their chat behave (service.md: Live avatar chat). */
export const defaultLiveBehaviour = {
	/** From creation to streaming, in milliseconds. */
	startMs: 200,
	/** Whether a new session fails instead of streaming. */
	failStart: false,
	/** What status 3 says of a session: that it is over, or that it has been opened, streams and costs. */
	completed: choice('over', 'open'),
	/** A session without messages ends after this time. */
	idleMs: 300_000,
	/** Sessions open at a time for an account; one more gets code 1215. */
	maxOpen: 10,
	/** Parts of an answer, and the time before each. */
	parts: 3,
	partMs: 20,
	/** What the avatar says in mode 2. */
	answer: (question: string, prompt: string) =>
		prompt === ''
			? `You asked: ${question} That is a good question, and this is the answer of the avatar.`
			: `You asked: ${question} I answer as I was told to be: ${prompt}`,
	/** Whether nothing is ever answered. */
	silent: false,
	/** Whether the connection is closed after the first part of an answer. */
	closeMidAnswer: false,
	/** HTTP status that the handshake is answered with, instead of a connection; 0 leaves it unanswered. */
	rejectHandshake: undefined as number | undefined,
	/** Size of the answer in bytes, for payload limits. */
	hugeAnswerBytes: undefined as number | undefined,
	/** Whether answers are not valid JSON. */
	invalidJson: false,
};
export type LiveBehaviour = typeof defaultLiveBehaviour;
