import { isExecution, type CallContext } from '../n8n/executionFacts';
import { note } from '../n8n/hintsAndCustomData';
import { within, type Environment } from '../async/environment';
import { createLimit } from '../async/limit';
import type { Waiting } from '../async/rateLimiter';
import { Failure } from '../service/failure';
import { freeRequest, READ_BALANCE, type ServiceRequest } from '../service/request';
import type { HostName } from './hosts';
import { backOff, meaningOf, type Refusal } from './tries';
import type { Verdict } from './verdict';
import { sentences, timeAt, timeFrom } from '../service/values';

/*
 * Whether the service answers. All runs of an account in this process find it out together.
 *
 * | the service | begins when                                                     | a create of the account          |
 * |-------------|-----------------------------------------------------------------|----------------------------------|
 * | answers     | a free read or a create that was sent since was answered        | is sent                          |
 * | is silent   | a create ended unclear, or a request did not reach it           | waits until a read was answered  |
 * | is doubtful | that read was answered, and the last create had ended unclear   | is sent alone, after a pause     |
 * | takes none  | after that, five creates in a row have ended unclear            | is not sent for a while          |
 *
 * An account that never had an answer in this process may have a wrong address, so its requests fail within seconds.
 */

/** A read that hangs is cut off, so that a run ends in time. */
export const PROBE_MS = 8_000;
/** With half, a slow service counts as a silent one. With twice, a create follows a minute after a short outage. */
const LATE_MS = 30_000;
/** After the five that are sent at a time. Each may be paid, and a person has to look for it. */
const MOST_ALONE = 5;
/** Later runs may try one create again. */
const CLOSED_MS = 60_000;
const RETRY_AFTER_MS = 600_000;
const TAKES_NONE = 'The service answers, but the last creates ended without an answer';

type Probe = (request: ServiceRequest, until: number) => Promise<boolean>;

export const NEVER = { from: -Infinity, to: -Infinity };

export class Outage {
	/** The last time without an answer, in milliseconds since the epoch. `to` is Infinity while it lasts. */
	silence = NEVER;
	/** The fault of the last request, such as "could not be reached". */
	why = '';
	readonly reached = new Set<HostName>();
	private readonly oneAtATime = createLimit(1);
	private probing: Promise<void> | undefined;
	private probes = 0;
	private nextProbeAt = 0;
	/** When the last create ended unclear; undefined once one was answered. */
	private doubtedAt: number | undefined;
	/** How many creates were sent alone since the first that ended unclear. */
	private alone = 0;
	private toldAt = -Infinity;

	private isSilent(): boolean {
		return this.silence.to === Infinity;
	}

	/** What a later leg has to know, which may run in another process. */
	get known() {
		return { silentSince: this.isSilent() ? this.silence.from : undefined, doubtedAt: this.doubtedAt };
	}

	/** If the service answers again, this costs a read, and sends a create alone. */
	takeOver({ silentSince = this.silence.from, doubtedAt }: Partial<Outage['known']>): void {
		this.doubtedAt ??= doubtedAt;
		if (silentSince !== this.silence.from) this.begin('', silentSince);
	}

	/** @param isKnown whether the host has answered before, here or in an earlier leg. `last`: the silence it was sent after */
	note(request: ServiceRequest, verdict: Verdict, isKnown: boolean, last: typeof NEVER, now: number) {
		const [host, isCreate] = [request.host ?? 'service', request.intent === 'create'];
		if (isAnswer(verdict)) {
			this.reached.add(host);
			if (host === 'service' && this.isSilent() && last === this.silence) this.silence.to = now;
			if (isCreate && last === this.silence) [this.doubtedAt, this.alone] = [undefined, 0];
			return;
		}
		if (verdict.kind === 'answered' || host !== 'service') return;
		if (isCreate && meaningOf(verdict.trouble).isInDoubt) this.doubtedAt = now;
		else if (verdict.trouble !== 'notReached' || !isKnown) return;
		this.begin(verdict.message, now);
	}

	/** Whether a create has no answer for long. It then counts as unclear, whatever its end is. */
	async isLate(sending: Promise<unknown>, now: () => number): Promise<boolean> {
		const inTime = within(LATE_MS, undefined, async () => await sending);
		const isLate = await inTime.then(() => false).catch(() => true);
		if (isLate) this.begin(`A create has no answer for ${LATE_MS / 1_000} seconds`, (this.doubtedAt = now()));
		return isLate;
	}

