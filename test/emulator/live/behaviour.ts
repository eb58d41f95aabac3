/** How live sessions and their chat behave (service.md: Live avatar chat). */
export interface LiveBehaviour {
	/** From creation to streaming, in milliseconds. */
	startMs: number;
	/** Whether a new session fails instead of streaming. */
	failStart: boolean;
	/** What status 3 says of a session: that it is over, or that it has been opened, streams and costs. */
	completed: 'over' | 'open';
	/** A session without messages ends after this time. */
	idleMs: number;
	/** Sessions open at a time for an account; one more gets code 1215. */
	maxOpen: number;
	/** Parts of an answer, and the time before each. */
	parts: number;
	partMs: number;
	/** Whether the parts come under the id of the question, or under one of the service's own: `question` tells them from noise. */
	answerId: 'asked' | 'own';
	/** What an answer says of the question: the same, nothing, an empty text, or the same in capitals without its signs. */
	answerQuestion: 'asked' | 'absent' | 'empty' | 'respelt';
	/** How the payload of an answer is written. */
	payloadForm: 'json' | 'base64';
	/** Whether messages begin with a byte order mark. */
	byteOrderMark: boolean;
	/** Whether unrelated messages come between the parts. */
	noise: boolean;
	/** What the avatar says in mode 2; default a sentence about the question. */
	answer: (question: string, prompt: string) => string;
	/** Whether nothing is ever answered. */
	silent: boolean;
	/** Whether the connection is closed after the first part of an answer. */
	closeMidAnswer: boolean;
	/** HTTP status that the handshake is answered with, instead of a connection; 0 leaves it unanswered. */
	rejectHandshake?: number;
	/** Size of the answer in bytes, for payload limits. */
	hugeAnswerBytes?: number;
	/** Whether answers are not valid JSON. */
	invalidJson: boolean;
}

export const defaultLiveBehaviour: LiveBehaviour = {
	startMs: 200,
	failStart: false,
	completed: 'over',
	idleMs: 300_000,
	maxOpen: 10,
	parts: 3,
	partMs: 20,
	answerId: 'asked',
	answerQuestion: 'asked',
	payloadForm: 'json',
	byteOrderMark: false,
	noise: true,
	answer: (question, prompt) =>
		prompt === ''
			? `You asked: ${question} That is a good question, and this is the answer of the avatar.`
			: `You asked: ${question} I answer as I was told to be: ${prompt}`,
	silent: false,
	closeMidAnswer: false,
	invalidJson: false,
};
