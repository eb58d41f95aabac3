import type { ItemFailure } from '../../shared/operation/failure';
import type { Egress } from '../../shared/n8n/egress';
import type { Environment } from '../../shared/transport/types';
import { createLimit } from '../../shared/transport/limit';
import { collectAnswer, type Answer } from './collector';
import { NoAnswer, openLine, type Line } from './line';
import { writeQuestion, type Question } from './message';
import { asError } from '../../shared/transport/errors';

/** How long a question may take. */
export interface Patience {
	/** Until the first part of the answer, in seconds. */
	answerTimeout: number;
	/** Of silence, after which the answer is complete, in seconds. */
	quietTime: number;
}

/** Where a question is asked; the session is known only if the person gave it. */
export interface RoomOfSession {
	clientChatRoomUrl: string;
	sessionId?: string;
}

/** A chat room: its questions go one after another over one connection, in the order in which they were asked. */
export interface Room {
	/** Set once this room is known to give no more answers. */
	gone?: ItemFailure;
	/** Runs a task when those before it are done. */
	inTurn<T>(task: () => Promise<T>): Promise<T>;
	/** @throws NoAnswer; what `sleep` throws on Stop */
	ask(question: Question, patience: Patience): Promise<Answer>;
	close(): Promise<void>;
}

const TRIES = 3;
const LONGEST_HANDSHAKE_SECONDS = 15;

/** How long a handshake may take: never longer than the wait for an answer. */
export function handshakeSeconds({ answerTimeout }: Patience): number {
	return Math.min(LONGEST_HANDSHAKE_SECONDS, answerTimeout);
}

/**
 * Makes a room, which connects when the first question is asked, and again after its connection was lost.
 * @param egress what n8n allows to connect to
 */
export function createRoom(url: string, environment: Environment, egress: Egress): Room {
	let line: Line | undefined;
	/** Ids of questions that are done, and of their answers where the service gave those ids of its own. */
	const doneIds = new Set<string>();

	async function connected(patience: Patience): Promise<Line> {
		if (line?.isOpen) return line;
		const reason = await egress.refusal(url);
		if (reason !== undefined) throw new NoAnswer({ why: 'notAllowed', reason });
		const handshakeTimeoutMs = handshakeSeconds(patience) * 1000;
		const options = { handshakeTimeoutMs, lookup: egress.lookup };
		for (let count = 1; ; count++) {
			try {
				return (line = await openLine(url, options, environment));
			} catch (error) {
				if (count >= TRIES || !(error instanceof NoAnswer) || !mayPass(error)) throw asError(error);
				await environment.sleep(500 * count);
			}
		}
	}

	return {
		inTurn: createLimit(1),
		async ask(question, patience) {
			try {
				const open = await connected(patience);
				const collector = collectAnswer(
					{ ...question, earlierIds: doneIds },
					{ answerTimeoutMs: patience.answerTimeout * 1000, quietMs: patience.quietTime * 1000 },
					environment.now(),
				);
				const answer = await open.ask(writeQuestion(question), collector);
				const { message_id: id } = answer.record;
				if (typeof id === 'string' || typeof id === 'number') doneIds.add(String(id));
				return answer;
			} finally {
				doneIds.add(question.messageId);
			}
		},
		close: async () => await line?.close(),
	};
}

/** Whether to connect again, which is safe: nothing was asked yet. */
function mayPass({ trouble }: NoAnswer): boolean {
	if (trouble.why === 'rejected') return trouble.httpStatus >= 500 || trouble.httpStatus === 429;
	return trouble.why === 'unreachable';
}