	private begin(why: string, now: number): void {
		this.why = why;
		if (this.isSilent()) return;
		this.silence = { from: now, to: Infinity };
		[this.probes, this.nextProbeAt] = [0, now];
	}

	/** Sends a create with the others, or alone after one that ended unclear, but not while the service is silent. */
	async send<T>(create: (leave: () => void) => Promise<T>, pausedFor?: number): Promise<T | 'silent'> {
		const unlessSilent = async (leave = () => {}) => {
			if (this.isSilent() || (this.doubtedAt ?? pausedFor) !== pausedFor) return 'silent';
			if (this.doubtedAt !== undefined) this.alone += 1;
			return await create(leave);
		};
		return pausedFor === undefined ? await unlessSilent() : await this.oneAtATime(unlessSilent);
	}

	/** One free read probes for all runs of an account. Returns when the doubted create ended. @throws Failure if away */
	async wait(context: CallContext, environment: Environment, waiting: Waiting, probe: Probe) {
		const { now, sleep, random } = environment;
		const tell = (message = '') => isExecution(context) && note(context, message, 'mediaProgress');
		while (this.isSilent()) {
			const message = sentences(told(this.silence, context.getTimezone()), this.why);
			const end = Math.min(waiting.until, Math.max(this.silence.from, waiting.since) + waiting.patienceMs);
			if (now() >= end) throw new Failure(message, 'runAgainLater', { submitted: 'no' }, { again: 'later' });
			if (now() - this.toldAt >= 60_000) {
				this.toldAt = now();
				context.logger.warn(message);
			}
			tell(message);
			const pauseMs = Math.min(this.nextProbeAt, end) - now();
			if (pauseMs > 0 && this.probing === undefined) await sleep(pauseMs);
			else await (this.probing ??= this.ask(now, random(), probe));
			if (!this.isSilent()) tell(told(this.silence, context.getTimezone()));
		}
		const { doubtedAt, alone } = this;
		if (doubtedAt === undefined) return undefined;
		if (alone >= MOST_ALONE && now() - doubtedAt < CLOSED_MS) {
			const retryAt = doubtedAt + RETRY_AFTER_MS;
			const description = `Run this item again from ${timeFrom(retryAt, context.getTimezone())} on`;
			const details = { submitted: 'no', retryFrom: new Date(retryAt).toISOString(), description } as const;
			throw new Failure(TAKES_NONE, 'runAgainLater', details, { scope: 'run' });
		}
		const pauseMs = Math.min(doubtedAt + backOff(alone + 1, random()), waiting.until) - now();
		if (pauseMs > 0) await sleep(pauseMs);
		return doubtedAt;
	}

	private async ask(now: () => number, random: number, probe: Probe): Promise<void> {
		const request = PROBES[this.probes % PROBES.length] ?? PROBES[0];
		this.probes += 1;
		// A probe that hangs counts, too, so that the next one is not late.
		this.nextProbeAt = now() + backOff(this.probes, random);
		const answered = await probe(request, now() + PROBE_MS)
			.catch(() => false)
			.finally(() => (this.probing = undefined));
		if (answered && this.isSilent()) this.silence.to = now();
	}
}

/** The balance and the languages cost nothing: both are reads without a job. A service may lack one of them. */
const PROBES = [READ_BALANCE, freeRequest('videoTranslation', 'GET', '/language/list')] as const;

/** Whether the service itself has answered, and not a gateway in its place. */
export function isAnswer(verdict: Verdict): boolean {
	if (verdict.kind === 'answered' || verdict.errorCode !== undefined) return true;
	return verdict.httpStatus !== undefined && verdict.trouble !== 'unclear';
}

/** The address of a host that has answered is right, so nobody is to look at the credential. */
export function ofKnown<R extends Refusal>(refusal: R): R {
	const isOutage = refusal.errorCode === undefined && meaningOf(refusal.trouble).isAway;
	return isOutage ? { ...refusal, next: 'runAgainLater', description: undefined } : refusal;
}

/** Undefined if the service answered since then. */
export function told({ from, to }: typeof NEVER, timeZone: string, then = -Infinity): string | undefined {
	if (to <= then) return undefined;
	const since = timeAt(from, timeZone);
	if (to === Infinity) return `The service has not answered since ${since}`;
	return `The service did not answer from ${since} to ${timeAt(to, timeZone)}`;
}
