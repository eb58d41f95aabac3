import { hash } from 'node:crypto';
import type { IExecuteFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import { textOf, BoundedMap } from '../service/values';
import { hostsOf, type Host, type HostName } from './hosts';
import { TokenError, causesOf } from './faults';
import { createEnvironment } from '../async/environment';
import type { Around } from '../async/patience';
import { RateLimiter } from '../async/rateLimiter';
import { isRefusedByN8n, isOfDatabase as areOfDatabase } from '../n8n/errors';
import { Outage } from './outage';
import { Secrets } from './redact';
import { Failure } from '../service/failure';
import { rawCredential } from '../n8n/storedExecution';

export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export const CREDENTIAL_NAME = 'mediaGenerationApi';

export type KeyPair = Record<'clientId' | 'clientSecret', string>;

/** Claims, rate limiters, callbacks and tokens go by this value (service.md: Authentication). */
export interface Account {
	/** Who pays: the Client ID, or a hash of the API Key. Never an address. */
	identity: string;
	/** The identity and its service, because two services may give the same ID. */
	owner: string;
	/** Changes with everything that a token depends on. */
	fingerprint: string;
	hosts: Record<HostName, Host>;
	/** Signs references in addresses. */
	secret: string;
	apiKey?: string;
	/** With an API Key, they only verify callbacks. */
	keys?: KeyPair;
}

/** Drops the spaces that come with pasting. @throws TokenError which names the field */
export function readAccount(credential: Record<string, unknown>): Account {
	const hosts = hostsOf(credential);
	const { root } = hosts.service;
	const [clientId, clientSecret] = [textOf(credential.clientId), textOf(credential.clientSecret)];
	const keys = { clientId, clientSecret };
	if (credential.authentication === 'apiKey') {
		const apiKey = needed(textOf(credential.apiKey), 'API Key');
		if (!fitsHeader(apiKey)) {
			throw new TokenError('The API Key in the credential has characters that no key has', COPY);
		}
		const identity = digest(apiKey);
		const login = { identity, owner: `${identity} ${root}`, fingerprint: digest(root, apiKey), apiKey };
		return { ...login, hosts, secret: apiKey, keys: clientId && clientSecret ? keys : undefined };
	}
	needed(clientId, 'Client ID');
	needed(clientSecret, 'Client Secret');
	const fingerprint = digest(root, clientId, clientSecret);
	const owner = `${clientId} ${root}`;
	return { identity: clientId, owner, fingerprint, hosts, secret: clientSecret, keys };
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

const COPY = 'Copy it from your account at the service';

function needed(key: string, field: string): string {
	if (key !== '') return key;
	throw new TokenError(`The ${field} in the credential is empty`, COPY);
}

const digest = (...parts: string[]) => hash('sha256', JSON.stringify(parts), 'base64url');

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;

export const isOfDatabase = (thrown: unknown): boolean => areOfDatabase(causesOf(thrown));

/**
 * @param wait for n8n's database
 * @throws Failure when it can't be read; it can't be read again when that is final
 */
export async function openAccount(context: CallContext, wait: Around = async (access) => await access()) {
	try {
		const credential = await wait(async () => await context.getCredentials(CREDENTIAL_NAME));
		const account = readAccount(credential);
		// A token of these keys is stored, so the service at this address has answered before, to any process.
		const hasWorked = credential.fingerprint === account.fingerprint;
		return { ...account, hasWorked, secrets: new Secrets().addThoseOf(credential) };
	} catch (thrown) {
		throw notRead(thrown, context.getNode().credentials?.[CREDENTIAL_NAME] !== undefined);
	}
}

function notRead(thrown: unknown, isChosen: boolean): Failure {
	const reason = thrown instanceof Error ? thrown.message : 'The credential could not be read';
	const again = isRefusedByN8n(causesOf(thrown)) ? 'never' : undefined;
	const [message, next, description] = isOfDatabase(thrown)
		? ([`${DATABASE_IS_AWAY}: ${reason}`, 'runAgainLater', CHECK_DATABASE] as const)
		: ([reason, 'fixCredential', isChosen ? undefined : 'Choose a credential in the node'] as const);
	return new Failure(message, next, { description }, { scope: 'run', again });
}

export const KEY_REFUSED = {
	message: 'The service does not accept the API Key in the credential',
	description: 'Copy it again from your account at the service',
};

export const DATABASE_IS_AWAY = "n8n's database can't be used";
export const CHECK_DATABASE = 'Check the database, and run this item again';

const limiter = (longestHoldMs?: number) => new RateLimiter(createEnvironment().random, longestHoldMs);
/** One long Retry-After must not blind all polls of the account. */
const LONGEST_READ_HOLD_MS = 60_000;

/** A limit of creates does not slow down reads. */
const newShared = () => ({
	...{ outage: new Outage(), create: limiter(), detection: limiter() },
	service: limiter(LONGEST_READ_HOLD_MS),
});
const shared = new BoundedMap<string, ReturnType<typeof newShared>>(50);

export function sharedBy({ owner }: Account) {
	const found = shared.get(owner) ?? newShared();
	shared.set(owner, found);
	return found;
}

const OF_AN_ITEM = /\$(?!(?:vars|secrets|env|workflow|execution|self)\b)/;

/**
 * A run has one account (n8n.md: Expressions in the credential). An n8n that does not show the expressions is trusted.
 * @throws Failure
 */
export async function requireOneAccount(context: CallContext, wait: Around): Promise<void> {
	const read = async () => await rawCredential(context, CREDENTIAL_NAME);
	const raw = await wait(read).catch((thrown: unknown) => {
		if (isOfDatabase(thrown)) throw notRead(thrown, true);
		return undefined;
	});
	const given = Object.values(raw ?? {}).map(textOf);
	if (!given.some((text) => /^=.*\{\{/s.test(text) && OF_AN_ITEM.test(text))) return;
	throw new Failure('The credential takes its account from the item or from another node', 'fixCredential', {
		description: 'Enter the account itself in the credential, and give each account a node of its own.',
	});
}
