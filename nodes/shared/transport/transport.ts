import { ManualExecutionCancelledError } from 'n8n-workflow';
import type { z } from 'zod';
import type { ServiceRequest } from '../service/request';
import { readAccount, type Account } from './account';
import { API_ROOT, joinPath } from './addresses';
import { callOnce, type Reply } from './call';
import { readFault } from './faults';
import { readPayload, serviceErrorOf } from './outcome';
import { redact } from './redact';
import { readRetryAfter, waitBeforeNextTry } from './retry';
import type { CallContext, Environment, Transport } from './types';
import { judge, type Refusal } from './verdict';
import { rememberWay, waysOf, type Way } from './ways';

/** How long one request may take, in milliseconds. */
export interface Limits {
	readTimeoutMs: number;
	createTimeoutMs: number;
}

/** A create that times out leaves open whether it is paid for, so it gets more time than it should ever need. */
const LIMITS: Limits = { readTimeoutMs: 60_000, createTimeoutMs: 180_000 };

/**
 * Opens the one door to the service for one run of a node. The token is n8n's to keep: it is fetched, stored and
 * replaced by the credential (interface: Authentication).
 */
export function createTransport(
	context: CallContext,
	environment: Environment,
	limits: Limits = LIMITS,
): Transport {
	let account: Promise<Account> | undefined;

	const send = async <T>(
		request: ServiceRequest,
		answer: z.ZodType<T, z.ZodTypeDef, unknown>,
	): Promise<T> => {
		const { service, detection, secrets } = await (account ??= readAccount(context));
		const root = request.host === 'detection' ? detection : service + API_ROOT;
		return readPayload(request, await exchange(request, root, secrets), answer);
	};

	/** Sends until there is an answer, or no sense in sending again; gives the payload. */
	const exchange = async (request: ServiceRequest, root: string, secrets: string[]): Promise<unknown> => {
		const ways = waysOf(request, root);
		let way = ways.shift() ?? request;
		let rejectedToken: string | undefined;
		let count = 0;
		let waitedMs = 0;
		for (;;) {
			throwIfStopped();
			const tried = await attempt(request, root, way, rejectedToken, secrets);
			if (tried.kind === 'answered') {
				rememberWay(request, root, way);
				return tried.data;
			}
			if (tried.kind === 'tokenRejected' && rejectedToken === undefined) {
				rejectedToken = tried.token;
				continue;
			}
			const { refusal } = tried;
			const another = refusal.code === undefined && isNotThere(refusal) ? ways.shift() : undefined;
			if (another !== undefined) {
				way = another;
				continue;
			}
			count += 1;
			const wait = waitBeforeNextTry(
				{ ...request, trouble: refusal.trouble, count, waitedMs, retryAfterMs: tried.retryAfterMs },
				environment.random(),
			);
			if (wait === undefined) throw serviceErrorOf(request, refusal, count);
			context.logger.debug(`Sending ${request.path} again in ${wait} ms: ${refusal.message}`);
			await environment.sleep(wait);
			waitedMs += wait;
		}
	};

	const attempt = async (
		request: ServiceRequest,
		root: string,
		{ method, path }: Way,
		rejectedToken: string | undefined,
		secrets: string[],
	): Promise<Attempt> => {
		const timeoutMs = request.intent === 'create' ? limits.createTimeoutMs : limits.readTimeoutMs;
		const { signal } = environment;
		const url = joinPath(root, path);
		let reply: Reply;
		try {
			reply = await callOnce(context, { request, url, method, rejectedToken, timeoutMs, signal });
		} catch (thrown) {
			throwIfStopped();
			return {
				kind: 'refused',
				refusal: cleaned({ kind: 'refused', httpStatus: 0, ...readFault(thrown) }, secrets),
			};
		}
		const verdict = judge(reply, request);
		if (verdict.kind === 'answered') return verdict;
		const refusal = cleaned(verdict.kind === 'refused' ? verdict : verdict.refusal, [
			...secrets,
			reply.token,
		]);
		const retryAfterMs = readRetryAfter(reply.headers['retry-after'], environment.now());
		return { kind: verdict.kind, refusal, token: reply.token, retryAfterMs };
	};

	const throwIfStopped = () => {
		if (environment.signal?.aborted === true)
			throw new ManualExecutionCancelledError(context.getExecutionId());
	};

	return { send };
}

type Attempt =
	| { kind: 'answered'; data: unknown }
	| { kind: 'refused' | 'tokenRejected'; refusal: Refusal; token?: string; retryAfterMs?: number };

const isNotThere = ({ httpStatus }: Refusal) => httpStatus === 404 || httpStatus === 405;

/** The service may repeat in its texts what it was sent. */
function cleaned(refusal: Refusal, secrets: readonly string[]): Refusal {
	return {
		...refusal,
		message: redact(refusal.message, secrets),
		description: redact(refusal.description, secrets),
		...(refusal.said !== undefined && { said: redact(refusal.said, secrets) }),
	};
}
