import { throwIfStopped, type Environment } from '../async/environment';
import type { Outcome, RateLimiter, Waiting } from '../async/rateLimiter';
import { outcomeOf, readPayload } from './verdict';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';
import { exchange, type Exchanged } from './http';
import { KEY_REFUSED, openAccount, sharedBy, type CallContext, type OpenAccount } from './account';
import { sendLoggedIn } from './token';
import { isAnswer, isExecution, NEVER, ofKnown, type Outage } from './outage';
import { Tries } from './tries';

/** After a time-out nobody knows whether you pay for a create, so it gets more time than it should need. */
const LIMITS = {
	readTimeoutMs: 60_000,
	createTimeoutMs: 180_000,
	shortCreateTimeoutMs: 60_000,
	/** How long a request waits for its turn while the service takes nothing. */
	patienceMs: 600_000,
	/** When a request ends that has no end of its own. Milliseconds since the epoch. */
	endsAt: () => Infinity,
};
export type TransportLimits = Partial<typeof LIMITS>;

/** The right to send a create. The transport asks for it when its turn has come. */
export interface Right {
	/** Until when it may wait for its turn, in milliseconds since the epoch. An outage moves it. */
	readonly until: number;
	/** If false, nothing is sent, and the turn counts as not used. */
	take(): Promise<boolean>;
	/** The service did not take the create, which waits for another turn. */
	release(): Promise<void>;
	/** The create has no answer for long, and others need not wait for it. */
	leave(): void;
}

export type Transport = Pick<RunTransport, 'send'> & Partial<Pick<RunTransport, 'owner'>>;

type Attempted = Exchanged & { token: string };
/** The end of a request's turn. Without a try, nothing was sent. */
type Turn = Attempted | 'silent' | 'unused';

/** The credential fetches the token, and n8n stores it (service.md: Authentication). */
export class RunTransport {
	private readonly limits: typeof LIMITS;
	private readonly since: number;
	private account?: OpenAccount;
	private answers = 0;

	constructor(
		private readonly context: CallContext,
		private readonly environment: Environment,
		limits: TransportLimits = {},
		private readonly open = async (): Promise<OpenAccount> => await openAccount(context),
	) {
		this.limits = { ...LIMITS, ...limits };
		this.since = environment.now();
	}

	/** When the service last gave no answer. */
	get silence(): Outage['silence'] {
		return this.account ? sharedBy(this.account).outage.silence : NEVER;
	}

	/** Whose jobs it sees, as soon as a request was sent: the account, and its service. */
	get owner(): string {
		return this.account?.owner ?? '';
	}

	/**
	 * Sends a request again that came too early (service.md: Errors).
	 * @param until milliseconds since the epoch. If absent, the end of the run counts, or until the service has taken
	 * nothing for ten minutes. A create ends as its right says, or a minute after it was sent
	 * @throws Failure whose `submitted` says whether a create may have been taken
	 */
	async send<T>(request: ServiceRequest, answer: Schema<T>, until?: number): Promise<T> {
		const { data, status } = await this.exchange(request, until);
		return readPayload(request, data, answer, status);
	}

	/** An earlier leg of this run had answers, so the address is right. */
	hasWorked = false;

	/** Sends a create if its right allows that; else returns undefined. @throws Failure as `send` does */
	async create<T>(request: ServiceRequest, answer: Schema<T>, right: Right) {
		const { data, status, isUnused } = await this.exchange(request, undefined, right);
		return isUnused ? undefined : readPayload(request, data, answer, status);
	}

