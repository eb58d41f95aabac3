import type { IExecuteFunctions } from 'n8n-workflow';
import { each } from '../../async/limit';
import { withReference } from '../../callbacks';
import { binaryIdentities } from '../../media/binaryFile';
import { isTool, nodeOf } from '../../n8n/node';
import { ItemFailure } from '../../operation/failure';
import { labelOf } from '../../operation/parameters/messages';
import { fieldsOf } from '../../operation/nodeProperties';
import { bodyOfSettings, bodySettings, BODY_SETTINGS } from '../../operation/settings/bodySettings';
import type { CreateOperation, Plan } from '../../operation/types';
import { isObject } from '../../service/values';
import { CREDENTIAL_NAME, readKeyPair, serviceAddress } from '../../transport/account';
import { canReach } from '../../transport/privateAddress';
import { othersOf } from '../../item/finish';
import { plan } from '../../item/job';
import { itemOf } from '../../item/outcome';
import { throwIfStopped, type Run } from '../../item/runContext';
import { fingerprintOf } from '../../keys/fingerprint';
import { isPending, type Common } from '../batch/batch';
import { fail, type Entry } from '../batch/entry';
import { requireFree, type Checked } from './check';
import { findSent } from './sentBefore';

/** Items whose preparation (detections, above all) is under way at a time. */
const PREPARED_AT_A_TIME = 5;

/**
 * Plans the job of each item: addresses of binaries, detections, the request. Nothing is looked up again for a job that an
 * earlier try or create made: the answer may have changed, as for a button that was used.
 */
export async function planAll(common: Common, entries: ReadonlyArray<Entry | Checked>): Promise<void> {
	const { run, operation } = common;
	const checked = entries.flatMap((entry) => (isPending(entry) && 'makePlan' in entry ? [entry] : []));
	await each(checked, { atATime: PREPARED_AT_A_TIME, turn: run.breathe }, async (entry) => {
		throwIfStopped(run);
		try {
			await planOne(common, entry);
		} catch (error) {
			throwIfStopped(run);
			fail(operation, entry, error);
		}
	});
}

async function planOne(common: Common, entry: Checked): Promise<void> {
	const { run, operation } = common;
	const { item, settings, makePlan } = entry;
	entry.fingerprint = await identify(run, operation, entry);
	entry.job = settings.checkOnly ? undefined : await findSent(common, entry);
	if (entry.job) return;
	const planned = await makePlan(run.toolsFor(item));
	const { request, asked, preview } = await withSettings(common, settings, planned);
	if (settings.checkOnly) {
		const others = settings.includeOtherFields ? othersOf(run.items[item]?.json) : {};
		const shown = { ...others, checkOnly: true, ...preview, request: request.body ?? {} };
		entry.outcome = { ok: true, value: itemOf(shown, item) };
	} else entry.job = plan(request, asked);
}

/**
 * The fingerprint of what was asked for. It has two parts: what was written, with the expressions unevaluated, by which
 * a second try recognises a job whose expression changes each time (a time, a random number); and the input, by which it
 * recognises one whose expression was corrected since. The words of an agent are only in the input.
 */
async function identify(run: Run, operation: CreateOperation, { item, input, settings }: Checked) {
	const { context, items } = run;
	const label = (path: Array<string | number>) => labelOf(fieldsOf(operation), path);
	const binaries = await binaryIdentities(context, item, input, label);
	const parts: unknown[] = [{ input, ...bodySettings(settings) }];
	if (!isTool(context)) {
		const { parameters } = nodeOf(context);
		const options: Record<string, unknown> = isObject(parameters.options) ? parameters.options : {};
		const own = Object.keys(operation.parameters).map((name) => parameters[name]);
		const ofRequest = [...Object.keys(operation.options), ...BODY_SETTINGS].map((name) => options[name]);
		parts.unshift([own, ofRequest, items[item]?.json]);
	}
	return parts.map((what) => fingerprintOf(operation.value, what, binaries)).join('.');
}

/** Adds to a plan what is not the operation's own: the person's address for calls, and the fields of settings. */
async function withSettings(
	{ run, operation }: Common,
	settings: Checked['settings'],
	planned: Plan,
): Promise<Plan> {
	const { request } = planned;
	requireFree(operation, request.body, settings.extraFields);
	const webhookUrl = await callbackAddress(run.context, settings.webhookUrl, settings.reference);
	const calls = webhookUrl !== undefined && { webhookUrl };
	const body = { ...request.body, ...calls, ...bodyOfSettings(settings) };
	return { ...planned, request: { ...request, body } };
}

/**
 * The person's own callback address that a create sends to the service; it carries the signed reference.
 * @throws ItemFailure when the service can't reach it
 */
async function callbackAddress(
	context: IExecuteFunctions,
	webhookUrl: string | undefined,
	reference: string | undefined,
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
