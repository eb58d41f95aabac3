import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	answerCaller,
	confirm,
	createAdmission,
	endingAt,
	openCallback,
	openMemory,
	readBody,
	readReference,
	sendingUntil,
} from '../shared/callbacks';
import type { Confirmation } from '../shared/callbacks';
import { createEnvironment } from '../shared/transport/environment';
import { CREDENTIAL_NAME, readKeyPair } from '../shared/transport/account';
import { createTransport } from '../shared/transport/transport';
import { decide } from './decide';
import { answerTo, later, refusedBody, shownInTest, type Reply } from './reply';
import { readSettings } from './parameters';

/**
 * The sender waits for the answer, and gives up after an unknown time: so the record is read back soon or not at all.
 */
const LONGEST_MS = 10_000;
const READ_TIMEOUT_MS = 4_000;

/**
 * How many records this process reads back at a time, and how many plain callbacks it takes at a time; the sender of a
 * further one tries again.
 */
const admission = createAdmission({ signed: 20, plain: 10, mostPlain: 100 });

/**
 * Takes a callback: verify, claim, read back, answer, start. Never throws: n8n would start a run with an empty item.
 * The answer goes out through the response itself, as n8n then stores the static data before it starts the run.
 */
export async function receiveCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const isTest = context.getMode() === 'manual';
	const reply = await takeUp(context, isTest).catch((error: unknown) =>
		later(error instanceof Error ? error.message : String(error)),
	);
	note(context, reply);
	answerCaller(context, reply.httpStatus, answerTo(reply));
	const item = reply.kind === 'accepted' ? reply.item : isTest ? shownInTest(reply) : undefined;
	return { noWebhookResponse: true, ...(item && { workflowData: [[{ json: item }]] }) };
}

async function takeUp(context: IWebhookFunctions, isTest: boolean): Promise<Reply> {
	const environment = createEnvironment(context);
	const deadline = environment.now() + LONGEST_MS;
	const body = readBody(context);
	if (!body.ok) return refusedBody(body.refusal);
	const settings = readSettings(context);
	const keys = readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	const opened = openCallback(body.value, keys, settings.accept, environment.now());
	if (!opened.ok) return refusedBody(opened.refusal);

	const reference = readReference(context.getQueryData(), keys.clientSecret);
	if (reference.kind === 'forged') {
		context.logger.warn(
			'The reference in the address of a callback is not signed by this account, and was left out',
		);
	}
	const inTime = endingAt(environment, deadline);
	const transport = sendingUntil(
		deadline,
		environment,
		createTransport(context, inTime, {
			readTimeoutMs: READ_TIMEOUT_MS,
			createTimeoutMs: READ_TIMEOUT_MS,
		}),
	);
	// n8n keeps no static data of a test, so a test would be deduplicated only by chance.
	const memory =
		settings.options.deduplicate && !isTest
			? openMemory(scopeOf(context), context.getWorkflowStaticData('node'), environment.now)
			: undefined;
	const reply = await decide(opened.value, {
		settings,
		memory,
		inTurn: admission,
		// Too long a wait for a turn means too many callbacks.
		confirm: async (callback) =>
			environment.now() > deadline ? tooMany : await confirm(transport, inTime, callback),
		reference: reference.kind === 'signed' ? reference.text : undefined,
		now: environment.now(),
	});
	if (reply.kind === 'accepted') memory?.store();
	return reply;
}

const tooMany: Confirmation = { kind: 'unavailable', reason: 'too many callbacks at a time' };

function scopeOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id ?? ''}/${context.getNode().id}`;
}

function note(context: IWebhookFunctions, { kind, httpStatus, reason }: Reply): void {
	if (kind === 'refused' || kind === 'tooOld') {
		context.logger.warn(`Callback not taken (HTTP ${httpStatus}): ${reason}`, {
			node: context.getNode().name,
		});
	} else {
		context.logger.debug(`Callback ${kind}: ${reason}`);
	}
}
