import { note } from '../n8n/hintsAndCustomData';
import type { CallContext } from './account';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Environment } from '../async/environment';
import { createLimit } from '../async/limit';
import { Failure } from '../service/failure';
import { freeRequest, READ_BALANCE, type ServiceRequest } from '../service/request';
import type { HostName } from './hosts';
import type { Refusal, Verdict } from './verdict';
import { timeAt } from '../service/values';

/*
 * Whether the service answers. All runs of an account in this process find it out together.
 *
 * | the service | begins when                                                     | a create of the account          |
 * |-------------|-----------------------------------------------------------------|----------------------------------|
 * | answers     | a free read or a create was answered                            | is sent                          |
 * | is silent   | a create ended unclear, or a request did not reach it           | waits until a read was answered  |
 * | is doubtful | that read was answered, and the last create had ended unclear   | is sent alone, after a pause     |
 * | takes none  | ten creates in a row have ended unclear                         | is not sent for a while          |
 *
 * An account that never had an answer in this process may have a wrong address, so its requests fail within seconds.
 */

/** A gateway that restarts is back within seconds. With 1 s alone, twelve workers would knock 700 times a minute. */
const FIRST_PAUSE_MS = 1_000;
/** The end of an outage is noticed within this time. */
const LONGEST_PAUSE_MS = 30_000;
/** A read that hangs is cut off, so that a run ends in time. */
const PROBE_MS = 8_000;
/** Each of them may be paid, and a person has to look for it. */
const MOST_DOUBTS = 10;
/** Later runs may try one create again. */
const CLOSED_MS = 60_000;
const RETRY_AFTER_MS = 600_000;

const pauseAfter = (failed: number, random: number) =>
	Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failed - 1)) * (0.8 + random / 5);

type Probe = (request: ServiceRequest, until: number) => Promise<boolean>;

/** Times are milliseconds since the epoch. */
interface Patience {
	until: number;
	since: number;
	patienceMs: number;
}

export class Outage {
	/** Milliseconds since the epoch; undefined while the service answers. */
	silentSince: number | undefined;
	/** What the last request met, such as "could not be reached". */
	why = '';
	/** The hosts that have answered in this process. */
	private readonly reached = new Set<HostName>();
	private readonly alone = createLimit(1);
	private probing: Promise<void> | undefined;
	private probes = 0;
	private nextProbeAt = 0;
	private doubts = 0;
	private doubtedAt = 0;
	private toldAt = -Infinity;

	hasReached(host: HostName): boolean {
		return this.reached.has(host);
	}

	/** @param isKnown whether the host has answered before, here or in an earlier leg */
	note({ host = 'service', intent }: ServiceRequest, verdict: Verdict, isKnown: boolean, now: number): void {
		const isCreate = intent === 'create';
		if (isAnswer(verdict)) {
			this.reached.add(host);
			if (host === 'service') this.silentSince = undefined;
			if (isCreate) this.doubts = 0;
			return;
		}
		if (verdict.kind === 'answered' || host !== 'service') return;
		const isDoubt = isCreate && (verdict.trouble === 'unclear' || verdict.mayBeTaken === true);
		if (!isDoubt && !(verdict.trouble === 'notReached' && isKnown)) return;
		this.why = verdict.message;
		if (this.silentSince === undefined) [this.silentSince, this.probes, this.nextProbeAt] = [now, 0, now];
		if (isDoubt) [this.doubts, this.doubtedAt] = [this.doubts + 1, now];
	}

	/** Sends a create with the others, or alone after one that ended unclear, but not while the service is silent. */
	async send<T>(create: () => Promise<T>): Promise<T | 'silent'> {
		const unlessSilent = async () => (this.silentSince === undefined ? await create() : 'silent');
		return this.doubts > 0 ? await this.alone(unlessSilent) : await unlessSilent();
	}

	/**
	 * Waits until a create may be sent. One probe serves all runs of the account, which log one line a minute.
	 * @param since when the run began, which waits for so long after that; `until` is when its time is up
	 * @param probe sends a free read; true once it was answered
	 * @throws Failure if the service is still silent at the end, or takes no create
	 */
	async wait(
		context: CallContext,
		{ now, sleep, random }: Pick<Environment, 'now' | 'sleep' | 'random'>,
		{ until, since, patienceMs }: Patience,
		probe: Probe,
	): Promise<void> {
		const end = Math.min(until, Math.max(this.silentSince ?? now(), since) + patienceMs);
		while (this.silentSince !== undefined) {
			const failure = silent(this.why, this.silentSince, context.getTimezone());
			if (now() >= end) throw failure;
			if (now() - this.toldAt >= 60_000) {
				this.toldAt = now();
				context.logger.warn(failure.message);
			}
			if (isExecution(context)) note(context, failure.message, 'mediaProgress');
			const pauseMs = Math.min(this.nextProbeAt, end) - now();
			if (pauseMs > 0 && this.probing === undefined) await sleep(pauseMs);
			else await (this.probing ??= this.ask(now, random(), probe));
		}
		if (this.doubts === 0) return;
		if (this.doubts >= MOST_DOUBTS && now() - this.doubtedAt < CLOSED_MS)
			throw takesNone(this.doubtedAt + RETRY_AFTER_MS, context.getTimezone());
		const pauseMs = Math.min(this.doubtedAt + pauseAfter(this.doubts, random()), end) - now();
		if (pauseMs > 0) await sleep(pauseMs);
	}

	private async ask(now: () => number, random: number, probe: Probe): Promise<void> {
		const request = PROBES[this.probes % PROBES.length] ?? PROBES[0];
		const answered = await probe(request, now() + PROBE_MS)
			.catch(() => false)
			.finally(() => (this.probing = undefined));
		this.probes += 1;
		this.nextProbeAt = now() + pauseAfter(this.probes, random);
		if (answered) this.silentSince = undefined;
	}
}

export const isExecution = (context: CallContext): context is IExecuteFunctions => 'customData' in context;

/** The balance and the languages cost nothing: both are reads without a job. A service may lack one of them. */
const PROBES = [READ_BALANCE, freeRequest('videoTranslation', 'GET', '/language/list')] as const;

/** Whether the service itself has answered, and not a gateway in its place. */
export function isAnswer(verdict: Verdict): boolean {
	if (verdict.kind === 'answered' || verdict.code !== undefined) return true;
	return verdict.httpStatus !== undefined && verdict.trouble !== 'unclear';
}

/** The address of a host that has answered is right, so nobody is to look at the credential. */
export function ofKnown(refusal: Refusal): Refusal {
	const isOutage = refusal.code === undefined && ['notReached', 'unclear'].includes(refusal.trouble);
	return isOutage ? { ...refusal, next: 'runAgainLater', description: undefined } : refusal;
}

function silent(why: string, since: number, timeZone: string): Failure {
	const time = new Date(since).toLocaleTimeString('sv-SE', { timeZone, timeStyle: 'short' });
	const message = `The service has not answered since ${time} (${timeZone}). ${why}`;
	return new Failure(message, 'runAgainLater', { submitted: 'no' }, { again: 'later' });
}

function takesNone(retryAt: number, timeZone: string): Failure {
	const retryFrom = new Date(retryAt).toISOString();
	const description = `Run this item again from ${timeAt(retryAt, timeZone)} on`;
	const message = `The service answers, but the last ${MOST_DOUBTS} creates ended without an answer`;
	return new Failure(message, 'runAgainLater', { submitted: 'no', retryFrom, description }, { scope: 'run' });
}
