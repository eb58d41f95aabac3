import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import * as callbacks from '../shared/callbacks';
import { accountOf } from '../shared/transport/account';
import { within } from '../shared/async/deadline';
import { createEnvironment } from '../shared/async/environment';
import { asError, Failure } from '../shared/service/failure';
import { createTransport } from '../shared/transport/transport';
import { decide, later, type CallbackReply } from './decide';
import { readTriggerSettings } from './parameters';

const LONGEST_MS = 10_000;
const LIMITS = { readTimeoutMs: 4_000, createTimeoutMs: 4_000, patienceMs: 4_000 };

/** The texts must not help to forge a callback. */
const ANSWERS = { 200: 'Received', 400: 'Not a callback', 401: 'Not authentic', 503: 'Try again later' };

/** Never throws, because n8n would start a run with an empty item. n8n stores the static data after the response. */
export async function receiveCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const isTest = context.getMode() === 'manual';
	const reply = await takeUp(context, isTest).catch((error: unknown) => later(asError(error).message));
	const { kind, httpStatus, reason } = reply;
	if (kind === 'refused') {
		const { name: node } = context.getNode();
		context.logger.warn(`Callback not taken (HTTP ${httpStatus}): ${reason}`, { node });
	} else context.logger.debug(`Callback ${kind}: ${reason}`);
	callbacks.answerCaller(context, httpStatus, ANSWERS[httpStatus]);
	const shown = isTest && kind === 'refused' ? { event: kind, reason, httpStatus } : undefined;
	const json = reply.item ?? shown;
	return { noWebhookResponse: true, ...(json && { workflowData: [[{ json }]] }) };
}

async function takeUp(context: IWebhookFunctions, isTest: boolean): Promise<CallbackReply> {
	const environment = createEnvironment(context);
	const deadline = environment.now() + LONGEST_MS;
	const body = callbacks.readBody(context);
	if (!body.ok) return refusedBody(body.refusal);
	const settings = readTriggerSettings(context);
	const { keys, secret } = await accountOf(context);
	const opened = callbacks.openCallback(body.value, keys, settings.accept, environment.now());
	if (!opened.ok) return refusedBody(opened.refusal);

	const reference = callbacks.readReference(context.getQueryData(), secret);
	if (reference.kind === 'forged') {
		context.logger.warn(
			'The reference in the address of a callback is not signed by this account, and was left out',
		);
	}
	const scope = `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
	// n8n keeps no static data of a test.
	const isOnce = settings.options.deduplicate && !isTest;
	return await decide(opened.value, {
		settings,
		memory: isOnce ? callbacks.openMemory(scope, context.getWorkflowStaticData('node')) : undefined,
		confirm: async (callback: callbacks.Callback) => {
			const left = deadline - environment.now();
			if (left <= 0) throw new Failure('There are too many callbacks at a time');
			return await within(left, undefined, async (signal) => {
				const inTime = { ...environment, signal };
				return await callbacks.confirm(createTransport(context, inTime, LIMITS), inTime, callback);
			});
		},
		reference: reference.kind === 'signed' ? reference.text : undefined,
		now: environment.now(),
	});
}

function refusedBody({ why, reason }: callbacks.CallbackRefusal): CallbackReply {
	// The callback may be good, and must not be lost while you correct the credential.
	if (why === 'badKeys') return later(reason);
	return { kind: 'refused', httpStatus: why === 'noCallback' ? 400 : 401, reason };
}
