import { claim, hashOf, type Claim } from '../claims/claims';
import { CANNOT_KEEP, inTurns, memoryRows, openStore, type Store } from '../claims/store';
import { BinaryFile, filesIn } from '../media/binaryFile';
import { storedHash, withContents } from '../media/signed';
import { rowsOfWorkflow, whyNoStore } from '../n8n/deduplication';
import { isRetry, toolCallerOf } from '../n8n/executionFacts';
import { hint, note } from '../n8n/hintsAndCustomData';
import { nodeOf } from '../n8n/storedExecution';
import { fieldsOf } from '../operation/nodeProperties';
import { labelOf } from '../operation/parameters/messages';
import { defaultSettings, settingsOfCreates, type CreateSettings } from '../operation/defineOperation';
import { Failure, asError, wrongField } from '../service/failure';
import { isObject, keysOf } from '../service/values';
import { CHECK_DATABASE, DATABASE_IS_AWAY } from '../transport/account';
import type { Leg } from './leg';
import type { Row } from './row';
import type { Run } from './runContext';

/* Which claim the create of a row has, and where it is kept. */

/** The store of a run's claims. It waits for a database that is away until the first wait of the run would be over. */
export async function storeOf(run: Run, { timeout }: CreateSettings): Promise<Store> {
	const { context, environment, beganAt } = run;
	const why = whyNoStore(context);
	if (why !== undefined) return { rows: memoryRows, why };
	const store = await openStore(inTurns(rowsOfWorkflow(context)), {
		...environment,
		until: () => Math.min(beganAt + timeout * 60_000, run.endsAt()),
		warn: (message) => context.logger.warn(message),
	});
	if (store.why === undefined) return store;
	const message = "This version of n8n can't keep notes of paid jobs: a retry may pay again";
	context.logger.warn(message);
	hint(context, message, 'warning');
	note(context, message);
	return store;
}

/** @throws Failure when a setting needs claims that last, before anything is paid */
function requireStore({ why }: Store, settings: CreateSettings): void {
	if (why === undefined) return;
	const used = keysOf(settingsOfCreates).find((name) => {
		const { needsStore, period } = settingsOfCreates[name];
		return (needsStore ?? period) && settings[name] !== defaultSettings[name];
	});
	if (!used) return;
	const { label } = settingsOfCreates[used];
	const fix =
		why === CANNOT_KEEP ? 'go back to your earlier version of n8n' : 'save the workflow and run it in n8n';
	throw wrongField(label, `${label} can't be used here: ${why}`, `Empty this field, or ${fix}.`);
}

export function databaseIsAway(error: unknown): Failure {
	const message = `${DATABASE_IS_AWAY}: ${asError(error).message}`;
	return new Failure(message, 'runAgainLater', { description: CHECK_DATABASE });
}

const REPEAT_MS = 15 * 60_000;

/**
 * For how long after a tool's create the same call is the same job, also if that failed. An AI Agent may first wait for the
 * whole Timeout. A person who retries an execution wants another job than one that failed.
 */
export const repeatMs = ({ context }: Run, { timeout }: CreateSettings): number =>
	REPEAT_MS + (toolCallerOf(context) === 'agent' && !isRetry(context) ? timeout * 60_000 : 0);

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
	if (idempotencyKey !== undefined) return claim('key', request, await scopeOf(run), idempotencyKey);
	const caller = toolCallerOf(run.context);
	// Equal rows are interchangeable. A Reference may differ in a retry.
	if (caller === undefined) return await rowClaim(run, request, state.run.root, state.count(request));
	const since = leg.now - repeatMs(run, row.settings);
	const newest = async (after: number, ...parts: unknown[]) =>
		await claims.newest(claim('call', request, await scopeOf(run), request, reference, ...parts), after);
	// Models repeat their calls. An AI Agent does so in one execution, and again in each of its retries.
	if (caller === 'agent') {
		return (await newest(isRetry(run.context) ? 0 : since, state.run.root)).claim;
	}
	// Other clients call again in another execution. In one chain for good, each call would follow all earlier claims.
	const today = Math.floor(leg.now / DAY_MS);
	const yesterdays = await newest(since, today - 1);
	return yesterdays.isFree ? (await newest(since, today)).claim : yesterdays.claim;
}

/** The claim of a row. `equals` counts the equal rows above it. */
export async function rowClaim(run: Run, request: string, root?: string, equals = 0): Promise<Claim> {
	return claim('row', request, root, await scopeOf(run), request, equals);
}

async function scopeOf(run: Run): Promise<unknown[]> {
	const { context } = run;
	const { id, type, name } = nodeOf(context);
	// n8n Agents give the node another ID at each call.
	const node = toolCallerOf(context) === 'n8nAgents' ? `${type} ${name}` : id;
	const { identity: payer } = await run.account();
	return [context.getWorkflow().id, node, payer];
}

export async function requestHash({ run, operation }: Leg, { item, asks, settings }: Row): Promise<string> {
	const files = new Map<string, string>();
	for (const { property, path } of filesIn(asks?.input)) {
		const label = labelOf(fieldsOf(operation), path) || property;
		const file = new BinaryFile(run.context, item, property, label);
		const read = async () => await file.hash();
		files.set(property, file.id === undefined ? await read() : await run.once(`content ${file.id}`, read));
	}
	const byContent = (_: string, value: unknown): unknown =>
		isObject(value) && value.mode === 'binary' ? files.get(String(value.property)) : value;
	const input = await withContents(
		JSON.stringify(asks?.input ?? null, byContent),
		async (id) => await run.once(`content ${id}`, async () => await storedHash(run.context.helpers, id)),
	);
	return hashOf(operation.value, input, settings.extraFields ?? {});
}
