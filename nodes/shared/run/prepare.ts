import type { IDataObject } from 'n8n-workflow';
import { fingerprintOf } from '../jobs/fingerprint';
import { isFinal } from '../jobs/wait';
import { binaryIdentities } from '../media/door';
import { isTool, nodeOf } from '../n8n/node';
import { toFailure, type Failed, type ItemFailure } from '../operation/failure';
import { shownValue } from '../operation/issues';
import { parameterFailure, parametersOf } from '../operation/parameters';
import { createSettingsOf, type CreateSettings } from '../operation/settings';
import type { CreateOperation, Plan, Tools } from '../operation/types';
import { isObject } from '../service/values';
import { createLimit } from '../transport/limit';
import { claimOf } from './claimOf';
import { notCompleted } from './finish';
import { requireExtra } from './extraFields';
import type { JobRun, Track } from './jobRun';
import { submissionOf } from './parked';
import { throwIfStopped, type Run } from './runContext';
import { callbackAddress, checkWebhookUrl } from './webhookUrl';

/** Items whose preparation (detections, above all) is under way at a time. */
const PREPARED_AT_A_TIME = 5;

/** The outcome of a step for one item: a value, or its failure. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: ItemFailure };

/** The failures among outcomes; an outcome's index is its item, unless `itemAt` maps it. */
export function failuresOf(
	outcomes: ReadonlyArray<Outcome<unknown>>,
	itemAt: (index: number) => number = (index) => index,
): Failed[] {
	return outcomes.flatMap((outcome, index) =>
		outcome.ok ? [] : [{ item: itemAt(index), failure: outcome.failure }],
	);
}

/** An item whose parameters are right. */
export interface Checked {
	item: number;
	settings: CreateSettings;
	input: unknown;
	makePlan: (tools: Tools) => Promise<Plan>;
}

/** Validates the parameters of every item, without a request: a bad item does not even cost a detection. */
export async function checkAll(run: Run, operation: CreateOperation): Promise<Array<Outcome<Checked>>> {
	const checked: Array<Outcome<Checked>> = [];
	for (const item of run.items.keys()) {
		checked.push(checkOne(run, operation, item));
		await run.breathe();
	}
	return checked;
}

function checkOne(run: Run, operation: CreateOperation, item: number): Outcome<Checked> {
	try {
		return { ok: true, value: check(run, operation, item) };
	} catch (error) {
		const reference = referenceOf(run, item);
		const known = { kind: operation.kind.name, submitted: 'no', reference } as const;
		return { ok: false, failure: toFailure(error, known) };
	}
}

/** The reference of an item whose parameters are refused, if it can be read: people recognise their rows by it. */
function referenceOf({ context }: Run, item: number): string | undefined {
	try {
		const reference: unknown = context.getNodeParameter('options.reference', item, null);
		return typeof reference === 'string' && reference !== '' ? reference : undefined;
	} catch {
		return undefined;
	}
}

/** @throws ItemFailure that names what is wrong with the parameters of the item */
function check(run: Run, operation: CreateOperation, item: number): Checked {
	const parameters = parametersOf(run.context, operation, item);
	const settings = createSettingsOf(operation).safeParse(parameters, { errorMap: shownValue });
	const bound = operation.bind(parameters);
	if (!bound.ok) throw parameterFailure(operation, bound.error);
	if (!settings.success) throw parameterFailure(operation, settings.error);
	requireExtra(operation, settings.data);
	checkWebhookUrl(run.context, settings.data);
	return { item, settings: settings.data, input: bound.input, makePlan: bound.value };
}

/**
 * Prepares the request of each item whose parameters are right: addresses of binaries, detections. Nothing is looked up
 * again for a job that an earlier try made: the answer may have changed, as for a button that was used.
 */