	private async exchange(
		request: ServiceRequest,
		end = this.limits.endsAt(),
		right?: Right,
	): Promise<{ data?: unknown; status?: number; isUnused?: true }> {
		const { environment, context } = this;
		const { patienceMs } = this.limits;
		// For each reading, n8n starts a sandbox for expressions, which takes a busy machine long.
		const account = (this.account ??= await this.open());
		const isCreate = request.intent === 'create';
		const { outage, ...limiters } = sharedBy(account);
		const limiter = limiters[isCreate ? 'create' : (request.host ?? 'service')];
		const waiting: Waiting = {
			...{ environment, since: this.since, patienceMs, order: 0, sentAt: 0 },
			get until() {
				return right?.until ?? end;
			},
		};
		const hasWorked = this.hasWorked || (account.hasWorked && request.host === undefined);
		const isKnown = () => hasWorked || outage.reached.has(request.host ?? 'service');
		const mayWait = isCreate || (request.waitsForOutage === true && isExecution(context));
		const isPatient = () => mayWait && isKnown();
		const tries = new Tries(request, isPatient, () => this.answers);
		const send = async (leave?: () => void): Promise<Turn> => {
			throwIfStopped({ context, environment });
			if (right && !(await right.take())) return 'unused';
			const trying = this.attempt(tries.form, account, tries.rejectedToken, waiting.until);
			const isLate = leave !== undefined && (await outage.isLate(trying, environment.now));
			if (isLate) [leave, right?.leave].forEach((each) => each?.());
			const tried = await trying;
			if (!isLate || isAnswer(tried.verdict))
				outage.note(request, tried.verdict, isKnown(), environment.now());
			return tried;
		};
		for (;;) {
			throwIfStopped({ context, environment });
			const pausedFor = isCreate ? await this.waitForService(outage, account, waiting) : undefined;
			if (!(await limiter.turn(waiting))) throw tries.tooEarly(waiting, context.getTimezone());
			// Another create may have ended unclear since.
			const turn = async () => (isCreate ? await outage.send(send, pausedFor) : await send());
			const tried = await this.inTurn(limiter, waiting, turn);
			if (tried === 'silent') continue;
			if (tried === 'unused') return { isUnused: true };
			const { verdict, status } = tried;
			if (verdict.kind === 'answered') return { data: verdict.data, status };
			const isKey = account.apiKey !== undefined && verdict.trouble === 'tokenRejected';
			const refusal = { ...verdict, ...(isKey && KEY_REFUSED) };
			const told = isKnown() ? ofKnown(refusal) : refusal;
			const waitMs = tries.waitAfter(told, tried, waiting.until, environment);
			context.logger.debug(`Sending ${request.path} again after ${waitMs} ms: ${verdict.message}`);
			await right?.release();
			if (waitMs > 0) await environment.sleep(waitMs);
		}
	}

	private async inTurn(limiter: RateLimiter, waiting: Waiting, send: () => Promise<Turn>): Promise<Turn> {
		let found: [outcome: Outcome, retryAfterMs?: number] = ['unknown'];
		try {
			const turn = await send();
			found = typeof turn === 'string' ? ['unused'] : [outcomeOf(turn.verdict), turn.retryAfterMs];
			return turn;
		} finally {
			limiter.report(waiting, ...found);
		}
	}

	/** @throws Failure when the service stays silent, or takes no create */
	private async waitForService(outage: Outage, account: OpenAccount, waiting: Waiting) {
		const { environment, context } = this;
		const probe = async (request: ServiceRequest, end: number) => {
			const { verdict, token } = await this.attempt(request, account, undefined, end);
			const isOld = verdict.kind === 'refused' && verdict.trouble === 'tokenRejected';
			return isAnswer(isOld ? (await this.attempt(request, account, token, end)).verdict : verdict);
		};
		return await outage.wait(context, environment, waiting, probe);
	}

	private async attempt(
		request: ServiceRequest,
		account: OpenAccount,
		rejectedToken: string | undefined,
		until: number,
	): Promise<Attempted> {
		const { environment, limits, context } = this;
		const { now, signal } = environment;
		const isCreate = request.intent === 'create';
		const left = Math.max(isCreate ? limits.shortCreateTimeoutMs : 1, until - now());
		const ms = Math.min(isCreate ? limits.createTimeoutMs : limits.readTimeoutMs, left);
		let token = '';
		// A create under way is finished even after a Stop. It is paid for, and only its answer has the ID.
		const time = { ms, stop: isCreate ? undefined : signal, now };
		const ended = await exchange(request, account, account.secrets, time, async (options) => {
			const sent = await sendLoggedIn(context, options, rejectedToken, request.payer);
			// The service may repeat a token even after it was replaced.
			account.secrets.add((token = sent.token));
			return sent.answer;
		});
		const { verdict } = ended;
		if (verdict.kind === 'answered') this.answers += 1;
		else if (ended.status === undefined) {
			// Only its fault says whether a broken create was taken.
			if (!isCreate) throwIfStopped({ context, environment });
			verdict.mayBeTaken ||= signal?.aborted === true;
		}
		return { ...ended, token };
	}
}
