import type { Environment } from '../async/environment';
import type { Failure } from '../service/failure';
import type { ServiceRequest } from '../service/request';
import { failureOf, tooEarly } from './readPayload';
import { waitBeforeNextTry } from './retry';
import { isNotThere, type Refusal } from './verdict';

/** A request with less time is not sent again: its time-out would take the place of the reason that is known. */
const LEAST_ANSWER_MS = 1_000;

/** The tries of a request, and what follows from a refusal. */
export class Tries {
	private readonly forms: ServiceRequest[];
	/** A refusal for being too early is not a try. */
	private readonly early: { refusal?: Refusal; count: number } = { count: 0 };
	private count = 0;
	private waitedMs = 0;

	constructor(private readonly request: ServiceRequest) {
		this.forms = formsOf(request);
	}

	/** How it is sent next. */
	get form(): ServiceRequest {
		return this.forms[0] ?? this.request;
	}

	/**
	 * How many milliseconds the request waits before it asks for its next turn.
	 * @throws Failure when it has no other try
	 */
	waitAfter(
		refusal: Refusal,
		{ retryAfterMs, rejections }: { retryAfterMs?: number; rejections: number },
		until: number,
		{ now, random }: Pick<Environment, 'now' | 'random'>,
	): number {
		const { form } = this;
		const { trouble, code, httpStatus } = refusal;
		if (trouble === 'refusedForNow') {
			Object.assign(this.early, { refusal, count: this.early.count + 1 });
			return 0;
		}
		if (this.forms.length > 1 && code === undefined && isNotThere(httpStatus)) {
			this.forms.shift();
			return 0;
		}
		if (trouble === 'tokenRejected') throw failureOf(form, refusal, rejections);
		this.count += 1;
		const { count, waitedMs } = this;
		const wait = waitBeforeNextTry({ intent: form.intent, trouble, count, waitedMs, retryAfterMs }, random());
		if (wait === undefined || now() + wait + LEAST_ANSWER_MS > until) throw failureOf(form, refusal, count);
		this.waitedMs += wait;
		return wait;
	}

	/** Why the request got no turn. */
	tooEarly(patienceMs: number): Failure {
		return tooEarly(this.form, this.early.refusal, this.early.count, patienceMs);
	}
}

/** service.md: Shapes that vary */
function formsOf(request: ServiceRequest): ServiceRequest[] {
	const forms = [request];
	if (request.fallbackToGet === true) forms.push({ ...request, method: 'GET' });
	if (request.otherPath !== undefined) forms.push({ ...request, path: request.otherPath });
	return forms;
}
