import { createEnvironment } from '../async/environment';
import { RateLimiter } from '../async/rateLimiter';
import { isRefusedByN8n } from '../n8n/refusal';
import { BoundedMap } from '../service/boundedMap';
import type { ServiceRequest } from '../service/request';
import { CREDENTIAL_NAME, readAccount } from './account';
import { isByItem, withoutStoring } from './accountByItem';
import type { Secrets } from './redact';
import { Failure } from '../service/failure';
import { causesOf } from './tokenError';
import type { CallContext } from './types';

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;

type Kind = 'creates' | 'detections' | 'reads';
type Limiters = Record<Kind, RateLimiter>;

const known = new BoundedMap<string, Limiters>(50);

/** @throws Failure when it can't be read; it can't be read again when that is final */
export async function openAccount(context: CallContext, secrets: Secrets) {
	try {
		const credential = await context.getCredentials(CREDENTIAL_NAME);
		for (const secret of [credential.clientSecret, credential.accessToken, credential.apiKey])
			secrets.add(secret);
		const { hosts, identity } = readAccount(credential);
		const isUnstored = await isByItem(context);
		const caller = () => (isUnstored ? withoutStoring(context) : context);
		return { hosts, limiters: limitersOf(`${identity} ${hosts.service.root}`), caller };
	} catch (thrown) {
		return refuseCredential(thrown);
	}
}

export function refuseCredential(thrown: unknown): never {
	const message = thrown instanceof Error ? thrown.message : 'The credential could not be read';
	const description = 'Open the credential of this node, and test it';
	const again = isRefusedByN8n(causesOf(thrown)) ? 'never' : undefined;
	throw new Failure(message, { description }, { scope: 'run', again });
}

function limitersOf(account: string): Limiters {
	const create = () => new RateLimiter(createEnvironment().random);
	const limiters = known.get(account) ?? { creates: create(), detections: create(), reads: create() };
	known.set(account, limiters);
	return limiters;
}

/** A limit of creates does not slow down reads. */
export function limiterOf({ limiters }: OpenAccount, { intent, host }: ServiceRequest): RateLimiter {
	if (intent === 'create') return limiters.creates;
	return host === 'detection' ? limiters.detections : limiters.reads;
}
