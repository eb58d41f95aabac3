import { ManualExecutionCancelledError } from 'n8n-workflow';
import { within, type Environment } from '../async/environment';
import type { Outcome, RateLimiter, Waiting } from '../async/rateLimiter';
import { onlyWanted } from './envelope';
import { outcomeOf, judge, readPayload, type Verdict } from './verdict';
import { isKnownCode } from '../service/failure';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';
import { readFault } from './faults';
import { addressOf } from './hosts';
import { KEY_REFUSED, limiterOf, openAccount, outageOf, type CallContext, type OpenAccount } from './account';
import { isAnswer, isExecution, ofKnown, type Outage } from './outage';
import { Tries, readRetryAfter, waitBeforeNextTry, sendOnce, type Reply } from './tries';

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
/** With 1, a row with an odd input would stop the others. With 30, each row of a batch is refused first. */
const MOST_STRANGE = 5;
export type TransportLimits = Partial<typeof LIMITS>;

/** The right to send a create. The transport asks for it when its turn has come. */
export interface Right {
	/** If false, nothing is sent, and the turn counts as not used. */
	take(): Promise<boolean>;
	/** The service did not take the create, which waits for another turn. */
	release(): Promise<void>;
}

export type Transport = Pick<RunTransport, 'send'> & Partial<Pick<RunTransport, 'owner'>>;

interface Exchanged {
	verdict: Verdict;
	status?: number;
	token: string;
	retryAfterMs?: number;
	rejections: number;
}
/** What became of a request's turn. Without a try, nothing was sent. */
type Turn = Exchanged | 'silent' | 'unused';

/** The credential fetches the token, and n8n stores it (service.md: Authentication). */
export class RunTransport {
	/** How many requests the service refused for being too early. */
	refusals = 0;
	private readonly limits: typeof LIMITS;
	private readonly since: number;
	private account?: OpenAccount;
	private answers = 0;
	private hasTaken = false;
	private strange = { code: 0, count: 0 };

	constructor(
		private readonly context: CallContext,
		private readonly environment: Environment,
		limits: TransportLimits = {},
		private readonly open = async (): Promise<OpenAccount> => await openAccount(context),
	) {
		this.limits = { ...LIMITS, ...limits };
		this.since = environment.now();
	}

	/** Whose jobs it sees, as soon as a request was sent: the account, and its service. */
	get owner(): string {
		const { identity = '', hosts } = this.account ?? {};
		return `${identity} ${hosts?.service.root ?? ''}`;
	}

	/**
	 * Sends a request again that came too early (service.md: Errors).
	 * @param until milliseconds since the epoch. A read ends by then, a create by then or a minute after it was sent.
	 * If absent, the end of the run counts, or until the service has taken nothing for ten minutes
	 * @throws Failure whose `submitted` says whether a create may have been taken
	 */
	async send<T>(request: ServiceRequest, answer: Schema<T>, until?: number): Promise<T> {
		const { data, status } = await this.exchange(request, until);
		return readPayload(request, data, answer, status);
	}

	/** An earlier leg of this run had answers, so the address is right. */
	hasWorked = false;
	/** The last outage of this run, for people. */
	outage: { from: number; to: number } | undefined;

	/** Sends a create if its right allows that; else returns undefined. @throws Failure as `send` does */
	async create<T>(request: ServiceRequest, answer: Schema<T>, until: number, right: Right) {
		const { data, status, isUnused } = await this.exchange(request, until, right);
		return isUnused ? undefined : readPayload(request, data, answer, status);
	}

	private async exchange(
		request: ServiceRequest,
		until = this.limits.endsAt(),
		right?: Right,
	): Promise<{ data?: unknown; status?: number; isUnused?: true }> {
		const { environment, context } = this;
		const { patienceMs } = this.limits;
		// For each reading, n8n starts a sandbox for expressions, which takes a busy machine long.
		const account = (this.account ??= await this.open());
		const limiter = limiterOf(account, request);
		const outage = outageOf(account);
		const waiting: Waiting = { environment, since: this.since, patienceMs, until, order: 0, sentAt: 0 };
		const isCreate = request.intent === 'create';
		const hasWorked = this.hasWorked || (account.hasWorked && request.host === undefined);
		const isKnown = () => hasWorked || outage.hasReached(request.host ?? 'service');
		const mayWait = isCreate || (request.waitsForOutage === true && isExecution(context));
		const tries = new Tries(request, () => mayWait && isKnown());
		const send = async () => {
			const tried = await this.sendInTurn(tries.form, account, until);
			outage.note(request, tried.verdict, isKnown(), environment.now());
			return tried;
		};
		for (;;) {
			this.throwIfStopped();
			if (isCreate) await this.waitForService(outage, account, waiting);
			if (!(await limiter.turn(waiting)))
				throw tries.tooEarly(patienceMs, environment.now() >= until, waiting.retryAt);
			// Another create may have ended unclear since.
			const tried = await this.inTurn(limiter, waiting, async () =>
				isCreate ? await outage.send(async () => await this.sendBy(right, send)) : await send(),
			);
			if (tried === 'silent') continue;
			if (tried === 'unused') return { isUnused: true };
			const { verdict, status } = tried;
			if (isCreate) this.noteAnswer(verdict);
			if (verdict.kind === 'answered') return { data: verdict.data, status };
			if (verdict.trouble === 'refusedForNow') this.refusals += 1;
			const waitMs = tries.waitAfter(isKnown() ? ofKnown(verdict) : verdict, tried, until, environment);
			context.logger.debug(`Sending ${request.path} again after ${waitMs} ms: ${verdict.message}`);
			await right?.release();
			if (waitMs > 0) await environment.sleep(waitMs);
		}
	}

