import type { Claim } from '../jobs/claim';
import { fingerprintOf } from '../jobs/fingerprint';
import { whyNoKeyStore } from '../n8n/deduplication';
import { isTool, nodeOf } from '../n8n/node';
import { isSaved } from '../n8n/reentry';
import { ItemFailure } from '../operation/failure';
import { isObject } from '../service/values';
import { CREDENTIAL_NAME, readKeyPair } from '../transport/account';
import type { JobRun } from './jobRun';
import type { Checked } from './prepare';
import type { Run } from './runContext';

/**
 * The claim of an item; undefined when it makes none. A call that an agent makes twice in one execution is one job,
 * even without a key: models repeat their calls.
 * @throws ItemFailure when keys can't be stored here
 */
export async function claimOf(
	jobRun: JobRun,
	checked: Checked,
	fingerprint: string,
): Promise<Claim | undefined> {
	const { run, operation } = jobRun;
	const { context } = run;
	const { idempotencyKey } = checked.settings.options;
	const executionId = context.getExecutionId();
	const isImplicit = idempotencyKey === undefined;
	if (isImplicit && !(isTool(context) && isSaved(executionId) && operation.kind.ready === 'completed')) {
		return undefined;
	}
	const why = isImplicit ? undefined : whyNoKeyStore(context);
	if (why !== undefined) {
		throw new ItemFailure(`Idempotency Key is not possible here: ${why}`, {
			description: 'Nothing was created. Save the workflow and run it in n8n, or leave the key empty.',
		});
	}
	const account = async () => readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	const { baseUrl, clientId } = await run.toolsFor(checked.item).once('account of the keys', account);
	const fields = fieldHashes(run, operation.value, checked);
	const scope = fingerprintOf(context.getWorkflow().id, nodeOf(context).id, baseUrl, clientId);
	if (!isImplicit) return { key: fingerprintOf(scope, { idempotencyKey }), fields };
	return { key: fingerprintOf(scope, executionId, fingerprint), fields, isImplicit };
}

/**
 * A hash of each validated parameter. A file is hashed by its name, type and size: its place in the store differs from
 * one delivery to the next.
 */
function fieldHashes(run: Run, operation: string, { item, input, settings }: Checked): Claim['fields'] {
	const own = isObject(input) ? input : { input };
	const options = isObject(own.options) ? own.options : {};
	const extraFields = { ...settings.options.extraFields };
	const flat = { operation, ...own, ...options, extraFields, options: undefined };
	const named = (_: string, value: unknown): unknown => {
		if (!isObject(value) || value.mode !== 'binary' || typeof value.property !== 'string') return value;
		const { fileName, mimeType, fileSize } = run.items[item]?.binary?.[value.property] ?? {};
		return { fileName, mimeType, fileSize };
	};
	return Object.fromEntries(
		Object.entries(flat).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, fingerprintOf(JSON.stringify(value, named)).slice(0, 10)]],
		),
	);
}
