import type { IDataObject } from 'n8n-workflow';
import { fingerprintOf } from '../jobs/fingerprint';
import { isFinal } from '../jobs/wait';
import { binaryIdentities } from '../media/door';
import { isTool, nodeOf } from '../n8n/node';
import { toFailure } from '../operation/failure';
import { shownValue } from '../operation/issues';
import { parameterFailure, parametersOf } from '../operation/parameters';
import { createSettingsOf, type CreateSettings } from '../operation/settings';
import type { CreateOperation, Plan, Tools } from '../operation/types';
import { isObject } from '../service/values';
import { createLimit } from '../transport/limit';
import { claimOf } from './claimOf';
import { notCompleted } from './finish';
import { requireExtra } from './extraFields';
import { followFirst, madeUnder } from './idempotency';
import { knownOf, type JobRun, type Track } from './jobRun';
import { failedAt, type Outcome } from './outcome';
import { submissionOf } from './parked';
import { throwIfStopped, type Run } from './runContext';
import { callbackAddress, checkWebhookUrl } from './webhookUrl';

/** Items whose preparation (detections, above all) is under way at a time. */
const PREPARED_AT_A_TIME = 5;

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
		const parameters = parametersOf(run.context, operation, item);
		const settings = createSettingsOf(operation).safeParse(parameters, { errorMap: shownValue });
		const bound = operation.bind(parameters);
		if (!bound.ok) throw parameterFailure(operation, bound.error);
		if (!settings.success) throw parameterFailure(operation, settings.error);
		requireExtra(operation, settings.data);
		checkWebhookUrl(run.context, settings.data);
		const { input, value: makePlan } = bound;
		return { ok: true, value: { item, settings: settings.data, input, makePlan } };
	} catch (error) {
		const reference = referenceOf(run, item);
		return failedAt(item, error, { kind: operation.kind.name, submitted: 'no', reference });
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
	const { run, operation, leg } = jobRun;
	const { item, settings, input, makePlan } = checked;
	const asked = { input, extraFields: { ...settings.options.extraFields } };
	const identify = async () => {
		const binaries = await binaryIdentities(run.context, item, input);
		return [askedOf(run, operation, item), asked]
			.flatMap((what) => (what === undefined ? [] : [fingerprintOf(operation.value, what, binaries)]))
			.join('.');
	};
	const track: Track = { item, settings, fingerprint: '', submitted: 'no', submittedAt: leg.beganAt };
	try {
		// A file that is not there is refused by the plan, which knows the name of its field.
		track.fingerprint = await identify().catch(() => '');
		if (!settings.options.checkOnly) {
			if (takeUpEarlier(jobRun, track)) return { ok: true, value: track };
			track.claim = await claimOf(jobRun, checked, track.fingerprint);
			const first = track.claim && (await madeUnder(jobRun, track.claim));
			if (first) {
				await followFirst(jobRun, track, first);
				return { ok: true, value: track };
			}
		}
		track.plan = await completed(jobRun, await makePlan(run.toolsFor(item)), settings);
		track.fingerprint ||= await identify();
		return { ok: true, value: track };
	} catch (error) {
		throwIfStopped(run);
		return failedAt(item, error, knownOf(jobRun, track));
	}
}

/**
 * Gives an item the job that an earlier try made, or may have made.
 * @returns whether there is one
 * @throws ItemFailure when it failed, and no try is left
 */
function takeUpEarlier({ operation: { kind }, ledger, hasTriedAll }: JobRun, track: Track): boolean {
	const note = ledger.find(track.item, track.fingerprint);
	const state = note?.job?.state;
	// One that failed is made again.
	if (note && state && (state.status === kind.ready || !isFinal(kind, state))) {
		// Another try waits anew, but not without end.
		const deadline = hasTriedAll ? note.job?.deadline : undefined;
		Object.assign(track, submissionOf(kind, note), { deadline });
		// The record may have the address by now, or a newer one.
		if (track.settings.downloadResult && !track.files) track.waited = undefined;
		return true;
	}
	if (state && hasTriedAll) {
		const { id, jobId } = state;
		throw toFailure(notCompleted(kind, state), { id, jobId, submitted: 'yes' });
	}
	if (note?.doubt === undefined) return false;
	track.submitted = 'unknown';
	return true;
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
	const own = Object.keys(operation.parameters).map((name) => parameters[name]);
	const options: Record<string, unknown> = isObject(parameters.options) ? parameters.options : {};
	const ownOptions = Object.keys(operation.options).map((name) => options[name]);
	return [own, [...ownOptions, options.extraFields], items[item]?.json];
}

/** Completes the plan with what is not the operation's own: the address for calls, and the person's extra fields. */
async function completed({ run, wakeUpUrl }: JobRun, made: Plan, settings: CreateSettings): Promise<Plan> {
	const webhookUrl =
		wakeUpUrl !== undefined && settings.waitForCompletion && !settings.options.checkOnly
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