	private async sendBy(
		right: Right | undefined,
		send: () => Promise<Exchanged>,
	): Promise<Exchanged | 'unused'> {
		this.throwIfStopped();
		return right === undefined || (await right.take()) ? await send() : 'unused';
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
	private async waitForService(outage: Outage, account: OpenAccount, waiting: Waiting): Promise<void> {
		const { environment, context } = this;
		const probe = async (request: ServiceRequest, end: number) =>
			isAnswer((await this.sendInTurn(request, account, end)).verdict);
		const from = await outage.wait(context, environment, waiting, probe);
		if (from !== undefined) this.outage = { from: this.outage?.from ?? from, to: environment.now() };
	}

	/** A code that nobody knows is about the account if all creates get it, and else about the input. */
	private noteAnswer(verdict: Verdict): void {
		this.hasTaken ||= verdict.kind === 'answered';
		if (this.hasTaken || verdict.kind === 'answered') return;
		const { code = 0, trouble } = verdict;
		if (trouble !== 'final' || code === 0 || isKnownCode(code)) return;
		this.strange = { code, count: code === this.strange.code ? this.strange.count + 1 : 1 };
		if (this.strange.count >= MOST_STRANGE) verdict.isForAll = true;
	}

	private async sendInTurn(request: ServiceRequest, account: OpenAccount, until: number): Promise<Exchanged> {
		const { environment, context, limits } = this;
		const { intent, path } = request;
		const rejected: string[] = [];
		let answersBefore = this.answers;
		// All tries of a create together end before another run calls it lost.
		const createEnd = environment.now() + limits.createTimeoutMs;
		const end = intent === 'create' ? Math.min(until, createEnd) : until;
		for (;;) {
			const tried = await this.attempt(request, account, rejected.at(-1), end);
			const { verdict, token } = tried;
			if (verdict.kind === 'answered') this.answers += 1;
			if (verdict.kind === 'answered' || verdict.trouble !== 'tokenRejected') return tried;
			if (rejected.length === 0) answersBefore = this.answers;
			const isSameToken = rejected.includes(token);
			const rejections = rejected.push(token);
			const tries = { intent, trouble: verdict.trouble, count: rejections, waitedMs: 0 };
			const wait = waitBeforeNextTry(tries, environment.random());
			const at = environment.now() + (wait ?? 0);
			const isLate = at >= until || (intent === 'create' && at > createEnd - limits.shortCreateTimeoutMs);
			if (wait === undefined || isSameToken || isLate) {
				// If other calls were answered meanwhile, the key pair is good, and only this call had bad luck.
				const isForAll = this.answers === answersBefore;
				const key = account.apiKey === undefined ? {} : KEY_REFUSED;
				return { ...tried, verdict: { ...verdict, ...key, isForAll }, rejections };
			}
			context.logger.debug(`Sending ${path} again in ${wait} ms: ${verdict.message}`);
			if (wait > 0) await environment.sleep(wait);
		}
	}

	private async attempt(
		request: ServiceRequest,
		{ hosts, secrets }: OpenAccount,
		rejectedToken: string | undefined,
		until: number,
	): Promise<Exchanged> {
		const { environment, limits, context } = this;
		const isCreate = request.intent === 'create';
		const known = hosts[request.host ?? 'service'];
		const host = { ...known, check: request.check ?? known.check };
		const left = Math.max(isCreate ? limits.shortCreateTimeoutMs : 1, until - environment.now());
		const ms = Math.min(isCreate ? limits.createTimeoutMs : limits.readTimeoutMs, left);
		const url = addressOf(host, request.path);
		const send = async (ending: AbortSignal) => await sendOnce(context, request, url, rejectedToken, ending);
		let reply: Reply;
		try {
			// A create under way is finished even after a Stop. It is paid for, and only its answer has the ID.
			reply = await within(ms, isCreate ? undefined : environment.signal, send);
		} catch (thrown) {
			// Only its fault says whether a broken create was taken.
			if (!isCreate) this.throwIfStopped();
			const fault = readFault(thrown, host);
			const description = secrets.redact(fault.description ?? '');
			const mayBeTaken = fault.mayBeTaken === true || environment.signal?.aborted === true;
			return { verdict: { ...fault, mayBeTaken, description }, token: '', rejections: 0 };
		}
		const { token, status } = reply;
		// The service may repeat a token even after it was replaced.
		secrets.add(token);
		const body = secrets.redactAll(onlyWanted(reply.body, request.wanted));
		const retryAfterMs = readRetryAfter(reply.headers['retry-after'], environment.now());
		return { verdict: judge({ status, body }, request, host), status, token, retryAfterMs, rejections: 0 };
	}

	private throwIfStopped(): void {
		if (this.environment.signal?.aborted === true)
			throw new ManualExecutionCancelledError(this.context.getExecutionId());
	}
}
