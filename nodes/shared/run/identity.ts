import { hashOf, type Claim } from '../claims/claim';
import { memoryRows, type Claims, type Rows } from '../claims/claims';
import { contentHash, filesIn, storedHash, withContents } from '../media/contentHash';
import { whyNoStore } from '../n8n/deduplication';
import { isSaved, retriedExecutionOf, toolCallerOf } from '../n8n/executionFacts';
import { nodeOf } from '../n8n/node';
import { fieldsOf } from '../operation/nodeProperties';
import { labelOf } from '../operation/parameters/messages';
import { Failure, asError } from '../service/failure';
import type { CreateOperation } from '../operation/types';
import { isObject } from '../service/values';
import { accountOf } from '../transport/account';
import { refuseCredential } from '../transport/openAccount';
import type { Row } from './row';
import type { Run } from './runContext';
import type { State } from '../waiting/state';

/* Which claim the create of a row has. */

const REPEAT_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * The claim of a row.
 * @throws Failure when a key can't be remembered here; Failure when a file or the credential can't be read
 */
export async function claimOf(
	run: Run,
	operation: CreateOperation,
	state: State,
	claims: Claims,
	row: Row,
): Promise<Claim> {
	const { context } = run;
	const { idempotencyKey, reference } = row.settings;
	const caller = toolCallerOf(context);
	const { id, type, name } = nodeOf(context);
	// n8n Agents give the node another ID at each call.
	const node = caller === 'n8nAgents' ? `${type} ${name}` : id;
	const place = [context.getWorkflow().id, node, await payer(run)];
	const request = await requestHash(run, operation, row);
	if (idempotencyKey !== undefined) {
		requireStore(run);
		return { by: 'key', name: hashOf('key', place, idempotencyKey), request };
	}
	if (caller === undefined) {
		// Equal rows are interchangeable. A Reference may differ in a retry.
		const equals = state.count(request);
		return { by: 'row', name: hashOf('row', state.run.root, place, request, equals), request };
	}
	// Models repeat their calls. An AI Agent does so in one execution; other clients call again in another one.
	const execution = caller === 'agent' ? context.getExecutionId() : '';
	const now = run.environment.now();
	const today = Math.floor(now / DAY_MS);
	// A chain of claims for each day. In one chain for good, each call would follow all earlier claims.
	const newestOf = async (day: number) => {
		const name = hashOf('call', place, request, reference, execution, day);
		return await claims.newest({ by: 'call', name, request }, now - REPEAT_MS);
	};
	const yesterdays = await newestOf(today - 1);
	return yesterdays.isFree ? (await newestOf(today)).claim : yesterdays.claim;
}

async function requestHash(
	run: Run,
	operation: CreateOperation,
	{ item, asks, settings }: Row,
): Promise<string> {
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

/** @throws Failure where a key can't be remembered, before anything is paid */
function requireStore({ context }: Run): void {
	const why = whyNoStore(context);
	if (why === undefined) return;
	throw new Failure(`Idempotency Key can't be used here: ${why}`, {
		description: 'Save the workflow and run it in n8n, or leave the key empty.',
	});
}

/** @throws Failure */
export async function findRoot({ context, environment }: Run, state: State, rows: Rows): Promise<void> {
	const executionId = context.getExecutionId();
	const retryOf = state.run.retryOf ?? retriedExecutionOf(context);
	if (retryOf === undefined || rows === memoryRows) {
		state.run.root ??= isSaved(executionId)
			? executionId
			: `not saved ${environment.now()} ${environment.random()}`;
		return;
	}
	state.run.retryOf = retryOf;
	const find = async () => {
		const root = Number(state.run.root ?? (await rows.read(`root ${retryOf}`)) ?? retryOf);
		await rows.insert(`root ${executionId}`, root);
		return String(root);
	};
	state.run.root = await find().catch((error: unknown) => {
		const { message } = asError(error);
		throw new Failure(`The jobs of the execution before this retry can't be read: ${message}`, {
			submitted: 'unknown',
			description: "This retry has created nothing. Check n8n's database, and retry once more.",
		});
	});
}