export async function planAll(
	jobRun: JobRun,
	checked: ReadonlyArray<Outcome<Checked>>,
): Promise<Array<Outcome<Track>>> {
	const limit = createLimit(PREPARED_AT_A_TIME);
	return await Promise.all(
		checked.map(async (outcome) => {
			if (!outcome.ok) return outcome;
			return await limit(async () => {
				await jobRun.run.breathe();
				return await prepare(jobRun, outcome.value);
			});
		}),
	);
}

async function prepare(jobRun: JobRun, checked: Checked): Promise<Outcome<Track>> {
	const { run, operation, ledger } = jobRun;
	const { item, settings, input } = checked;
	const asked = { input, extraFields: { ...settings.options.extraFields } };
	const identify = async () => {
		const binaries = await binaryIdentities(run.context, item, input);
		return [askedOf(run, operation, item), asked]
			.flatMap((what) => (what === undefined ? [] : [fingerprintOf(operation.value, what, binaries)]))
			.join('.');
	};
	const base = {
		item,
		settings,
		submitted: 'no',
		submittedAt: jobRun.leg.beganAt,
	} as const;
	try {
		if (!settings.options.checkOnly && ledger.of(item).some(({ job }) => job !== undefined)) {
			const fingerprint = await identify();
			const note = ledger.find(item, fingerprint);
			const state = note?.job?.state;
			// One that failed is made again.
			if (note && state && (state.status === operation.kind.ready || !isFinal(operation.kind, state))) {
				// Another try waits anew, but not without end.
				const deadline = jobRun.hasTriedAll ? note.job?.deadline : undefined;
				const recalled = { ...submissionOf(operation.kind, note), deadline };
				return { ok: true, value: { ...base, fingerprint, ...recalled } };
			}
			if (state && jobRun.hasTriedAll) {
				const { id, jobId } = state;
				throw toFailure(notCompleted(operation.kind, state), { id, jobId, submitted: 'yes' });
			}
		}
		const plan = await completed(jobRun, await checked.makePlan(run.toolsFor(item)), settings);
		const fingerprint = await identify();
		const claim = settings.options.checkOnly ? undefined : await claimOf(jobRun, checked, fingerprint);
		return { ok: true, value: { ...base, fingerprint, plan, claim } };
	} catch (error) {
		throwIfStopped(run);
		const { reference } = settings.options;
		const known = { kind: operation.kind.name, submitted: 'no', reference } as const;
		return { ok: false, failure: toFailure(error, known) };
	}
}

/**
 * What was asked for: the item, and the operation's own parameters as written, with their expressions unevaluated. By
 * this a second try recognises a job whose expression changes each time (a time, a random number). By its input it
 * recognises one whose expression was corrected since. Undefined for a tool of an agent, whose words are only in the
 * input.
 */
function askedOf({ context, items }: Run, operation: CreateOperation, item: number): unknown {
	if (isTool(context)) return undefined;
	const { parameters } = nodeOf(context);
	const own = operation.fields.map(({ name }) => parameters[name]);
	const options: Record<string, unknown> = isObject(parameters.options) ? parameters.options : {};
	const ownOptions = (operation.options ?? []).map(({ name }) => options[name]);
	return [own, [...ownOptions, options.extraFields], items[item]?.json];
}

/** Completes the plan with what is not the operation's own: the address for calls, and the person's extra fields. */
async function completed({ run, wakeUpUrl }: JobRun, made: Plan, settings: CreateSettings): Promise<Plan> {
	const webhookUrl =
		wakeUpUrl !== undefined && settings.waitForCompletion
			? wakeUpUrl
			: await callbackAddress(run.context, settings);
	const { request } = made;
	const body = {
		...request.body,
		...(webhookUrl !== undefined && { webhookUrl }),
		...settings.options.extraFields,
	};
	return { ...made, request: { ...request, body } };
}

/** What `checkOnly` shows of an item: the preview of its operation, and the request's body. */
export function previewOf({ plan }: Track): IDataObject {
	return { checkOnly: true, ...plan?.preview, request: plan?.request.body ?? {} };
}
