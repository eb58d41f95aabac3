import { claim, hashOf, type Claim } from '../claims/claim';
import { contentHash, filesIn, storedHash, withContents } from '../media/contentHash';
import { toolCallerOf } from '../n8n/executionFacts';
import { nodeOf } from '../n8n/node';
import { fieldsOf } from '../operation/nodeProperties';
import { labelOf } from '../operation/parameters/messages';
import { isObject } from '../service/values';
import { accountOf } from '../transport/account';
import { refuseCredential } from '../transport/openAccount';
import type { Leg } from './leg';
import type { Row } from './row';
import type { Run } from './runContext';
import { requireStore } from './store';

/* Which claim the create of a row has. */

const REPEAT_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * The claim of a row.
 * @throws Failure when a claim must last and can't here, or when a file or the credential can't be read
 */
export async function claimOf(leg: Leg, row: Row): Promise<Claim> {
	const { run, state, claims, store } = leg;
	const { idempotencyKey, reference } = row.settings;
	requireStore(store, row.settings);
	const request = await requestHash(leg, row);
	if (idempotencyKey !== undefined) return claim('key', request, await placeOf(run), idempotencyKey);
	const caller = toolCallerOf(run.context);
	// Equal rows are interchangeable. A Reference may differ in a retry.
	if (caller === undefined) return await rowClaim(leg, state.run.root, request, state.count(request));
	const newest = async (since: number, ...parts: unknown[]) =>
		await claims.newest(claim('call', request, await placeOf(run), request, reference, ...parts), since);
	const now = run.environment.now();
	// Models repeat their calls. An AI Agent does so in one execution, and again in each of its retries.
	if (caller === 'agent') {
		const isRetry = state.run.root !== run.context.getExecutionId();
		return (await newest(isRetry ? 0 : now - REPEAT_MS, state.run.root)).claim;
	}
	// Other clients call again in another execution. In one chain for good, each call would follow all earlier claims.
	const today = Math.floor(now / DAY_MS);
	const yesterdays = await newest(now - REPEAT_MS, today - 1);
	return yesterdays.isFree ? (await newest(now - REPEAT_MS, today)).claim : yesterdays.claim;
}

/** The claim of a row for which so many equal rows came before. */
export async function rowClaim({ run }: Leg, root: string | undefined, request: string, equals: number) {
	return claim('row', request, root, await placeOf(run), request, equals);
}

async function placeOf(run: Run): Promise<unknown[]> {
	const { context } = run;
	const { id, type, name } = nodeOf(context);
	// n8n Agents give the node another ID at each call.
	const node = toolCallerOf(context) === 'n8nAgents' ? `${type} ${name}` : id;
	return [context.getWorkflow().id, node, await payer(run)];
}

export async function requestHash({ run, operation }: Leg, { item, asks, settings }: Row): Promise<string> {
	const files = new Map<string, string>();
	for (const { property, path } of filesIn(asks?.input)) {
		const id = run.items[item]?.binary?.[property]?.id;
		const label = labelOf(fieldsOf(operation), path) || property;
		const read = async () => await contentHash(run.context, item, property, label);
		files.set(property, id === undefined ? await read() : await run.once(`content ${id}`, read));
	}
	const byContent = (_: string, value: unknown): unknown =>
		isObject(value) && value.mode === 'binary' ? files.get(String(value.property)) : value;
	const input = await withContents(
		JSON.stringify(asks?.input ?? null, byContent),
		async (id) => await run.once(`content ${id}`, async () => await storedHash(run.context, id)),
	);
	const { extraFields = {} } = settings;
	return hashOf(operation.value, input, extraFields);
}

async function payer(run: Run): Promise<string> {
	return await run.once('account of the claims', async () => {
		const { identity } = await accountOf(run.context).catch((error: unknown) => refuseCredential(error));
		return identity;
	});
}
