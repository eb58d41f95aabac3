import { jobKinds } from '../../shared/jobs/kinds';
import { readJob } from '../../shared/jobs/read';
import { Failure } from '../../shared/operation';
import { explainCode, wordsOn } from '../../shared/service/failure';
import type { NextStep } from '../../shared/service/nextStep';
import { statusOf } from '../../shared/service/statuses';
import { saidIn, excerptOf, sentences } from '../../shared/service/values';
import { isOfUnknownAuthority, NAME_AUTHORITY } from '../../shared/transport/faults';
import type { Transport } from '../../shared/transport/transport';

const NEW_SESSION = 'Create a new session and ask there';
const WRONG_VALUE = 1003;

const failure = (next: NextStep, message: string, ...description: string[]) =>
	new Failure(message, next, { description: sentences(...description) });

export const notAllowed = (reason: string) =>
	failure(
		'changeSetting',
		'The chat room is at an address that this n8n does not allow to connect to',
		excerptOf(reason, 200),
		'Ask the operator of n8n to allow it with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES',
	);

/** n8n replaces a message that contains a network code, so `why` is in the description. */
export function unreachable(why: string, again?: 'later'): Failure {
	const next = isOfUnknownAuthority(why)
		? NAME_AUTHORITY
		: 'Check that the firewall or proxy between n8n and the chat room lets WebSockets through';
	const description = sentences(excerptOf(why, 100), next);
	return new Failure('The chat room could not be reached', 'changeSetting', { description }, { again });
}

export function rejected(httpStatus: number): Failure {
	const again = httpStatus >= 500 || httpStatus === 429 ? 'later' : undefined;
	const [state, description, next] = httpStatus === 407 ? BEHIND_PROXY : again ? NOT_NOW : NOT_OPEN;
	const message = `The chat room is ${state} (HTTP ${httpStatus})`;
	return new Failure(message, next, { description, httpStatus }, { again });
}

const NOT_OPEN: Why = ['not open', `The session may have ended. ${NEW_SESSION}.`, 'changeField'];
const NOT_NOW: Why = ['not available at the moment', undefined, 'runAgainLater'];
const BEHIND_PROXY: Why = [
	'behind a proxy that asks for a name and a password',
	'Put both into HTTPS_PROXY of n8n.',
	'changeSetting',
];

export const closed = (code: number, reason: string) =>
	failure(
		'changeField',
		`The chat room closed the connection before the answer was complete (${excerptOf(reason === '' ? `code ${code}` : `code ${code}: ${reason}`, 120)})`,
		`The session may have ended. ${NEW_SESSION}`,
	);

export function refused({ code, said }: { code: number; said: string }): Failure {
	const { message, description: usual, next } = explainCode(code, said, 'liveAvatar');
	const values = sentences(wordsOn(code, said), 'Check that Voice and Language are in their lists');
	const description = code === WRONG_VALUE ? values : usual;
	return new Failure(message, next, { description, errorCode: code, serviceMessage: said || undefined });
}

/** `other` is the last message that is no answer to the question. */
export function silent(seconds: number, other: string): Failure {
	const time = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
	if (other === '') return failure('runAgainLater', `The avatar gave no answer within ${time}`, LONGER);
	return failure(
		'askService',
		`The chat room sent no answer to the question within ${time}, but other messages`,
		`The last was: ${saidIn(other, 300)}`,
		'Ask the support of the service what it means',
	);
}

const LONGER = 'Ask again with a longer Answer Timeout';

export const flooded = () =>
	failure(
		'askService',
		'The chat room sent more than an answer can need, so the node closed the connection',
		'Ask the support of the service why',
	);

export const tooLong = () =>
	failure('changeField', 'The answer has more than a million characters', 'Ask for a shorter answer');

type Why = readonly [why: string, say: string | undefined, next: NextStep];
const UNKNOWN: Why = ['is unknown to the service', 'Check Session ID', 'changeField'];
const CANNOT_ANSWER: Readonly<Record<string, Why>> = {
	closed: ['is closed or has expired', NEW_SESSION, 'changeField'],
	failed: ['could not be started', NEW_SESSION, 'changeField'],
	queued: ['does not stream yet', 'Turn on Wait Until It Streams in Create', 'runAgainLater'],
};

/** The status of the session explains more than the chat does. `open` says what it costs while it is open. */
export async function explain(
	{ message, details }: Failure,
	{ id, heard, open }: { id?: string; heard: string; open: string | false },
	transport: Transport,
) {
	const kind = jobKinds.liveAvatarSession;
	const session = id === undefined ? null : await readJob(transport, kind, id).catch(() => null);
	const status = session?.status;
	const isOver = statusOf(status)?.isFinal === true;
	const stops = CANNOT_ANSWER[status ?? ''] ?? (isOver ? CANNOT_ANSWER.closed : undefined);
	const [why, say, next = details.next] = session === undefined ? UNKNOWN : (stops ?? []);
	const before = heard && `Until then the answer was: "${excerptOf(heard, 300)}"`;
	const said = why ? `In the chat: ${message}` : details.description;
	const description = sentences(before, said, say, !isOver && open);
	const told = why ? `The session ${id} ${why}` : message;
	return { message: told, details: { ...details, next, id, kind: kind.name, status, description }, isOver };
}
