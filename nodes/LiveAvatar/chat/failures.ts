import { Failure } from '../../shared/operation';
import { explainCode, isRejected, wordsOn, wrongField } from '../../shared/service/failure';
import type { NextStep } from '../../shared/service/nextStep';
import { saidIn, excerptOf, sentences } from '../../shared/service/values';
import { isOfUnknownAuthority, NAME_AUTHORITY } from '../../shared/transport/faults';

const ASK_ANEW = 'The session may have ended. Create a new session and ask there.';

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
	const field = next === 'changeField' ? 'Session ID' : undefined;
	return new Failure(message, next, { description, httpStatus, field }, { again });
}

type Why = readonly [why: string, say: string | undefined, next: NextStep];
const NOT_OPEN: Why = ['not open', 'Turn on Wait Until It Streams, or create another session', 'changeField'];
const NOT_NOW: Why = ['not available at the moment', undefined, 'runAgainLater'];
const BEHIND_PROXY: Why = ['behind a proxy with a login', 'Put it into HTTPS_PROXY of n8n', 'changeSetting'];

export const closed = (code: number, reason: string) =>
	wrongField(
		'Session ID',
		`The chat room closed the connection before the answer was complete (${excerptOf(reason === '' ? `code ${code}` : `code ${code}: ${reason}`, 120)})`,
		ASK_ANEW,
	);

export function refused({ code, said }: { code: number; said: string }): Failure {
	const { message, description: usual, next, field } = explainCode(code, said, 'liveAvatar');
	const values = sentences(wordsOn(code, said), 'Check that Voice and Language are in their lists');
	const description = isRejected(code) ? values : usual;
	const serviceMessage = said || undefined;
	return new Failure(message, next, { description, field, errorCode: code, serviceMessage });
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

const LONGER = 'Ask again with a longer Answer Timeout. If it stays silent, the session may have ended';

export const flooded = () =>
	failure('askService', 'The chat room sent more than an answer needs', 'Ask the support of the service why');
