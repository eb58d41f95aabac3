import { choice } from '../choice';

/** The behavior of live sessions and their chat (service.md: Live avatar chat). */
export const defaultLiveBehaviour = {
	/** From creation to streaming, in milliseconds. */
	startMs: 200,
	failStart: false,
	/** The meaning of status 3 for a session: it has ended, or it is open, streams and costs credits. */
	completed: choice('over', 'open'),
	/** A session without messages ends after this time. */
	idleMs: 300_000,
	/** Open sessions at a time for an account. The next create gets code 1215. */
	maxOpen: 10,
	/** Number of parts of an answer, and the time before each part. */
	parts: 3,
	partMs: 20,
	/** The avatar's answer in mode 2. */
	answer: (question: string, prompt: string) =>
		prompt === ''
			? `You asked: ${question} That is a good question, and this is the answer of the avatar.`
			: `You asked: ${question} I answer as I was told to be: ${prompt}`,
	silent: false,
	/** Whether the connection is closed after the first part of an answer. */
	closeMidAnswer: false,
	/** HTTP status in reply to the handshake, instead of a connection. */
	rejectHandshake: undefined as number | undefined,
};
export type LiveBehaviour = typeof defaultLiveBehaviour;
