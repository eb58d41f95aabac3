import type { FailureDetails } from '../../shared/operation/failure';
import { explainCode } from '../../shared/service/codes';
import { excerptOf } from '../../shared/service/values';
import type { Trouble } from './line';

/** What happened, in one line; what to do; and what else is known. */
export interface Words extends Pick<FailureDetails, 'errorCode' | 'httpStatus'> {
	message: string;
	description: string;
}

export interface Circumstances {
	/** Of the chat room. */
	host: string;
	handshakeSeconds: number;
	answerSeconds: number;
	/** Parts of the answer that had come. */
	soFar: string;
}

/** Close code of a connection that ended without a closing handshake. */
const NO_GOODBYE = 1006;
const NEW_SESSION = 'Create a new session, and ask there.';
const WRONG_VALUE = 1003;
const CHECK_VALUES =
	'Check that Server Chat Room URL belongs to the same session as Client Chat Room URL, and that Voice and Language are of their lists.';
const WHERE_FROM =
	'Check that the chat room URLs are those of a session that streams now: take both from the streamUrls of its Create.';

/** Says what happened to a question, as far as the chat alone shows. */
export function wordsFor(trouble: Trouble, circumstances: Circumstances): Words {
	const { host, soFar } = circumstances;
	const words = wordsOf(trouble, circumstances);
	const heard = soFar === '' ? '' : ` Until then the answer was: "${excerptOf(soFar, 300)}"`;
	return { ...words, description: `${words.description}${heard} (Chat room at ${host})` };
}

function wordsOf(trouble: Trouble, { handshakeSeconds, answerSeconds, soFar }: Circumstances): Words {
	switch (trouble.why) {
		case 'rejected':
			return rejected(trouble);
		case 'notAllowed':
			return {
				message: 'The chat room is at an address that this n8n does not allow to connect to',
				description: `${excerptOf(trouble.reason, 200)}. Whoever runs n8n can allow it: N8N_SSRF_ALLOWED_HOSTNAMES and N8N_SSRF_ALLOWED_IP_RANGES name what may be reached.`,
			};
		case 'unreachable':
			return {
				// n8n replaces a message that contains a network code with its own text.
				message: 'The chat room could not be reached',
				description: `${excerptOf(trouble.fault, 100)}. ${WHERE_FROM} A firewall or proxy between n8n and the chat room has to let WebSockets through.`,
			};
		case 'noHandshake':
			return {
				message: `The chat room did not answer the connection within ${seconds(handshakeSeconds)}`,
				description: `Try again later. ${WHERE_FROM}`,
			};
		case 'tooLarge':
			return {
				message: 'The chat room sent a message that is too large for an answer',
				description: 'At most 1 MB is taken at a time. Ask for a shorter answer.',
			};
		case 'closed': {
			const reason = trouble.reason || (trouble.code === NO_GOODBYE ? 'cut without a goodbye' : '');
			const why = [`code ${trouble.code}`, reason].filter(Boolean).join(': ');
			const when = soFar === '' ? 'before it answered' : 'in the middle of the answer';
			return {
				message: `The chat room closed the connection ${when} (${excerptOf(why, 120)})`,
				description: `The session may have been closed, or have expired. Ask again, or create a new session.`,
			};
		}
		case 'refused':
			return refused(trouble);
		case 'tooLong':
			return {
				message: 'The answer is longer than allowed',
				description: 'At most a million characters are taken. Ask for a shorter answer.',
			};
		case 'silent': {
			const { refusal } = trouble;
			const said =
				refusal &&
				` In the meantime the chat room said: ${excerptOf(refusal.said, 300)} (code ${refusal.code}).`;
			return {
				message: `The avatar gave no answer within ${seconds(answerSeconds)}`,
				description: `Raise Answer Timeout, or check that Server Chat Room URL belongs to the same session as Client Chat Room URL.${said ?? ''}`,
				...(refusal && { errorCode: refusal.code }),
			};
		}
	}
}

function rejected({ httpStatus, code, said = '' }: Extract<Trouble, { why: 'rejected' }>): Words {
	if (code !== undefined) return { ...explainCode(code, said, 'liveAvatar'), errorCode: code, httpStatus };
	if (httpStatus >= 500 || httpStatus === 429 || httpStatus === 408) {
		return {
			message: `The chat room is not available at the moment (HTTP ${httpStatus})`,
			description: `Ask again later, and close the session if you do not: it may go on.`,
			httpStatus,
		};
	}
	return {
		message: `The chat room is not open (HTTP ${httpStatus})`,
		description: `The session does not stream yet, was closed, or has expired. ${WHERE_FROM} With the Session ID filled in (Options › More Fields), this message says more.`,
		httpStatus,
	};
}

function refused({ code, said }: Extract<Trouble, { why: 'refused' }>): Words {
	const { message, description } = explainCode(code, said, 'liveAvatar');
	const advice =
		code === WRONG_VALUE
			? `${CHECK_VALUES} The service said: ${excerptOf(said, 300)} (code ${code})`
			: description;
	return { message, description: advice, errorCode: code };
}

function seconds(count: number): string {
	return `${count} ${count === 1 ? 'second' : 'seconds'}`;
}

/** What the service says of the session itself, for a question that got no answer. */
export type SessionNews =
	{ status: string; reason?: string; unknownStatus?: string } | { status: 'notThere' };

/** Why a session can't answer; undefined for one that streams. */
export function wordsForSession(
	id: string,
	news: SessionNews,
): Pick<Words, 'message' | 'description'> | undefined {
	switch (news.status) {
		case 'closed':
			return {
				message: `The session ${id} is closed or has expired`,
				description: `A session ends when it is closed, and by itself after some minutes without a message, sooner or later also while it is paused. ${NEW_SESSION}`,
			};
		case 'failed':
			return {
				message: `The session ${id} could not be started`,
				description: `${'reason' in news && news.reason ? `The service said: ${news.reason}. ` : ''}${NEW_SESSION}`,
			};
		case 'queued':
			return {
				message: `The session ${id} does not stream yet`,
				description:
					'Turn on Wait for Completion where it is created, or read it with Get and Wait for Completion before you ask.',
			};
		case 'notThere':
			return {
				message: `The service does not know the session ${id}`,
				description: `It may have expired long ago, or belong to another account, or the Session ID is that of something else. ${NEW_SESSION}`,
			};
		default:
			return undefined;
	}
}
