import type { IDataObject } from 'n8n-workflow';
import { binaryIdentities } from '../media/door';
import { fingerprintOf, type JobMemory } from '../jobs/memory';
import { isObject } from '../service/values';
import { asError } from '../transport/errors';
import { createLimit } from '../transport/limit';
import { isTool, toFailure, type ItemFailure } from './failure';
import { shownValue } from './issues';
import { parameterFailure, parametersOf } from './parameters';
import type { Run } from './runContext';
import { createSettings, type CreateSettings } from './settings';
import type { CreateOperation, Plan, Tools } from './types';
import { callbackAddress, checkWebhookUrl } from './webhookUrl';

/** Items whose preparation (detections, above all) is under way at a time. */
const PREPARED_AT_A_TIME = 5;

/** What became of an item so far: something, or a failure of its own. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: ItemFailure };

/** An item whose parameters are right. */
export interface Checked {
	item: number;
	settings: CreateSettings;
	input: unknown;
	makePlan: (tools: Tools) => Promise<Plan>;
}

/** An item that is ready to be paid for. */
export interface Prepared {
	item: number;
	settings: CreateSettings;
	/** Absent for a job that an earlier try made: it is only waited for. */
	plan?: Plan;
	/** What makes it the same submission in a second try: what was asked for, of which item. */
	fingerprint: string;
}

/** Validates the parameters of every item, and asks nobody: a bad item costs not even a detection. */
export function checkAll(run: Run, operation: CreateOperation): Array<Outcome<Checked>> {
	return run.items.map((_, item) => {
		try {
			return { ok: true, value: check(run, operation, item) };
		} catch (error) {
			const reference = referenceOf(run, item);
			const known = { kind: operation.kind.name, submitted: 'no', reference } as const;
			return { ok: false, failure: toFailure(error, known) };
		}
	});
}

/** The reference of an item whose parameters are refused, where it can be read: people know their rows by it. */
function referenceOf({ context }: Run, item: number): string | undefined {
	try {
		const reference: unknown = context.getNodeParameter('options.reference', item, null);
		return typeof reference === 'string' && reference !== '' ? reference : undefined;
	} catch {
		return undefined;
	}
}

function check(run: Run, operation: CreateOperation, item: number): Checked {
	const parameters = parametersOf(run.context, operation, item);
	const settings = createSettings.safeParse(parameters, { errorMap: shownValue });
	const bound = operation.bind(parameters);
	if (!bound.ok) throw parameterFailure(operation, bound.error);
	if (!settings.success) throw parameterFailure(operation, settings.error);
	checkWebhookUrl(run.context, settings.data);
	return { item, settings: settings.data, input: bound.input, makePlan: bound.value };
}

/**
 * Prepares what is to be sent for each item whose parameters are right: addresses of binaries, detections. Nothing is
 * looked up for a job that an earlier try made; what was asked about before it may read otherwise since.
 * @param wakeUp the address that the service is to call when the run is suspended
 */
export async function planAll(
	run: Run,
	operation: CreateOperation,
	checked: ReadonlyArray<Outcome<Checked>>,
	memory: JobMemory,
	wakeUp?: string,
): Promise<Array<Outcome<Prepared>>> {
	const limit = createLimit(PREPARED_AT_A_TIME);
	return await Promise.all(
		checked.map(async (outcome) => {
			if (!outcome.ok) return outcome;
			return await limit(async () => await plan(run, operation, outcome.value, memory, wakeUp));
		}),
	);
}

async function plan(
	run: Run,
	operation: CreateOperation,
	checked: Checked,
	memory: JobMemory,
	wakeUp: string | undefined,
): Promise<Outcome<Prepared>> {
	const { item, settings, input } = checked;
	const identify = async () => {
		const binaries = await binaryIdentities(run.context, item, input);
		return [askedOf(run, operation, item), input]
			.flatMap((what) => (what === undefined ? [] : [fingerprintOf(operation.value, what, binaries)]))
			.join('.');
	};
	try {
		if (memory.holds(item) && !settings.options.checkOnly) {
			const fingerprint = await identify();
			if (memory.recall(item, fingerprint)) return { ok: true, value: { item, settings, fingerprint } };
		}
		const made = await checked.makePlan(run.toolsFor(item));
		const fingerprint = await identify();
		return {
			ok: true,
			value: { item, settings, plan: await withWebhook(run, made, settings, wakeUp), fingerprint },
		};
	} catch (error) {
		if (run.environment.signal?.aborted) throw asError(error);
		const { reference } = settings.options;
		const known = { kind: operation.kind.name, submitted: 'no', reference } as const;
		return { ok: false, failure: toFailure(error, known) };
	}
}

/**
 * What was asked for: the operation's own parameters before their expressions, as one with the time or a chance in it
 * gives something else in each try, and the item. It counts beside the input, which stays the same where a person has
 * mended an expression. Undefined for the tool of an agent, whose words are in the input alone.
 */
function askedOf({ context, items }: Run, operation: CreateOperation, item: number): unknown {
	if (isTool(context)) return undefined;
	const { parameters } = context.getNode();
	const own = operation.fields.map(({ name }) => parameters[name] ?? null);
	const options: Record<string, unknown> = isObject(parameters.options) ? parameters.options : {};
	const ownOptions = (operation.options ?? []).map(({ name }) => options[name] ?? null);
	return [own, ownOptions, items[item]?.json];
}

async function withWebhook(run: Run, made: Plan, settings: CreateSettings, wakeUp?: string): Promise<Plan> {
	const isWokenUp = settings.waitForCompletion && settings.waitUsing === 'callback';
	const webhookUrl = isWokenUp ? wakeUp : await callbackAddress(run.context, settings);
	if (webhookUrl === undefined) return made;
	return { ...made, request: { ...made.request, body: { ...made.request.body, webhookUrl } } };
}

/** What `checkOnly` shows of an item: the request's body, and what its operation wants to be seen first. */
export function previewOf({ plan }: Prepared): IDataObject {
	return { checkOnly: true, ...plan?.preview, request: plan?.request.body ?? {} };
}
