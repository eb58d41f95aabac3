import type { Environment } from '../async/environment';
import type { Waiting } from '../async/rateLimiter';
import { explainCode, Failure, type FailureDetails } from '../service/failure';
import { NEXT_STEPS, type NextStep } from '../service/nextStep';
import type { ServiceRequest } from '../service/request';
import { sentences, timeFrom } from '../service/values';

/* Whether a request that got no good answer is sent again, and how it fails if not. */

interface Meaning {
	tries: number;
	/** The service may be away, and is waited for. */
	isAway?: boolean;
	/** The service may have taken a create. */
	isInDoubt?: boolean;
	/** If the create was certainly not taken. */
	again?: Failure['again'];
}

const TROUBLES = {
	/** No connection, no such host, or no token. */
	notReached: { tries: 5, isAway: true, again: 'later' },
	/** n8n could not read the credential. With 12, a request waits two minutes. */
	noDatabase: { tries: 12, again: 'later' },
	tokenRejected: { tries: 4 },
	/** A time-out, a reset, HTTP 5xx, or an unreadable answer. */
	unclear: { tries: 6, isAway: true, isInDoubt: true },
	/** An answer that is too large, or a connection that no other try makes secure. */
	broken: { tries: 1, isInDoubt: true },
	/** The rate limiter sends it again. */
	refusedForNow: { tries: Infinity, again: 'later' },
	/** n8n refused to send it, for good. */
	byN8n: { tries: 1, again: 'never' },
	final: { tries: 1 },
} satisfies Record<string, Meaning>;
export type Trouble = keyof typeof TROUBLES;
export const meaningOf = (trouble: Trouble): Meaning => TROUBLES[trouble];

/** Why a request has no good answer: n8n or the network failed, or the service said no. */
export interface Refusal extends Omit<FailureDetails, 'kind'> {
	kind: 'refused';
	trouble: Trouble;
	message: string;
	next: NextStep;
	/** Absent without an answer. */
	httpStatus?: number;
	retryAfterMs?: number;
	/** Every other request would fail, too. */
	isForAll?: boolean;
}

export const isNotThere = (status: number | undefined) => status === 404 || status === 405;

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
	/** The service answers, and a list does not, which may not be needed: an ID may be given. */
	isAlone = false;
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
		const budgetMs = isOutage && !this.isAlone ? PATIENT_BUDGET_MS : WAIT_BUDGET_MS;
		return this.waitedMs + wait > budgetMs ? undefined : wait;
	}

	/** Why the request got no turn in its time. */
	tooEarly({ retryAt, until, environment }: Waiting, timeZone: string): Failure {
		const refusal = this.early.at(-1);
		const explained = explainCode(1005, refusal?.serviceMessage, this.form.group);
		const retryFrom = retryAt === undefined ? undefined : new Date(retryAt).toISOString();
		const description = retryAt
			? `The service takes no such request before ${timeFrom(retryAt, timeZone)}, and this item can't wait so long. Run it again after that.`
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

export const CHECK_FIRST = 'First look for the job and its credits in your account at the service.';

export function failureOf(request: ServiceRequest, refusal: Refusal, tries: number): Failure {
	const { trouble, message, next, isForAll, serviceMessage } = refusal;
	const { field, suggestion, httpStatus, retryFrom, errorCode } = refusal;
	const { isInDoubt = false, again } = meaningOf(trouble);
	const isCreate = request.intent === 'create';
	const isOpen = isCreate && isInDoubt;
	const said = errorCode === undefined && serviceMessage && `The service says: ${serviceMessage}`;
	const toDo = isOpen ? sentences(said, CHECK_FIRST) : (refusal.description ?? NEXT_STEPS[next].say(refusal));
	const description = sentences(tries > 1 && `It was tried ${tries} times`, toDo);
	const meaning = { scope: isForAll ? 'run' : 'row', again } as const;
	const submitted = isOpen ? 'unknown' : isCreate ? 'no' : undefined;
	const told = { submitted, serviceMessage: serviceMessage || undefined } as const;
	const details = { ...told, description, field, suggestion, httpStatus, retryFrom, errorCode };
	if (!isOpen) return new Failure(message, next, details, meaning);
	return new Failure(`${message}, so this job may be paid`, 'askService', details, meaning);
}
