import { egressOf } from '../../shared/n8n/egress';
import { hint } from '../../shared/n8n/hintsAndCustomData';
import { goesOn, ItemFailure, toFailure } from '../../shared/operation/failure';
import type { Tools } from '../../shared/operation/types';
import { asError } from '../../shared/transport/serviceError';
import { createLimit } from '../../shared/async/limit';
import { createLastTransport } from '../../shared/transport/transport';
import { changeSession } from '../session';
import { collectAnswer, type Answer } from './collector';
import { openConnection, type Connection } from './connection';
import { writeQuestion, type Question } from './message';
import { explain, NoAnswer, notAllowed } from './noAnswer';
import { redactorOf } from './redactor';

/** A question, where it is asked, and how long it may take. */
interface Asking {
	clientChatRoomUrl: string;
	/** Known only if the person gave it. */
	sessionId?: string;
	question: Question;
	/** Until the first part of the answer, in seconds. */
	answerTimeout: number;
	/** Of silence, after which the answer is complete, in seconds. */
	quietTime: number;
	/** When whoever asks gives up: milliseconds since the epoch. */
	endsAt: number;
}

const TRIES = 3;
/** How long a handshake may take; never longer than the wait for an answer. */
const LONGEST_HANDSHAKE_SECONDS = 15;

/** The chat of a run: one connection for each room, and everything closed at its end, also after Stop. */
export async function chatOf(tools: Tools) {
	return await tools.once('chat', async () => openChat(tools));
}

function openChat(tools: Tools) {
	const rooms = new Map<string, ReturnType<typeof createRoom>>();
	const sessions = new Set<string>();
	let failure: ItemFailure | undefined;

	tools.atEnd(async () => {
		await Promise.all([...rooms.values()].map(async (room) => await room.close()));
	});

	return {
		/** Closes a session at the end of the run, whether its questions were answered or not. */
		closeAtEnd: (sessionId: string) => {
			if (sessions.has(sessionId)) return;
			sessions.add(sessionId);
			tools.atEnd(async () => await closeWhateverHappened(tools, sessionId));
		},
		/**
		 * Asks in a room, when its earlier questions are done.
		 * @throws ItemFailure
		 */
		async ask(asking: Asking): Promise<Answer> {
			const { clientChatRoomUrl: url, sessionId: id } = asking;
			const room = rooms.get(url) ?? createRoom(url, tools);
			rooms.set(url, room);
			return await room.inTurn(async () => {
				// After a failure that stops the node, no more questions are asked.
				if (failure && !goesOn(tools.context)) throw failure;
				const clean = await redactorOf(tools.context);
				try {
					return clean.answer(await room.ask(asking));
				} catch (error) {
					throw (failure = clean.failure(toFailure(error, { id })));
				}
			});
		},
	};
}

/**
 * A chat room: its questions go one after another over one connection, in the order in which they were asked. It
 * connects when the first one is asked, and again after its connection was lost or a question had no answer.
 */
function createRoom(url: string, { context, environment, transport }: Tools) {
	const egress = egressOf(context);
	let connection: Connection | undefined;
	/** Set once this room is known to give no more answers. */
	let gone: ItemFailure | undefined;
	/** Ids of questions that are done, and of their answers where the service gave those ids of its own. */
	const doneIds = new Set<string>();
	let isAfterSilence = false;

	async function connected(handshakeTimeoutMs: number): Promise<Connection> {
		if (connection?.isOpen()) return connection;
		const reason = await egress.refusal(url);
		if (reason !== undefined) throw notAllowed(reason);
		const options = { handshakeTimeoutMs, lookup: egress.lookup };
		for (let count = 1; ; count++) {
			try {
				return (connection = await openConnection(url, options, environment));
			} catch (error) {
				// To connect again is safe: nothing was asked yet.
				if (count >= TRIES || !(error instanceof NoAnswer) || !error.mayPass) throw asError(error);
				await environment.sleep(500 * count);
			}
		}
	}

	return {
		inTurn: createLimit(1),
		/** @throws ItemFailure; what `sleep` throws on Stop */
		async ask(asking: Asking): Promise<Answer> {
			if (gone) throw gone;
			const { question, answerTimeout, quietTime, endsAt } = asking;
			let heard = () => '';
			try {
				const open = await connected(1000 * Math.min(LONGEST_HANDSHAKE_SECONDS, answerTimeout));
				const collector = collectAnswer(
					{ ...question, earlierIds: doneIds, isAfterSilence },
					{ answerTimeoutMs: answerTimeout * 1000, quietMs: quietTime * 1000, endsAt },
					environment.now(),
				);
				heard = collector.soFar;
				const answer = await open.ask(writeQuestion(question), collector);
				const { message_id: id } = answer.record;
				if (typeof id === 'string') doneIds.add(id);
				return answer;
			} catch (error) {
				isAfterSilence = true;
				// A dead connection looks like an avatar that is silent: the next question gets another one.
				await connection?.close();
				if (!(error instanceof NoAnswer)) throw asError(error);
				const { failure, isOver } = await explain(error, asking, heard(), transport);
				if (isOver) gone = failure;
				throw failure;
			} finally {
				doneIds.add(question.messageId);
			}
		},
		close: async () => await connection?.close(),
	};
}

/**
 * An open session goes on costing credits, so this is sent even after a Stop.
 * @throws ItemFailure that says so, for the log and for the error of the node
 */
async function closeWhateverHappened({ context }: Tools, sessionId: string): Promise<void> {
	const closing = changeSession(createLastTransport(context), 'close', sessionId);
	const why = await closing.then(
		() => undefined,
		(error: unknown) => toFailure(error).message,
	);
	if (why === undefined) return;
	const warning = `The session ${sessionId} could not be closed, and may go on costing credits: ${why}`;
	hint(context, warning, 'warning');
	throw new ItemFailure(warning);
}
