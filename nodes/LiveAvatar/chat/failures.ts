import { jobKinds, type JobState } from '../../shared/jobs/kinds';
import { readJob } from '../../shared/jobs/read';
import { Failure } from '../../shared/operation';
import { explainCode, wordsOn } from '../../shared/service/codes';
import { parseUrl } from '../../shared/service/urls';
import { excerptOf, sentences } from '../../shared/service/values';
import type { Transport } from '../../shared/transport/types';

const NEW_SESSION = 'Create a new session, and ask there.';
const WHERE_FROM = 'Take both chat room URLs from the streamUrls of a session that streams now.';
const SAME_SESSION = 'Server Chat Room URL belongs to the same session as Client Chat Room URL';
const WRONG_VALUE = 1003;

export const notAllowed = (reason: string) =>
	new Failure('The chat room is at an address that this n8n does not allow to connect to', {
		description: `${excerptOf(reason, 200)}. Ask the operator of n8n to allow it with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.`,
	});

/** n8n replaces a message that contains a network code, so `why` is in the description. */
export const unreachable = (why: string) =>
	new Failure('The chat room could not be reached', {
		description: `${excerptOf(why, 100)}. ${WHERE_FROM} A firewall or proxy between n8n and the chat room has to let WebSockets through.`,
	});

export function rejected(httpStatus: number, mayPass: boolean): Failure {
	const early = `The session does not stream yet, was closed, or has expired. ${WHERE_FROM} Fill in Session ID to see which.`;
	const proxy = 'Put them into HTTPS_PROXY of n8n, or add the host of the chat room to NO_PROXY.';
	let [state, description] = ['not open', early];
	if (mayPass) [state, description] = ['not available at the moment', 'Ask again later.'];
	if (httpStatus === 407)
		[state, description] = ['behind a proxy that asks for a name and a password', proxy];
	return new Failure(`The chat room is ${state} (HTTP ${httpStatus})`, { description, httpStatus });
}

export function closed(code: number, reason: string): Failure {
	const why = excerptOf(reason === '' ? `code ${code}` : `code ${code}: ${reason}`, 120);
	return new Failure(`The chat room closed the connection before the answer was complete (${why})`, {
		description: 'The session may have been closed, or have expired. Ask again, or create a new session.',
	});
}

export function refused({ code, said }: { code: number; said: string }): Failure {
	const { message, description: usual } = explainCode(code, said, 'liveAvatar');
	const values = `Check that ${SAME_SESSION}, and that Voice and Language are in their lists`;
	const description = code === WRONG_VALUE ? sentences(wordsOn(code, said), values) : usual;
	return new Failure(message, { description, errorCode: code, serviceMessage: said || undefined });
}

export const silent = (seconds: number) =>
	new Failure(`The avatar gave no answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`, {
		description: `Ask again, raise Answer Timeout, or check that ${SAME_SESSION}.`,
	});

export const tooLong = () =>
	new Failure('The answer is longer than allowed', {
		description: 'At most a million characters are taken. Ask for a shorter answer.',
	});

const CANNOT_ANSWER: Partial<Record<JobState['status'], [string, string]>> = {
	closed: ['is closed or has expired', `Minutes without a message end it, too. ${NEW_SESSION}`],
	failed: ['could not be started', NEW_SESSION],
	queued: ['does not stream yet', 'Turn on Wait Until It Streams in Create, or in a Get before you ask.'],
};

export async function explain(
	{ message, details: { description, ...codes } }: Failure,
	{ url, id, heard }: { url: string; id?: string; heard: string },
	transport: Transport,
): Promise<Failure> {
	const kind = jobKinds.liveAvatarSession;
	const session = id === undefined ? null : await readJob(transport, kind, id).catch(() => null);
	const { status, reason } = session ?? {};
	const before = heard && ` Until then the answer was: "${excerptOf(heard, 300)}"`;
	const known = status ? ` The status of the session ${id} is ${status}.${reason ? ` ${reason}.` : ''}` : '';
	const unknown = session === undefined ? ` The service knows no session ${id}. Check Session ID.` : '';
	const chat = `${description}${before} (Chat room at ${parseUrl(url)?.host}).${known}${unknown}`;
	const [why, advice] = (status && CANNOT_ANSWER[status]) ?? [];
	return new Failure(why ? `The session ${id} ${why}` : message, {
		...{ ...codes, id, kind: kind.name, status },
		description: why ? `${advice} In the chat: ${message}. ${chat}` : chat,
	});
}
