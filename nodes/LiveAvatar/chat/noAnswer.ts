import { jobKinds, type JobState } from '../../shared/jobs/kinds';
import { readJob } from '../../shared/jobs/read';
import { ItemFailure, type FailureDetails } from '../../shared/operation/failure';
import { explainCode } from '../../shared/service/codes';
import { parseUrl } from '../../shared/service/urls';
import { excerptOf } from '../../shared/service/values';
import type { Transport } from '../../shared/transport/types';
import type { ChatRefusal } from './message';

/** A question that got no answer, as far as the chat alone shows: the state of the session may say more. */
export class NoAnswer extends ItemFailure {
	constructor(
		message: string,
		details: FailureDetails,
		/** Whether it may help to connect again. */
		readonly mayPass = false,
	) {
		super(message, details);
	}
}

const NEW_SESSION = 'Create a new session, and ask there.';
const WHERE_FROM =
	'Check that the chat room URLs are those of a session that streams now: take both from the streamUrls of its Create.';
const SAME_SESSION = 'Server Chat Room URL belongs to the same session as Client Chat Room URL';
const WRONG_VALUE = 1003;

export const notAllowed = (reason: string) =>
	new ItemFailure('The chat room is at an address that this n8n does not allow to connect to', {
		description: `${excerptOf(reason, 200)}. Whoever runs n8n can allow it: N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES name what may be reached.`,
	});

/** n8n replaces a message that contains a network code with its own text, so `why` is in the description. */
export const unreachable = (why: string, mayPass: boolean) =>
	new NoAnswer(
		'The chat room could not be reached',
		{
			description: `${excerptOf(why, 100)}. ${WHERE_FROM} A firewall or proxy between n8n and the chat room has to let WebSockets through.`,
		},
		mayPass,
	);

export function rejected(httpStatus: number): NoAnswer {
	const mayPass = httpStatus >= 500 || httpStatus === 429;
	if (httpStatus === 407) {
		return new NoAnswer('The proxy before the chat room asks for a name and a password (HTTP 407)', {
			description:
				'Put them into HTTPS_PROXY where n8n is started, as in http://name:password@proxy.example.com:3128, or name the host of the chat room in NO_PROXY.',
			httpStatus,
		});
	}
	const message = `The chat room is not ${mayPass ? 'available at the moment' : 'open'} (HTTP ${httpStatus})`;
	const description = mayPass
		? 'Ask again later, and close the session if you do not: it may go on.'
		: `The session does not stream yet, was closed, or has expired. ${WHERE_FROM} With the Session ID filled in, this message says more.`;
	return new NoAnswer(message, { description, httpStatus }, mayPass);
}

export function closed(code: number, reason: string): NoAnswer {
	const why = reason === '' ? `code ${code}` : `code ${code}: ${reason}`;
	return new NoAnswer(
		`The chat room closed the connection before the answer was complete (${excerptOf(why, 120)})`,
		{ description: 'The session may have been closed, or have expired. Ask again, or create a new session.' },
	);
}

export function refused({ code, said }: ChatRefusal): NoAnswer {
	const { message, description } = explainCode(code, said, 'liveAvatar');
	const checkValues = `Check that ${SAME_SESSION}, and that Voice and Language are of their lists. The service said: ${excerptOf(said, 300)} (code ${code})`;
	return new NoAnswer(message, {
		description: code === WRONG_VALUE ? checkValues : description,
		errorCode: code,
	});
}

export const silent = (seconds: number) =>
	new NoAnswer(`The avatar gave no answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`, {
		description: `Ask again, raise Answer Timeout, or check that ${SAME_SESSION}.`,
	});

export const tooLong = () =>
	new ItemFailure('The answer is longer than allowed', {
		description: 'At most a million characters are taken. Ask for a shorter answer.',
	});

/** Why a session can't answer, by its status. */
const CANNOT_ANSWER: Partial<Record<JobState['status'], { message: string; advice: string }>> = {
	closed: {
		message: 'is closed or has expired',
		advice: `A session ends when it is closed, and by itself after some minutes without a message, sooner or later also while it is paused. ${NEW_SESSION}`,
	},
	failed: { message: 'could not be started', advice: NEW_SESSION },
	queued: {
		message: 'does not stream yet',
		advice:
			'Turn on Wait Until It Streams where it is created, or read it with Get and Wait Until It Streams before you ask.',
	},
};

/**
 * Says why a question got no answer, for people. When the session is known, the service is asked once for its state.
 * @param heard the parts of the answer that had come
 * @returns the failure, and whether to ask again in this room is of no use
 */
export async function explain(
	{ message, details: { description, ...codes } }: NoAnswer,
	{ clientChatRoomUrl, sessionId: id }: { clientChatRoomUrl: string; sessionId?: string },
	heard: string,
	transport: Transport,
) {
	const before = heard === '' ? '' : ` Until then the answer was: "${excerptOf(heard, 300)}"`;
	const { session, note = '' } = id === undefined ? {} : await newsOf(id, transport);
	const inTheChat = `${description}${before} (Chat room at ${parseUrl(clientChatRoomUrl)?.host})${note}`;
	const why = session && CANNOT_ANSWER[session.status];
	const failure = new ItemFailure(why ? `The session ${id} ${why.message}` : message, {
		...codes,
		id,
		kind: jobKinds.liveAvatarSession.name,
		status: session?.status,
		description: why ? `${why.advice} In the chat: ${message}. ${inTheChat}` : inTheChat,
	});
	return { failure, isOver: why !== undefined && session?.status !== 'queued' };
}

/** What the service says of the session itself; nothing when it can't be asked. */
async function newsOf(id: string, transport: Transport): Promise<{ session?: JobState; note?: string }> {
	try {
		const session = await readJob(transport, jobKinds.liveAvatarSession, id);
		if (!session) return { note: ` The service knows no session ${id}: check Session ID.` };
		const reason = session.reason === undefined ? '' : ` ${session.reason}.`;
		return { session, note: ` The status of the session ${id} is ${session.status}.${reason}` };
	} catch {
		return {};
	}
}
