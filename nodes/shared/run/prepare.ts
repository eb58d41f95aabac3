import type { IExecuteFunctions } from 'n8n-workflow';
import { withReference } from '../callbacks';
import { fingerprintOf } from '../jobs/ledger';
import { isFinal } from '../jobs/wait';
import { binaryIdentities } from '../media/door';
import { isTool, nodeOf } from '../n8n/node';
import { ItemFailure, toFailure } from '../operation/failure';
import type { CreateSettings } from '../operation/settings';
import type { CreateOperation, Plan } from '../operation/types';
import { isObject } from '../service/values';
import { CREDENTIAL_NAME, readKeyPair, serviceAddress } from '../transport/account';
import { canReach } from '../transport/address';
import { beginEach, createLimit, pass } from '../async/limit';
import type { Checked } from './check';
import { notCompleted } from './finish';
import { claimOf, followFirst, jobOf, lookUp } from './idempotency';
import { knownOf, trackOf, type JobRun, type Track } from './jobRun';
import { failedAt, type Outcome } from './outcome';
import { throwIfStopped, type Run } from './runContext';

/** Items whose preparation (detections, above all) is under way at a time. */
const PREPARED_AT_A_TIME = 5;

/**
 * Prepares the request of each item: addresses of binaries, detections. Nothing is looked up again for a job that an
 * earlier try made: the answer may have changed, as for a button that was used.
 */
export async function planAll(
	jobRun: JobRun,
	checked: ReadonlyArray<Outcome<Checked>>,
): Promise<Array<Outcome<Track>>> {
	const limit = createLimit(PREPARED_AT_A_TIME);
	return await beginEach(
		checked,
		async () => await limit(pass),
		async (outcome) => (outcome.ok ? await limit(async () => await prepare(jobRun, outcome.value)) : outcome),
	);
}

async function prepare(jobRun: JobRun, checked: Checked): Promise<Outcome<Track>> {
	const { run, operation, leg } = jobRun;
	const { item, settings, makePlan } = checked;
	await run.breathe();
	throwIfStopped(run);
	const track: Track = { item, settings, fingerprint: '', submittedAt: leg.beganAt };
	const plan = async () => await makePlan(run.toolsFor(item));
	try {
		track.fingerprint = await identify(run, operation, checked).catch(async (error: unknown) => {
			// The plan knows the name of the field whose file is not there.
			await plan();
			throw error;
		});
		if (!settings.options.checkOnly) {
			if (takeUpEarlier(jobRun, track)) return { ok: true, value: track };
			track.claim = await claimOf(jobRun, checked, track.fingerprint);
			const known = track.claim && (await lookUp(run, track.claim));
			if (known) {
				await followFirst(jobRun, track, jobOf(jobRun, known));
				return { ok: true, value: track };
			}
		}
		track.plan = await completed(jobRun, await plan(), settings);
		return { ok: true, value: track };
	} catch (error) {
		throwIfStopped(run);
		return failedAt(item, error, knownOf(jobRun, track));
	}
}

/**
 * The fingerprint of what was asked for. It has two parts: what was written, with the expressions unevaluated, by which
 * a second try recognises a job whose expression changes each time (a time, a random number); and the input, by which it
 * recognises one whose expression was corrected since. The words of an agent are only in the input.
 */
async function identify(run: Run, operation: CreateOperation, { item, input, settings }: Checked) {
	const { context, items } = run;
	const binaries = await binaryIdentities(context, item, input);
	const asked: unknown[] = [{ input, extraFields: { ...settings.options.extraFields } }];
	if (!isTool(context)) {
		const { parameters } = nodeOf(context);
		const options: Record<string, unknown> = isObject(parameters.options) ? parameters.options : {};
		const own = Object.keys(operation.parameters).map((name) => parameters[name]);
		const ownOptions = Object.keys(operation.options).map((name) => options[name]);
		asked.unshift([own, [...ownOptions, options.extraFields], items[item]?.json]);
	}
	return asked.map((what) => fingerprintOf(operation.value, what, binaries)).join('.');
}

/**
 * Gives an item the job that an earlier try made, or may have made.
 * @returns whether there is one
 * @throws ItemFailure when it failed, and no try is left
 */
function takeUpEarlier({ operation, ledger, hasTriedAll }: JobRun, track: Track): boolean {
	const { kind } = operation;
	const note = ledger.find(track);
	if (note === undefined) return false;
	const { state, doubt } = note;
	if (state && isFinal(kind, state) && state.status !== kind.ready) {
		// One that failed is made again.
		if (!hasTriedAll) return false;
		const { id, jobId } = state;
		throw toFailure(notCompleted(kind, state), { id, jobId, submitted: 'yes' });
	}
	if (state === undefined && doubt === undefined) return false;
	const { settings, fingerprint } = track;
	// Another try waits anew, but not without end.
	const deadline = hasTriedAll ? note.deadline : undefined;
	Object.assign(track, trackOf(operation, note), { settings, fingerprint, deadline });
	// The record may have the address by now, or a newer one: it is looked at again.
	if (track.seen && settings.downloadResult && !track.files)
		track.seen = { ...track.seen, waitedMs: undefined };
	return true;
}

/** Adds to a plan what is not the operation's own: the address for calls, and the extra fields. */
async function completed({ run, wakeUpUrl }: JobRun, made: Plan, settings: CreateSettings): Promise<Plan> {
	const { waitForCompletion, options } = settings;
	const isWokenUp = wakeUpUrl !== undefined && waitForCompletion && !options.checkOnly;
	const webhookUrl = isWokenUp ? wakeUpUrl : await callbackAddress(run.context, settings);
	const { request } = made;
	const body = { ...request.body, ...(webhookUrl !== undefined && { webhookUrl }), ...options.extraFields };
	return { ...made, request: { ...request, body } };
}

/**
 * The person's own callback address that a create sends to the service; it carries the signed reference.
 * @throws ItemFailure when the service can't reach it
 */
async function callbackAddress(
	context: IExecuteFunctions,
	{ webhookUrl, options: { reference } }: CreateSettings,
): Promise<string | undefined> {
	if (webhookUrl === undefined) return undefined;
	if (!canReach(await serviceAddress(context), webhookUrl)) {
		throw new ItemFailure(`Webhook URL is at ${new URL(webhookUrl).host}, which the service can't reach`, {
			description:
				'Set N8N_WEBHOOK_URL (before n8n 2.41: WEBHOOK_URL) to the public address of n8n where it is started, and copy the Production URL of the trigger again.',
		});
	}
	if (reference === undefined) return webhookUrl;
	const { clientSecret } = readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	return withReference(webhookUrl, reference, clientSecret);
}
