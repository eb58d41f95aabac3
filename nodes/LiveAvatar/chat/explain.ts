import { jobKinds } from '../../shared/jobs/kinds';
import { readJob } from '../../shared/jobs/read';
import { ItemFailure } from '../../shared/operation/failure';
import type { Transport } from '../../shared/transport/types';
import { hostOf } from './addresses';
import type { NoAnswer, Trouble } from './line';
import { handshakeSeconds, type Patience, type RoomOfSession } from './room';
import { wordsFor, wordsForSession, type SessionNews } from './words';

/**
 * Says why a question got no answer. When the session is known, the service is asked once for its state.
 * @returns the failure, and whether asking again in this room is of no use
 */
export async function explainNoAnswer(
	{ trouble, soFar }: NoAnswer,
	{ clientChatRoomUrl, sessionId: id }: RoomOfSession,
	patience: Patience,
	transport: Transport,
): Promise<{ failure: ItemFailure; isOver: boolean }> {
	const { message, description, ...codes } = wordsFor(trouble, {
		host: hostOf(clientChatRoomUrl),
		handshakeSeconds: handshakeSeconds(patience),
		answerSeconds: patience.answerTimeout,
		soFar,
	});
	const isForbidden = trouble.why === 'notAllowed';
	if (id === undefined || isForbidden) {
		return { failure: new ItemFailure(message, { id, description, ...codes }), isOver: isForbidden };
	}

	const news = await newsOf(transport, id);
	const status = news?.status === 'notThere' ? 'unknown' : news?.status;
	const known = { id, kind: jobKinds.liveAvatarSession.name, ...codes, ...(status && { status }) };
	const ofSession = news && wordsForSession(id, news);
	if (ofSession && explains(news, trouble)) {
		const details = {
			...known,
			description: `${ofSession.description} In the chat: ${message}. ${description}`,
		};
		return { failure: new ItemFailure(ofSession.message, details), isOver: news.status !== 'queued' };
	}
	const note = news && trouble.why !== 'refused' ? ` ${noteOn(id, news)}` : '';
	return { failure: new ItemFailure(message, { ...known, description: description + note }), isOver: false };
}

async function newsOf(transport: Transport, id: string): Promise<SessionNews | undefined> {
	try {
		return (await readJob(transport, jobKinds.liveAvatarSession, id)) ?? { status: 'notThere' };
	} catch {
		return undefined;
	}
}

/** Whether the state of the session can be the reason. A wrong Session ID does not explain a silent avatar. */
function explains({ status }: SessionNews, { why }: Trouble): boolean {
	if (why === 'silent') return status !== 'notThere';
	return why !== 'tooLarge' && why !== 'tooLong';
}

function noteOn(id: string, news: SessionNews): string {
	if (news.status === 'streaming')
		return `The session ${id} itself streams: ask again, also when it was paused.`;
	if (news.status === 'notThere') return `The service knows no session ${id}: check Session ID.`;
	const status =
		'unknownStatus' in news && news.unknownStatus ? `unknown (${news.unknownStatus})` : news.status;
	return `The status of the session ${id} is ${status}.`;
}
