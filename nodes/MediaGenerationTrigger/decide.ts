import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from '../shared/zod';
import { jobItem } from '../shared/jobs/output';
import { callbackKinds, confirm, inTurn, openMemory } from '../shared/callbacks/confirm';
import type { Confirmation, TriggerMemory } from '../shared/callbacks/confirm';
import * as callbacks from '../shared/callbacks/open';
import * as build from '../shared/operation';
import { asError, Failure } from '../shared/operation';
import { readAs } from '../shared/operation/readParameters';
import { EVENTS, STATUSES } from '../shared/service/statuses';
import { openAccount } from '../shared/transport/account';
import { createLimit } from '../shared/async/limit';
import { createEnvironment, within } from '../shared/async/environment';
import { RunTransport } from '../shared/transport/transport';

export interface CallbackReply {
	kind: 'accepted' | 'filtered' | 'repeat' | 'refused';
	httpStatus: 200 | 400 | 401 | 503;
	reason: string;
	item?: IDataObject;
}

export interface Grounds {
	settings: TriggerSettings;
	memory?: TriggerMemory;
	confirm(): Promise<Confirmation | undefined>;
	reference?: string;
	/** Milliseconds since the epoch. */
	now: number;
}

/** @throws Failure when the service can't be asked */
export async function decide(callback: callbacks.Callback, grounds: Grounds): Promise<CallbackReply> {
	const { settings, memory, now, reference } = grounds;
	const { id, status, signed } = callback;
	const { maximumAge } = settings.options;
	// The digits of a captured time and nonce can be split into a time of the future.
	if (maximumAge > 0 && Math.abs(now - (callback.sentAt ?? now)) > maximumAge * 60_000) {
		return answered('refused', `It is not from the last ${maximumAge} minutes`);
	}
	if (!isWanted(status, settings)) return filtered(`event "${status}"`);
	// Most callbacks that waited for their turn are repeats by now, and need no read.
	const record = await inTurn(signed, async () =>
		memory?.has(id, status) ? ('known' as const) : await grounds.confirm(),
	);
	if (record === 'known') return repeat(status);
	if (record === undefined) {
		// A signed callback may be early. Anyone can send a plain callback.
		return new callbacks.CallbackRefusal(signed ? 503 : 401, `The service knows no record ${id}`);
	}
	const { kind, state, isBehind } = record;
	const event = state.status;
	if (isBehind) return later(`It says ${status}, and the service says ${event} of ${id}`);
	if (!isWanted(event, settings)) return filtered(`event "${event}"`);
	if (!settings.kinds.includes(kind.name)) return filtered(`kind "${kind.label}"`);
	if (memory && !memory.add(id, event)) return repeat(event);
	const item = { ...jobItem({ kind, state, reference }, settings.simplify), event };
	return { kind: 'accepted', httpStatus: 200, reason: `${kind.label} ${id} is ${event}`, item };
}

export const later = (reason: string): CallbackReply => new callbacks.CallbackRefusal(503, reason);

const answered = (kind: CallbackReply['kind'], reason: string): CallbackReply => ({
	kind,
	httpStatus: 200,
	reason,
});

const repeat = (event: string) => answered('repeat', `The event "${event}" has started a run already`);
const filtered = (why: string) => answered('filtered', `Left out: the ${why} is not asked for`);

const isWanted = (event: string, { events }: TriggerSettings) => events.some((each) => each === event);

const LONGEST_WAIT_MS = 10_000;
/** A read that is cut off is begun again, and on a busy machine none would end. */
const LONGEST_READ_MS = 20_000;
const LIMITS = { patienceMs: 4_000 };
/** n8n takes long for a credential. So the first callbacks of a burst end early, and not all of them late. */
const inOrder = createLimit(5);

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
	const body = callbacks.readBody(context);
	if (body instanceof callbacks.CallbackRefusal) return body;
	const names = Object.keys(parameters);
	const given = Object.fromEntries(names.map((name) => [name, context.getNodeParameter(name)]));
	const settings = readAs(build.schemaOf(parameters), given, triggerFields);
	const open = async () => await openAccount(context);
	const account = await inOrder(async () => await within(LONGEST_READ_MS, undefined, open));
	const callback = callbacks.openCallback(body, account.keys, settings.accept);
	if (callback instanceof callbacks.CallbackRefusal) return callback;
	const query = context.getQueryData();
	const reference = callbacks.readReference(query, account.secret);
	if (reference === undefined && 'reference' in query) {
		context.logger.warn(
			'The reference in the address of a callback is not signed by this account, and was left out',
		);
	}
	const scope = `${context.getWorkflow().id ?? ''}/${context.getNode().id} ${account.owner}`;
	// n8n keeps no static data of a test.
	const isOnce = settings.options.deduplicate && !isTest;
	const now = environment.now();
	return await decide(callback, {
		settings,
		memory: isOnce ? openMemory(scope, context.getWorkflowStaticData('node')) : undefined,
		confirm: async () => {
			const isLate = environment.now() > now + LONGEST_WAIT_MS;
			if (isLate) throw new Failure('There are too many callbacks at a time', 'runAgainLater', {});
			return await within(LONGEST_READ_MS, undefined, async (signal) => {
				const inTime = { ...environment, signal };
				const transport = new RunTransport(context, inTime, LIMITS, async () => account);
				return await confirm(transport, inTime, callback);
			});
		},
		reference,
		now,
	});
}

const options = {
	deduplicate: build.flag('Start Once per Event', {
		default: true,
		description: 'Whether to ignore a callback that repeats. In a test each callback starts the workflow.',
	}),
	maximumAge: build.numberOrDefault('Maximum Age (Minutes)', {
		default: 0,
		min: 0,
		description:
			'Ignore older signed callbacks, also after an outage. Unsigned ones have no time. 0: any age.',
	}),
};
const parameters = {
	events: build.parameter('multiOptions', z.array(z.string()), 'Start When a Job Is', {
		required: true,
		default: EVENTS.filter((event) => STATUSES[event].isFinal),
		options: EVENTS.map((value) => ({ name: '', ...STATUSES[value].event, value })),
		description: 'The events that start the workflow. Keep Failed selected to learn of failed jobs.',
	}),
	kinds: build.parameter('multiOptions', z.array(z.string()), 'Job Types', {
		required: true,
		default: [...callbackKinds.map(({ name }) => name)],
		options: callbackKinds.map(({ name: value, label }) => ({ value, name: build.titleOf(label) })),
		description:
			'The jobs that start the workflow. An age change is a face swap; a translation or a talking avatar is a video.',
	}),
	accept: build.parameter('options', z.enum(['signedOrPlain', 'signed']), 'Accept Callbacks', {
		default: 'signedOrPlain',
		options: [
			{
				name: 'Signed and Unsigned',
				value: 'signedOrPlain',
				description: 'The node reads the record of each first',
			},
			{ name: 'Signed Only', value: 'signed', description: 'With the keys of the credential' },
		],
		description: 'The callbacks to accept. The output is always the record, read back from the service.',
	}),
	simplify: build.simplify,
	options: build.collection('Options', options, { placeholder: 'Add option' }),
};
type TriggerSettings = build.ValuesOf<typeof parameters>;

export const triggerFields = build.fieldsIn({
	howToUse: build.notice(
		'Copy the Production URL above into <b>Webhook URL</b> of the node that creates jobs, and publish this workflow. You find the field below <b>Wait for Completion</b>, whether that is on or off. To try it, copy the Test URL there instead, execute this step, and run that node.',
		{},
	),
	...parameters,
});
