import type { AccountOptions } from './api';
import { Refusal } from './http/refusal';
import type { Random } from './random';
import type { Shapes } from './shapes';

/** An account with what it has used; the balance is worked out by the ledger. */
export interface Account {
	clientId: string;
	clientSecret: string;
	/** What was paid in; what jobs and sessions cost is taken off when it is asked for. */
	paidIn: number;
	banned: boolean;
	uid: number;
}

/** The accounts of an emulator that was given none: one for each length of secret, a banned one, a poor one. */
export const sampleAccounts: AccountOptions[] = [
	{ clientId: 'emulator-client-0001', clientSecret: 'emulator-secret-of-32-characters' },
	{ clientId: 'emulator-client-aes192', clientSecret: 'emulator-secret-of-24-ch' },
	{ clientId: 'short-client', clientSecret: 'emulator-16-char' },
	{ clientId: 'emulator-client-banned', clientSecret: 'emulator-secret-of-a-banned-one!', banned: true },
	{ clientId: 'emulator-client-poor', clientSecret: 'emulator-secret-of-a-poor-client', credit: 2 },
];

/** Accounts and their tokens (service.md: Authentication). */
export class Accounts {
	readonly list: Account[];
	tokensIssued = 0;
	private readonly tokens = new Map<string, { account: Account; served: number }>();

	constructor(
		accounts: AccountOptions[],
		private readonly random: Random,
		private readonly shapes: Pick<Shapes, 'tokensPerAccount' | 'requestsPerToken'>,
	) {
		this.list = accounts.map((account, index) => ({
			clientId: account.clientId,
			clientSecret: account.clientSecret,
			paidIn: account.credit ?? 100_000,
			banned: account.banned ?? false,
			uid: 100_001 + index,
		}));
	}

	/** The account of a client id; without one, the default account. */
	find(clientId?: string): Account | undefined {
		return clientId === undefined ? this.list[0] : this.list.find((account) => account.clientId === clientId);
	}

	issueToken(clientId: string, clientSecret: string): string {
		const account = this.find(clientId);
		if (account?.clientSecret !== clientSecret) throw new Refusal(1101, 'Invalid authorization');
		refuseBanned(account);
		const token = `emulator.${this.random.hex(48)}`;
		if (this.shapes.tokensPerAccount === 'one') {
			for (const [earlier, owner] of this.tokens) if (owner.account === account) this.tokens.delete(earlier);
		}
		this.tokens.set(token, { account, served: 0 });
		this.tokensIssued += 1;
		return token;
	}

	/** The account of an Authorization header; codes 1102, 1101 and 1200 otherwise. */
	authorize(header: string | undefined, httpStatus: number): Account {
		if (header === undefined || header.trim() === '' || /^Bearer\s*$/.test(header)) {
			throw new Refusal(1102, 'Authorization cannot be empty', httpStatus);
		}
		const token = this.tokens.get(/^Bearer (\S+)$/.exec(header)?.[1] ?? '');
		if (!token || token.served >= this.shapes.requestsPerToken) {
			throw new Refusal(1101, 'Invalid authorization or the token has expired', httpStatus);
		}
		token.served += 1;
		refuseBanned(token.account);
		return token.account;
	}

	expireTokens(): void {
		this.tokens.clear();
	}
}

function refuseBanned(account: Account): void {
	if (account.banned) throw new Refusal(1200, 'The account has been banned');
}
