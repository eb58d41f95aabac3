import { createEnvironment } from '../async/environment';
import { RateLimiter } from '../async/rateLimiter';
import { isRefusedByN8n } from '../n8n/errors';
import { BoundedMap } from '../service/boundedMap';
import type { ServiceRequest } from '../service/request';
import { CREDENTIAL_NAME, readAccount, type Account } from './account';
import type { Secrets } from './redact';
import { Failure } from '../service/failure';
import { causesOf } from './faults';
import type { CallContext } from './types';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { rawCredential } from '../n8n/rawCredential';
import { ADDRESSES } from './hosts';
import { fetchToken, justFetched, refusedTokens, type HttpRequest } from './token';

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;

type Limiters = Record<'creates' | 'detections' | 'reads', RateLimiter>;

/** One long Retry-After must not blind all polls of the account. */
const LONGEST_READ_HOLD_MS = 60_000;

const known = new BoundedMap<string, Limiters>(50);

/** @throws Failure when it can't be read; it can't be read again when that is final */
export async function openAccount(context: CallContext, secrets: Secrets) {
	try {
		const credential = await context.getCredentials(CREDENTIAL_NAME);
		secrets.addThoseOf(credential);
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
	const create = (holdMs?: number) => new RateLimiter(createEnvironment().random, holdMs);
	const limiters = known.get(account) ?? {
		creates: create(),
		detections: create(),
		reads: create(LONGEST_READ_HOLD_MS),
	};
	known.set(account, limiters);
	return limiters;
}

/** A limit of creates does not slow down reads. */
export function limiterOf({ limiters }: OpenAccount, { intent, host }: ServiceRequest): RateLimiter {
	if (intent === 'create') return limiters.creates;
	return host === 'detection' ? limiters.detections : limiters.reads;
}

const FIELDS = [...Object.keys(ADDRESSES), 'apiKey', 'clientId', 'clientSecret'];

const SAME_FOR_ALL = /\$(?:vars|secrets|env|workflow|execution|self)\b/g;

const byItem = new WeakMap<object, Promise<boolean | undefined>>();

/** Undefined in an n8n that does not show the expressions. Asked once per run, because n8n decrypts the credential. */
export async function isByItem(context: CallContext): Promise<boolean | undefined> {
	const read = async () => {
		const raw = await rawCredential(context, CREDENTIAL_NAME);
		return raw && FIELDS.some((name) => mayDiffer(raw[name]));
	};
	const asked = byItem.get(context) ?? read();
	byItem.set(context, asked);
	return await asked;
}

function mayDiffer(value: unknown): boolean {
	if (typeof value !== 'string' || !value.startsWith('=') || !value.includes('{{')) return false;
	return value.replace(SAME_FOR_ALL, '').includes('$');
}

/*
 * n8n stores a token with all fields of the credential. n8n 2.0 to 2.30 also replace its expressions with the values of
 * the item, for all later runs (n8n.md: Expressions in the credential).
 */

/** n8n hands the marked object itself to `preAuthentication`. */
const UNSTORED = 'tokenIsNotStored';

export function withoutStoring<C extends CallContext>(context: C): C {
	let handedOut: ICredentialDataDecryptedObject | undefined;
	const getCredentials = async (type: string): Promise<ICredentialDataDecryptedObject> => {
		const marked = { accessToken: '', fingerprint: '', [UNSTORED]: true };
		handedOut ??= Object.assign(await context.getCredentials(type), marked);
		return handedOut;
	};
	return Object.create(context, { getCredentials: { value: getCredentials } }) as C;
}

/** False for a credential without the mark. @throws TokenError */
export async function putUnstoredToken(
	httpRequest: HttpRequest,
	credential: ICredentialDataDecryptedObject,
	account: Account,
): Promise<boolean> {
	if (credential[UNSTORED] !== true) return false;
	const { fingerprint } = account;
	const newest = justFetched.get(fingerprint)?.token;
	const isUsable = newest !== undefined && !refusedTokens.has(newest);
	const accessToken = isUsable
		? newest
		: (await fetchToken(httpRequest, account, newest, newest !== undefined)).token;
	Object.assign(credential, { accessToken, fingerprint });
	return true;
}
