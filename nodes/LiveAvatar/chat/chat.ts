import { hint } from '../../shared/n8n/told';
import { goesOn, toFailure, type ItemFailure } from '../../shared/operation/failure';
import { unstoppable } from '../../shared/n8n/unstoppable';
import type { Tools } from '../../shared/operation/types';
import { createEnvironment } from '../../shared/transport/environment';
import { createTransport } from '../../shared/transport/transport';
import { egressOf } from '../../shared/n8n/egress';
import { tellSession } from '../sessionCalls';
import type { Answer } from './collector';
import type { Question } from './message';
import { NoAnswer } from './line';
import { createRoom, type Patience, type Room, type RoomOfSession } from './room';
import { explainNoAnswer } from './explain';
import { asError } from '../../shared/transport/errors';

/** The chat of a run: one connection for each room, and everything closed at its end, also after Stop. */
export async function chatOf(tools: Tools) {
	return await tools.once('chat', async () => openChat(tools));
}

function openChat(tools: Tools) {
	const { context, environment, transport } = tools;
	const egress = egressOf(context);
	const rooms = new Map<string, Room>();
	const sessions = new Set<string>();
	let failure: ItemFailure | undefined;

	tools.atEnd(async () => {
		await Promise.all([...rooms.values()].map(async (room) => await room.close()));
		for (const id of sessions) await closeWhateverHappened(tools, id);
	});

	function roomAt(url: string): Room {
		const room = rooms.get(url) ?? createRoom(url, environment, egress);
		rooms.set(url, room);
		return room;
	}

	return {
		/** Closes a session at the end of the run, whether its questions were answered or not. */
		closeAtEnd: (sessionId: string) => void sessions.add(sessionId),
		/**
		 * Asks in a room, when its earlier questions are done.
		 * @throws ItemFailure
		 */
		async ask(of: RoomOfSession, question: Question, patience: Patience): Promise<Answer> {
			const room = roomAt(of.clientChatRoomUrl);
			return await room.inTurn(async () => {
				// After a failure that stops the node, no more questions are asked.
				if (failure && !goesOn(context)) throw failure;
				if (room.gone) throw room.gone;
				try {
					return await room.ask(question, patience);
				} catch (error) {
					if (environment.signal?.aborted) throw asError(error);
					if (!(error instanceof NoAnswer)) throw (failure = toFailure(error));
					const explained = await explainNoAnswer(error, of, patience, transport);
					if (explained.isOver) room.gone = explained.failure;
					throw (failure = explained.failure);
				}
			});
		},
	};
}

/** An open session goes on costing credits, so this is sent even after a Stop, and a failure is reported. */
async function closeWhateverHappened({ context }: Tools, sessionId: string): Promise<void> {
	const untilTheEnd = unstoppable(context);
	try {
		await tellSession(createTransport(untilTheEnd, createEnvironment(untilTheEnd)), 'close', sessionId);
	} catch (error) {
		const { message } = toFailure(error);
		const warning = `The session ${sessionId} could not be closed, and may go on costing credits: ${message}`;
		context.logger.warn(warning);
		hint(context, warning, 'warning');
	}
}
