import { throwIfStopped, type Environment } from '../async/environment';
import type { Outcome, RateLimiter, Waiting } from '../async/rateLimiter';
import { READ_BALANCE, type ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';
import { isExecution, type CallContext } from '../n8n/executionFacts';
import { exchange } from './http';
import { openAccount, sharedBy, type OpenAccount } from './account';
import { sendLoggedIn } from './token';
import { isAnswer, ofKnown, PROBE_MS, type Outage } from './outage';
import { meaningOf, Tries } from './tries';
import { readPayload, type Answer, type Verdict } from './verdict';

/** After a time-out nobody knows whether you pay for a create, so it gets more time than it should need. */
const LIMITS = {
	readTimeoutMs: 60_000,
	createTimeoutMs: 180_000,
	shortCreateTimeoutMs: 55_000,
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

type Attempted = Verdict & { token: string; retryAfterMs?: number };
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

	/** Whether the service answers; undefined before the first request. */
	get outage(): Outage | undefined {
		return this.account && sharedBy(this.account).outage;
	}

	/** Whose jobs it sees, as soon as a request was sent: the account, and its service. */
	get owner(): string {
		return this.account?.owner ?? '';
	}

	/** Sends it again if it was too early (service.md: Errors). @throws Failure with `submitted` for a create */
	async send<T>(request: ServiceRequest, schema: Schema<T>, until?: number): Promise<T> {
		return readPayload(request, await this.exchange(request, until), schema);
	}

	/** An earlier leg of this run had answers, so the address is right. */
	hasWorked = false;
	/** What the last leg knew. */
	known: Partial<Outage['known']> = {};

	/** Sends a create if its right allows that; else returns undefined. @throws Failure as `send` does */
	async create<T>(request: ServiceRequest, schema: Schema<T>, right: Right) {
		const answer = await this.exchange(request, undefined, right);
		return answer && readPayload(request, answer, schema);
	}

	private async exchange(
		request: ServiceRequest,
		end = this.limits.endsAt(),
		right?: Right,
	): Promise<Answer | undefined> {
		const { environment, context } = this;
		// For each reading, n8n starts a sandbox for expressions, which takes a busy machine long.
		const account = (this.account ??= await this.open());
		const isCreate = request.intent === 'create';
		const { outage, ...limiters } = sharedBy(account);
		outage.takeOver(this.known);
		this.known = {};
		const limiter = limiters[isCreate ? 'create' : (request.host ?? 'service')];
		const waiting: Waiting = {
			...{ environment, since: this.since, patienceMs: this.limits.patienceMs, order: 0, sentAt: 0 },
			get until() {
				return right?.until ?? end;
			},
		};
		const hasWorked = this.hasWorked || (account.hasWorked && request.host === undefined);
		const isKnown = () => hasWorked || outage.reached.has(request.host ?? 'service');
		const mayWait = isCreate || (request.patient === true && isExecution(context));
		const isPatient = () => mayWait && isKnown();
		// Most requests are taken the first time.
		let refused: Tries | undefined;
		const tries = () => (refused ??= new Tries(request, isPatient, () => this.answers));
		const send = async (leave?: () => void): Promise<Turn> => {
			throwIfStopped({ context, environment });
			if (right && !(await right.take())) return 'unused';
			const { silence } = outage;
			const trying = this.attempt(refused?.form ?? request, account, refused?.rejectedToken, waiting.until);
			const isLate = leave !== undefined && (await outage.isLate(trying, environment.now));
			if (isLate) [leave, right?.leave].forEach((each) => each?.());
			const tried = await trying;
			const last = isLate ? outage.silence : silence;
			if (!isLate || isAnswer(tried)) outage.note(request, tried, isKnown(), last, environment.now());
			return tried;
		};
		const probe = async (read: ServiceRequest, until: number) => {
			const tried = await this.attempt(read, account, undefined, until);
			const isOld = tried.kind === 'refused' && tried.trouble === 'tokenRejected';
			return isAnswer(isOld ? await this.attempt(read, account, tried.token, until) : tried);
		};
		for (;;) {
			throwIfStopped({ context, environment });
			const pausedFor = isCreate ? await outage.wait(context, environment, waiting, probe) : undefined;
			if (!(await limiter.turn(waiting))) throw tries().tooEarly(waiting, context.getTimezone());
			// Another create may have ended unclear since.
			const turn = async () => (isCreate ? await outage.send(send, pausedFor) : await send());
			const tried = await this.inTurn(limiter, waiting, turn);
			if (tried === 'silent') continue;
			if (tried === 'unused') return undefined;
			if (tried.kind === 'answered') return tried;
			const waitMs = tries().waitAfter(isKnown() ? ofKnown(tried) : tried, waiting.until, environment);
			if (request.isList && isPatient())
				tries().isAlone = await probe(READ_BALANCE, environment.now() + PROBE_MS);
			context.logger.debug(`Sending ${request.path} again after ${waitMs} ms: ${tried.message}`);
			await right?.release();
			if (waitMs > 0) await environment.sleep(waitMs);
		}
	}

	private async inTurn(limiter: RateLimiter, waiting: Waiting, send: () => Promise<Turn>): Promise<Turn> {
		let found: [outcome: Outcome, retryAfterMs?: number] = ['unknown'];
		try {
			const turn = await send();
			found = typeof turn === 'string' ? ['unused'] : [outcomeOf(turn), turn.retryAfterMs];
			return turn;
		} finally {
			limiter.report(waiting, ...found);
		}
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
		const verdict = await exchange(request, account, account.secrets, time, async (options) => {
			const sent = await sendLoggedIn(context, options, rejectedToken, request.payer);
			// The service may repeat a token even after it was replaced.
			account.secrets.add((token = sent.token));
			return sent.answer;
		});
		if (verdict.kind === 'answered') this.answers += 1;
		else if (verdict.httpStatus === undefined) {
			// Only its fault says whether a broken create was taken.
			if (!isCreate) throwIfStopped({ context, environment });
			// What ends the run without an answer of the service was not sent: no token, or refused by n8n.
			const isUnsent = verdict.isForAll || meaningOf(verdict.trouble).again === 'later';
			if (signal?.aborted && !isUnsent) verdict.trouble = 'unclear';
		}
		return { ...verdict, token };
	}
}

function outcomeOf(verdict: Verdict): Outcome {
	if (verdict.kind === 'answered') return 'passed';
	if (verdict.trouble === 'refusedForNow') return 'refused';
	return verdict.trouble === 'final' && verdict.errorCode !== undefined ? 'passed' : 'unknown';
}
