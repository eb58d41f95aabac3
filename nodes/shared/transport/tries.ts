import type { Environment } from '../async/environment';
import type { Waiting } from '../async/rateLimiter';
import { explainCode, type Failure } from '../service/failure';
import type { ServiceRequest } from '../service/request';
import { failureOf, isNotThere, meaningOf, type Refusal, type Trouble } from './verdict';
import { timeAt } from '../service/values';

/** A request with less time is not sent again: its time-out would take the place of the reason that is known. */
const LEAST_ANSWER_MS = 1_000;

export class Tries {
	private readonly forms: ServiceRequest[];
	/** A refusal for being too early is not a try. */
	private readonly early: Refusal[] = [];
	private count = 0;
	/** A service that was away may have forgotten its tokens. */
	private readonly counts: Partial<Record<Trouble, number>> = {};
	private waitedMs = 0;
	rejectedToken?: string;
	private answersBefore = 0;

	/** `isPatient` says whether it waits for a service that is away, and `answers` how many of the run were answered. */
	constructor(
		private readonly request: ServiceRequest,
		private readonly isPatient = () => false,
		private readonly answers = () => 0,
	) {
		// Some paths take GET, or have another name (service.md: Shapes that vary).
		this.forms = [request];
		if (request.fallbackToGet === true) this.forms.push({ ...request, method: 'GET' });
		if (request.otherPath !== undefined) this.forms.push({ ...request, path: request.otherPath });
	}

	get form(): ServiceRequest {
		return this.forms[0] ?? this.request;
	}

	/** Milliseconds before the request asks for its next turn. @throws Failure when it has no other try */
	waitAfter(
		refusal: Refusal & { token?: string },
		until: number,
		{ now, random }: Pick<Environment, 'now' | 'random'>,
	): number {
		const { form } = this;
		const { trouble, errorCode, httpStatus, token = '' } = refusal;
		if (trouble === 'refusedForNow') {
			this.early.push(refusal);
			return 0;
		}
		if (this.forms.length > 1 && errorCode === undefined && isNotThere(httpStatus)) {
			this.forms.shift();
			return 0;
		}
		// It was no try: the create waits for the end of the outage, and for its turn.
		if (trouble === 'notReached' && form.intent === 'create' && this.isPatient()) return 0;
		this.count += 1;
		const isSameToken = trouble === 'tokenRejected' && this.rejectedToken === token;
		if (trouble === 'tokenRejected') {
			if (this.rejectedToken === undefined) this.answersBefore = this.answers();
			this.rejectedToken = token;
		}
		const wait = isSameToken ? undefined : this.waitBeforeNext(refusal, random());
		if (wait === undefined || now() + wait + LEAST_ANSWER_MS > until) {
			// If other calls were answered meanwhile, the key pair is good, and only this call had bad luck.
			const isForAll = trouble === 'tokenRejected' ? this.answers() === this.answersBefore : refusal.isForAll;
			throw failureOf(form, { ...refusal, isForAll }, this.count);
		}
		this.waitedMs += wait;
		return wait;
	}

	/** Milliseconds, or undefined for no other try. You would pay for a second create. */
	private waitBeforeNext({ trouble, retryAfterMs }: Refusal, random: number): number | undefined {
		const count = (this.counts[trouble] = (this.counts[trouble] ?? 0) + 1);
		if (trouble === 'unclear' && this.form.intent === 'create') return undefined;
		const { tries, isAway } = meaningOf(trouble);
		const isOutage = isAway === true && this.isPatient();
		if (count >= tries && !isOutage) return undefined;
		if (trouble === 'tokenRejected') return count === 1 ? 0 : backOff(count - 1, random);
		const wait =
			retryAfterMs === undefined ? backOff(count, random) : Math.round(retryAfterMs + random * FIRST_WAIT_MS);
		return this.waitedMs + wait > (isOutage ? PATIENT_BUDGET_MS : WAIT_BUDGET_MS) ? undefined : wait;
	}

	/** Why the request got no turn in its time. */
	tooEarly({ retryAt, until, environment }: Waiting, timeZone: string): Failure {
		const refusal = this.early.at(-1);
		const explained = explainCode(1005, refusal?.serviceMessage, this.form.group);
		const retryFrom = retryAt === undefined ? undefined : new Date(retryAt).toISOString();
		const description = retryAt
			? `The service takes no such request before ${timeAt(retryAt, timeZone)}, and this item can't wait so long. Run it again after that.`
			: `It waited for its turn, but ${environment.now() >= until ? 'the time of this item was up' : 'the service took nothing for long'}. ${explained.description}`;
		const why = { kind: 'refused', trouble: 'refusedForNow', errorCode: 1005, ...refusal } as const;
		return failureOf(this.form, { ...why, ...explained, description, retryFrom }, this.early.length);
	}
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const WAIT_BUDGET_MS = 120_000;
/** As long as a create waits for a service that takes nothing. */
const PATIENT_BUDGET_MS = 600_000;

/** The pause after so many tries, in milliseconds. Parallel requests must not come back at the same time. */
export const backOff = (count: number, random: number) =>
	Math.round(Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS) * (0.5 + random / 2));

/** A shorter wait would hammer the service. */
const SHORTEST_ASKED_MS = 1_000;

export function readRetryAfter(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const text = String(header).trim();
	const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
	return ms >= SHORTEST_ASKED_MS ? ms : undefined;
}
