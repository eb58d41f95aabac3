import { ManualExecutionCancelledError } from 'n8n-workflow';
import type { z } from 'zod/v3';
import type { ServiceRequest } from '../service/request';
import { onlyWanted } from '../service/wanted';
import { readTargets, type Target } from './account';
import { callOnce, type Reply } from './call';
import { readFault } from './faults';
import { readPayload, serviceErrorOf } from './payload';
import { redact, redactAll } from './redact';
import { readRetryAfter, waitBeforeNextTry, waitBeforeRenewal } from './retry';
import type { CallContext, Environment, Transport } from './types';
import { isNotThere, judge, type Refusal, type Verdict } from './verdict';
import { explainedBy, rememberVariant, variantsOf, type Variant } from './variants';

/**
 * The time limits of one exchange, from its start to the last byte of its answer. After a time-out it is unknown whether
 * a create is paid for, so it gets more time than it should ever need.
 */
const LIMITS = { readTimeoutMs: 60_000, createTimeoutMs: 180_000 };
export type Limits = typeof LIMITS;

/**
 * Opens the one door to the service for one run of a node. The credential fetches and replaces the token, and n8n
 * stores it (service.md: Authentication).
 */
export function createTransport(context: CallContext, environment: Environment, limits = LIMITS): Transport {
	let targets: ReturnType<typeof readTargets> | undefined;
	/** Tokens that were sent: the service may repeat one even after it was replaced. */
	const sentTokens = new Set<string>();
	let answers = 0;

	const send = async <T>(
		request: ServiceRequest,
		answer: z.ZodType<T, z.ZodTypeDef, unknown>,
	): Promise<T> => {
		const { [request.host ?? 'service']: target } = await (targets ??= readTargets(context));
		return readPayload(request, await exchange(request, target), answer);
	};

	/** Sends until there is an answer or sending again is useless; returns the payload. */
	const exchange = async (request: ServiceRequest, target: Target): Promise<unknown> => {
		const variants = variantsOf(request, target.root);
		let variant = variants.shift() ?? request;
		const refusedTokens: string[] = [];
		let answersBefore = answers;
		let count = 0;
		let waitedMs = 0;
		for (;;) {
			throwIfStopped();
			const { verdict, token, retryAfterMs } = await attempt(request, target, variant, refusedTokens.at(-1));
			if (verdict.kind === 'answered') {
				answers += 1;
				rememberVariant(request, target.root, variant);
				return verdict.data;
			}
			const refusal = explainedBy(variant, verdict);
			if (refusal.trouble === 'tokenRejected') {
				if (refusedTokens.length === 0) answersBefore = answers;
				const isAnother = !refusedTokens.includes(token);
				refusedTokens.push(token);
				const pause = isAnother ? waitBeforeRenewal(refusedTokens.length, environment.random()) : undefined;
				// If other calls were answered meanwhile, the key pair is good, and only this call had bad luck.
				const stopsEverything = answers === answersBefore;
				if (pause === undefined) throw serviceErrorOf(request, { ...refusal, stopsEverything }, 1);
				if (pause > 0) await environment.sleep(pause);
				continue;
			}
			const another =
				refusal.code === undefined && isNotThere(refusal.httpStatus) ? variants.shift() : undefined;
			if (another !== undefined) {
				variant = another;
				continue;
			}
			count += 1;
			const wait = waitBeforeNextTry(
				{ ...request, trouble: refusal.trouble, count, waitedMs, retryAfterMs },
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
		{ root, place, secrets }: Target,
		{ method, path }: Variant,
		rejectedToken: string | undefined,
	): Promise<{ verdict: Verdict; token: string; retryAfterMs?: number }> => {
		const timeoutMs = request.intent === 'create' ? limits.createTimeoutMs : limits.readTimeoutMs;
		const { signal } = environment;
		const url = root + path;
		let reply: Reply;
		try {
			reply = await callOnce(context, { request, url, method, rejectedToken, timeoutMs, signal });
		} catch (thrown) {
			// Whether a create that broke off was taken is for its fault to say, also after a Stop.
			if (request.intent !== 'create') throwIfStopped();
			const fault = readFault(thrown, place);
			const description = redact(fault.description, [...secrets, ...sentTokens]);
			const mayBeTaken = fault.mayBeTaken === true || signal?.aborted === true;
			const verdict: Refusal = { kind: 'refused', httpStatus: 0, ...fault, mayBeTaken, description };
			return { verdict, token: '' };
		}
		const { token, status } = reply;
		sentTokens.add(token);
		const body = redactAll(onlyWanted(reply.body, request.wanted), [...secrets, ...sentTokens]);
		const verdict = judge({ status, body }, request, place);
		const retryAfterMs = readRetryAfter(reply.headers['retry-after'], environment.now());
		return { verdict, token, retryAfterMs };
	};

	const throwIfStopped = () => {
		if (environment.signal?.aborted === true)
			throw new ManualExecutionCancelledError(context.getExecutionId());
	};

	return { send };
}
