import { causesOf, DATABASE_IS_AWAY, isOfDatabase, isRefusedByN8n } from '../n8n/errors';
import type { Host } from './hosts';
import { tokenErrorIn } from './tokenError';
import { meaningOf, type Refusal, type Trouble } from './tries';

const NOT_SECURE = 'could not be reached: no secure connection could be made';
const UNKNOWN_AUTHORITY = /SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED/;
export const NAME_AUTHORITY = 'Set NODE_EXTRA_CA_CERTS to the file of its certificates where n8n is started';
export const isOfUnknownAuthority = (code: string) => UNKNOWN_AUTHORITY.test(code);

export function readFault(thrown: unknown, { name, check }: Host): Refusal {
	const refused = { kind: 'refused', trouble: 'final', next: 'fixCredential', description: check } as const;
	if (thrown instanceof AnswerTooLarge) {
		const message = `${name} gave an answer of more than ${thrown.message}`;
		return { ...refused, message, trouble: 'broken', next: 'askService' };
	}
	const chain = causesOf(thrown);
	const tokenError = chain.map(tokenErrorIn).find(Boolean);
	if (tokenError) {
		const isForAll = tokenError.next !== 'runAgainLater';
		return { ...refused, trouble: isForAll ? 'final' : 'notReached', isForAll, ...tokenError };
	}
	// Before 2.34 n8n drops the cause, and its own error has the code as httpCode (n8n.md: Errors).
	const code = chain.flatMap((error) => [error.code, error.httpCode]).find(isNetworkCode) ?? '';
	if (code === '' && !chain.some(({ isAxiosError }) => isAxiosError === true)) {
		const reason = (thrown instanceof Error && thrown.message) || 'none';
		if (isOfDatabase(thrown)) {
			const message = `${DATABASE_IS_AWAY}: ${reason}`;
			const description = 'n8n reads the credential there for each request. Check the database';
			return { ...refused, trouble: 'noDatabase', next: 'runAgainLater', message, description };
		}
		const isByN8n = isRefusedByN8n(thrown);
		const description = `Correct the credential as this reason of n8n says: ${reason}`;
		const message = 'n8n did not send the request to the service';
		return { ...refused, trouble: isByN8n ? 'byN8n' : 'final', message, description, isForAll: isByN8n };
	}
	if (isOfUnknownAuthority(code)) {
		const message = `${name} ${NOT_SECURE}, because n8n does not know the authority of its certificate`;
		return { ...refused, message, next: 'changeSetting', description: NAME_AUTHORITY };
	}
	const [trouble, happened] = kindOf(code, chain);
	const next = meaningOf(trouble).isAway ? 'runAgainLater' : 'fixCredential';
	const description = trouble === 'unclear' ? undefined : check;
	return { ...refused, trouble, next, description, message: `${name} ${happened}` };
}

function kindOf(code: string, chain: ReturnType<typeof causesOf>): [trouble: Trouble, happened: string] {
	// An unreadable TLS record comes from the handshake, or from a connection that has carried the request already.
	if (/^ERR_SSL_|^EPROTO$/.test(code)) return ['broken', NOT_SECURE];
	if (/CERT|TLS|UNABLE_TO|SSL/.test(code)) return ['final', NOT_SECURE];
	const isIn = (...calls: unknown[]) => chain.some(({ syscall }) => calls.includes(syscall));
	if (!isIn('read', 'write')) {
		if (code === 'ECONNREFUSED') return ['notReached', 'could not be reached: the connection was refused'];
		if (/^ENOTFOUND$|^EAI_AGAIN$/.test(code))
			return ['notReached', 'could not be reached: its host was not found'];
		if (isIn('connect')) return ['notReached', 'could not be reached'];
		if (/^ECONNABORTED$|^ETIMEDOUT$/.test(code)) return ['unclear', 'did not answer in time'];
	}
	return ['unclear', 'did not answer: the connection broke'];
}

const isNetworkCode = (value: unknown): value is string => typeof value === 'string' && /\D/.test(value);

/** Its message is the most that an answer may have. */
export class AnswerTooLarge extends Error {}
