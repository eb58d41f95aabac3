import { ManualExecutionCancelledError } from 'n8n-workflow';
import { onlyWanted } from '../service/envelope';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';
import { accountOf, CREDENTIAL_NAME } from './account';
import { isByItem, withoutStoring } from './accountByItem';
import { sendOnce, type Reply } from './sendOnce';
import { within } from '../async/deadline';
import { ServiceError } from './serviceError';
import { readFault } from './faults';
import { hostsOf, type Host } from './hosts';
import { createRequestQueues, pacesOf, type Paces } from './requestQueues';
import { readPayload, serviceErrorOf, tooEarly } from './readPayload';
import { Secrets } from './redact';
import { readRetryAfter, waitBeforeNextTry } from './retry';
import { createEnvironment, type Environment } from '../async/environment';
import type { SendOutcome } from '../async/pace';
import type { CallContext, RunTransport } from './types';
import { isNotThere, judge, type Refusal, type Verdict } from './verdict';

/**
 * The time limits of one exchange, from its start to the last byte of its answer, and of the wait for it. After a time-out
 * it is unknown whether a create is paid for, so it gets more time than it should ever need.
 */
const LIMITS = {
	readTimeoutMs: 60_000,
	createTimeoutMs: 180_000,
	/** What a create has in any case, also one that was sent at its very end: less than n8n's time limit leaves after that. */
	shortCreateTimeoutMs: 60_000,
	/** How long a request waits for its turn while the service takes nothing. */
	patienceMs: 600_000,
};
export type TransportLimits = Partial<typeof LIMITS>;

/** Where a request goes, the paces of its account, and the context that sends it. */
interface At {
	host: Host;
	paces: Paces;
	caller: () => CallContext;
}

/**
 * Opens the transport of one run of a node. The credential fetches and replaces the token, and n8n
 * stores it (service.md: Authentication).
 */
