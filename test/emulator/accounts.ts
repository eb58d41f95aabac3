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
	uid: number;
}

/** One account per AES key size of its callbacks (256, 192, 128). The first is the default. */
export const sampleAccounts = [
	{ clientId: 'emulator-client-0001', clientSecret: 'emulator-secret-of-32-characters' },
	{ clientId: 'emulator-client-aes192', clientSecret: 'emulator-secret-of-24-ch' },
	{ clientId: 'short-client', clientSecret: 'emulator-16-char' },
];

/** Accounts and their tokens (service.md: Authentication). */
export class Accounts {
	readonly list = sampleAccounts.map((keys, index): Account => ({
		...keys,
		apiKey: `key-of-${keys.clientId}`,
		paidIn: 100_000,
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
		const token = `emulator.${this.random.hex(48)}`;
		this.tokens.set(token, { account, served: 0 });
		this.tokensIssued += 1;
		return token;
	}

	/** The account of an x-api-key or Authorization header; codes 1102 and 1101 otherwise. */
	authorize({ authorization: header = '', 'x-api-key': key }: Record<string, string>): Account {
		if (key !== undefined) {
			const owner = this.list.find(({ apiKey }) => apiKey === key);
			if (!owner) throw new Refusal(1101, 'Invalid authorization');
			return owner;
		}
		if (/^(Bearer)?\s*$/.test(header)) throw new Refusal(1102, 'Authorization cannot be empty');
		const token = this.tokens.get(/^Bearer (\S+)$/.exec(header)?.[1] ?? '');
		if (!token || token.served >= this.shapes.requestsPerToken)
			throw new Refusal(1101, 'Invalid authorization or the token has expired');
		token.served += 1;
		return token.account;
	}

	/** The next calls get code 1101. */
	expireTokens(): void {
		this.tokens.clear();
	}
}
