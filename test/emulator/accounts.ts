import { Refusal } from './http/refusal';
import type { Random } from './random';
import type { Shapes } from './shapes';

/** An account. Its balance is `paidIn` minus the costs of its jobs and sessions. */
export interface Account {
	clientId: string;
	clientSecret: string;
	/** Works as x-api-key, without a token. */
	apiKey: string;
	paidIn: number;
	/** A banned account gets code 1200 everywhere. */
	banned: boolean;
	uid: number;
}

/** One account per AES key size of its callbacks (256, 192, 128), and a banned account. The first is the default. */
export const sampleAccounts = [
	{ clientId: 'emulator-client-0001', clientSecret: 'emulator-secret-of-32-characters' },
	{ clientId: 'emulator-client-aes192', clientSecret: 'emulator-secret-of-24-ch' },
	{ clientId: 'short-client', clientSecret: 'emulator-16-char' },
	{ clientId: 'emulator-client-banned', clientSecret: 'emulator-secret-of-a-banned-one!' },
];

/** Accounts and their tokens (service.md: Authentication). */
export class Accounts {
	readonly list = sampleAccounts.map((keys, index): Account => ({
		...keys,
		apiKey: `key-of-${keys.clientId}`,
		paidIn: 100_000,
		banned: keys.clientId.endsWith('banned'),
		uid: 100_001 + index,
	}));
	tokensIssued = 0;
	private readonly tokens = new Map<string, { account: Account; served: number }>();

	constructor(
		private readonly random: Random,
		private readonly shapes: Shapes,
	) {}

	find(clientId: string): Account | undefined {
		return this.list.find((account) => account.clientId === clientId);
	}

	issueToken(clientId: string, clientSecret: string): string {
		const account = this.find(clientId);
		if (account?.clientSecret !== clientSecret) throw new Refusal(1101, 'Invalid authorization');
		refuseBanned(account);
		const token = `emulator.${this.random.hex(48)}`;
		this.tokens.set(token, { account, served: 0 });
		this.tokensIssued += 1;
		return token;
	}

	/** The account of an x-api-key or Authorization header; codes 1102, 1101 and 1200 otherwise. */
	authorize({ authorization: header = '', 'x-api-key': key }: Record<string, string>): Account {
		const { authHttpStatus, requestsPerToken } = this.shapes;
		if (key !== undefined) {
			const owner = this.list.find(({ apiKey }) => apiKey === key);
			if (!owner) throw new Refusal(1101, 'Invalid authorization', authHttpStatus);
			refuseBanned(owner);
			return owner;
		}
		if (/^(Bearer)?\s*$/.test(header)) {
			throw new Refusal(1102, 'Authorization cannot be empty', authHttpStatus);
		}
		const token = this.tokens.get(/^Bearer (\S+)$/.exec(header)?.[1] ?? '');
		if (!token || token.served >= requestsPerToken) {
			throw new Refusal(1101, 'Invalid authorization or the token has expired', authHttpStatus);
		}
		token.served += 1;
		refuseBanned(token.account);
		return token.account;
	}

	/** The next calls get code 1101. */
	expireTokens(): void {
		this.tokens.clear();
	}
}

function refuseBanned({ banned }: Account): void {
	if (banned) throw new Refusal(1200, 'The account has been banned');
}