export function createTransport(
	context: CallContext,
	environment: Environment,
	others: TransportLimits = {},
): RunTransport {
	const limits = { ...LIMITS, ...others };
	let account: ReturnType<typeof readAccount> | undefined;
	/** With all tokens that were sent: the service may repeat one even after it was replaced. */
	const secrets = new Secrets();
	let answers = 0;
	const queues = createRequestQueues(environment);

	const send = async <T>(
		request: ServiceRequest,
		answer: Schema<T>,
		until?: number,
		check?: () => void,
	): Promise<T> => {
		const { hosts, paces, caller } = await (account ??= readAccount().catch(refuseCredential));
		const at = { host: hosts[request.host ?? 'service'], paces, caller };
		const { data, status } = await exchange(request, at, until, check);
		return readPayload(request, data, answer, status);
	};

	const readAccount = async () => {
		const credential = await context.getCredentials(CREDENTIAL_NAME);
		secrets.add(credential.clientSecret);
		secrets.add(credential.accessToken);
		const isUnstored = await isByItem(context);
		const caller = () => (isUnstored ? withoutStoring(context) : context);
		return { hosts: hostsOf(credential), paces: pacesOf(accountOf(credential)), caller };
	};

	/** Sends until there is an answer or sending again is useless; returns the payload, and its HTTP status. */
	const exchange = async (request: ServiceRequest, at: At, until = Infinity, check?: () => void) => {
		const forms = formsOf(request);
		const place = queues.place(at.paces, request, limits.patienceMs, until, check);
		let refusal: Refusal | undefined;
		let refusals = 0;
		const rejectedTokens: string[] = [];
		let answersBefore = answers;
		let count = 0;
		let waitedMs = 0;
		for (;;) {
			throwIfStopped();
			const [form = request] = forms;
			if (!(await place.turn())) throw tooEarly(form, refusal, refusals, limits.patienceMs);
			const tried = attempt(form, at, rejectedTokens.at(-1), until);
			// After a Stop nothing is known, and others go on.
			tried.catch(() => place.report('unknown'));
			const { verdict, status, token, retryAfterMs } = await tried;
			place.report(sendOutcomeOf(verdict), retryAfterMs);
			if (verdict.kind === 'answered') {
				answers += 1;
				return { data: verdict.data, status };
			}
			if (verdict.trouble === 'refusedForNow') {
				refusal = verdict;
				refusals += 1;
				context.logger.debug(`${form.path} came too early: ${verdict.message}`);
				continue;
			}
			if (forms.length > 1 && verdict.code === undefined && isNotThere(verdict.httpStatus)) {
				forms.shift();
				continue;
			}
			const isRejection = verdict.trouble === 'tokenRejected';
			if (isRejection && rejectedTokens.length === 0) answersBefore = answers;
			// If other calls were answered meanwhile, the key pair is good, and only this call had bad luck.
			const stopsEverything = isRejection ? answers === answersBefore : verdict.stopsEverything;
			const isSameToken = isRejection && rejectedTokens.includes(token);
			const tries = isRejection ? rejectedTokens.push(token) : (count += 1);
			const wait = waitBeforeNextTry(
				{ intent: request.intent, trouble: verdict.trouble, count: tries, waitedMs, retryAfterMs },
				environment.random(),
			);
			if (wait === undefined || isSameToken || environment.now() + wait >= until)
				throw serviceErrorOf(form, { ...verdict, stopsEverything }, tries);
			context.logger.debug(`Sending ${form.path} again in ${wait} ms: ${verdict.message}`);
			if (wait > 0) await environment.sleep(wait);
			waitedMs += wait;
		}
	};

	const attempt = async (
		request: ServiceRequest,
		{ host, caller }: At,
		rejectedToken: string | undefined,
		until: number,
	) => {
		const isCreate = request.intent === 'create';
		const left = Math.max(isCreate ? limits.shortCreateTimeoutMs : 1, until - environment.now());
		const { signal } = environment;
		const url = host.root + request.path;
		let reply: Reply;
		try {
			reply = await within(
				Math.min(isCreate ? limits.createTimeoutMs : limits.readTimeoutMs, left),
				// A create under way is finished even after a Stop: it is paid for, and only its answer has the ID.
				isCreate ? undefined : signal,
				async (ending) => await sendOnce(caller(), request, url, rejectedToken, ending),
			);
		} catch (thrown) {
			// Whether a create that broke off was taken is for its fault to say, also after a Stop.
			if (!isCreate) throwIfStopped();
			const fault = readFault(thrown, host);
			const description = secrets.redact(fault.description);
			const mayBeTaken = fault.mayBeTaken === true || signal?.aborted === true;
			const verdict: Verdict = { kind: 'refused', ...fault, mayBeTaken, description };
			return { verdict, token: '', status: undefined };
		}
		const { token, status } = reply;
		secrets.add(token);
		const body = secrets.redactAll(onlyWanted(reply.body, request.wanted));
		const retryAfterMs = readRetryAfter(reply.headers['retry-after'], environment.now());
		return { verdict: judge({ status, body }, request, host), status, token, retryAfterMs };
	};

	const throwIfStopped = () => {
		if (environment.signal?.aborted === true)
			throw new ManualExecutionCancelledError(context.getExecutionId());
	};

	return { send, slowed: queues.slowed };
}

/**
 * The transport of what ends costs: a cancel, a close. It knows no Stop, so it sends after one as well, and waits only two
 * minutes for its turn.
 */
export function createLastTransport(context: CallContext): RunTransport {
	return createTransport(context, createEnvironment(), { patienceMs: 120_000 });
}

/** A business code says that the request passed the limit; without one nobody knows where it ended. */
function sendOutcomeOf(verdict: Verdict): SendOutcome {
	if (verdict.kind === 'answered') return 'passed';
	if (verdict.trouble === 'refusedForNow') return 'refused';
	return verdict.trouble === 'final' && verdict.code !== undefined ? 'passed' : 'unknown';
}

function refuseCredential(thrown: unknown): never {
	throw new ServiceError(thrown instanceof Error ? thrown.message : 'The credential could not be read', {
		description: 'Open the credential of this node, and test it',
		stopsEverything: true,
	});
}

/** The forms of a request, in the order of trying: services differ (service.md: Shapes that vary). */
function formsOf(request: ServiceRequest): ServiceRequest[] {
	const forms = [request];
	if (request.fallbackToGet === true) forms.push({ ...request, method: 'GET' });
	if (request.otherPath !== undefined) forms.push({ ...request, path: request.otherPath });
	return forms;
}
