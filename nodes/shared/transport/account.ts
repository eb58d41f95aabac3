import { hash } from 'node:crypto';
import { textOf, BoundedMap } from '../service/values';
import { hostsOf } from './hosts';
import { TokenError } from './tokenError';
import type { Around } from '../async/patience';
import { RateLimiter } from '../async/rateLimiter';
import { DATABASE_IS_AWAY, isOfDatabase, isRefusedByN8n } from '../n8n/errors';
import type { CallContext } from '../n8n/executionFacts';
import { Outage } from './outage';
import { secretsOf } from './redact';
import { asError, Failure, type Scope } from '../service/failure';
import { rawCredential } from '../n8n/storedExecution';

export const CREDENTIAL_NAME = 'mediaGenerationApi';

/** Claims, rate limiters, callbacks and tokens go by this value (service.md: Authentication). */
export type Account = ReturnType<typeof readAccount>;

export type KeyPair = NonNullable<Account['keys']>;

/** Drops the spaces that come with pasting. @throws TokenError which names the field */
export function readAccount(credential: Record<string, unknown>) {
	const hosts = hostsOf(credential);
	const { root } = hosts.service;
	const read = (name: string, label: string, isNeeded: boolean) => {
		const text = textOf(credential[name]);
		if (isNeeded && text === '') throw new TokenError(`The ${label} in the credential is empty`, COPY);
		return text;
	};
	const isKey = credential.authentication === 'apiKey';
	const apiKey = isKey ? read('apiKey', 'API Key', true) : undefined;
	if (apiKey !== undefined && !fitsHeader(apiKey))
		throw new TokenError('The API Key in the credential has characters that no key has', COPY);
	const clientId = read('clientId', 'Client ID', !isKey);
	const clientSecret = read('clientSecret', 'Client Secret', !isKey);
	const identity = apiKey === undefined ? clientId : digest(apiKey);
	return {
		/** Who pays: the Client ID, or a hash of the API Key. Never an address. */
		identity,
		/** The identity and its service, because two services may give the same ID. */
		owner: `${identity} ${root}`,
		/** Changes with everything that a token depends on. */
		fingerprint: apiKey === undefined ? digest(root, clientId, clientSecret) : digest(root, apiKey),
		hosts,
		/** Signs references in addresses. */
		secret: apiKey ?? clientSecret,
		apiKey,
		/** With an API Key, they only verify callbacks. */
		keys: clientId && clientSecret ? { clientId, clientSecret } : undefined,
	};
}

export function loginHeaders({ apiKey }: Account, token: string): Record<string, string> {
	return apiKey === undefined ? { Authorization: `Bearer ${token}` } : { [API_KEY_HEADER]: apiKey };
}

export function tokenOn(headers: Readonly<Record<string, unknown>>): string | undefined {
	const { Authorization: bearer, [API_KEY_HEADER]: apiKey } = headers;
	if (typeof apiKey === 'string') return apiKey;
	return typeof bearer === 'string' && bearer.startsWith(BEARER) ? bearer.slice(BEARER.length) : undefined;
}

const API_KEY_HEADER = 'x-api-key';
const BEARER = 'Bearer ';

export const fitsHeader = (text: string) => /^[\x21-\x7e]{1,8000}$/.test(text);

export const COPY = 'Copy it from your account at the service';

const digest = (...parts: string[]) => hash('sha256', JSON.stringify(parts), 'base64url');

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;

/** `wait` is for n8n's database. @throws Failure, whose `again` says never if n8n refuses to give the credential */
export async function openAccount(context: CallContext, wait: Around = async (access) => await access()) {
	try {
		const credential = await wait(async () => await context.getCredentials(CREDENTIAL_NAME));
		const account = readAccount(credential);
		// A token of these keys is stored, so the service at this address has answered before, to any process.
		const hasWorked = credential.fingerprint === account.fingerprint;
		return { ...account, hasWorked, secrets: secretsOf(credential) };
	} catch (thrown) {
		if (isOfDatabase(thrown)) throw databaseIsAway(thrown, 'run');
		const how = { scope: 'run', again: isRefusedByN8n(thrown) ? 'never' : undefined } as const;
		return await Promise.reject(new Failure(asError(thrown).message, 'fixCredential', {}, how));
	}
}

export function databaseIsAway(thrown: unknown, scope: Scope = 'row'): Failure {
	if (thrown instanceof Failure) return thrown;
	const description = 'Check the database, and run this item again';
	const message = `${DATABASE_IS_AWAY}: ${asError(thrown).message}`;
	return new Failure(message, 'runAgainLater', { description }, { scope });
}

/** One long Retry-After must not blind all polls of the account. */
const LONGEST_READ_HOLD_MS = 60_000;

/** A limit of creates does not slow down reads. */
const newShared = () => ({
	...{ outage: new Outage(), create: new RateLimiter(), detection: new RateLimiter() },
	service: new RateLimiter(LONGEST_READ_HOLD_MS),
});
const shared = new BoundedMap<string, ReturnType<typeof newShared>>(50);

export function sharedBy({ owner }: Account) {
	const found = shared.get(owner) ?? newShared();
	shared.set(owner, found);
	return found;
}

const OF_AN_ITEM = /\$(?!(?:vars|secrets|env|workflow|execution|self)\b)/;

/** A run has one account (n8n.md: Expressions in the credential). @throws Failure */
export async function requireOneAccount(context: CallContext, wait: Around): Promise<void> {
	const read = async () => await rawCredential(context, CREDENTIAL_NAME);
	const raw = await wait(read).catch((thrown: unknown) => {
		if (isOfDatabase(thrown)) throw databaseIsAway(thrown, 'run');
		// An n8n that does not show the expressions is trusted.
		return undefined;
	});
	const given = Object.values(raw ?? {}).map(textOf);
	if (!given.some((text) => /^=.*\{\{/s.test(text) && OF_AN_ITEM.test(text))) return;
	throw new Failure('The credential takes its account from the item or from another node', 'fixCredential', {
		description: 'Enter the account itself in the credential, and give each account a node of its own.',
	});
}
