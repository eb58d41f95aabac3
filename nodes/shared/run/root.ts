import { noteRow } from '../claims/old';
import { hashOf } from '../claims/claim';
import { hasBegun, retriedExecutionOf } from '../n8n/executionFacts';
import { isTool, nodeOf } from '../n8n/node';
import { requestHash, rowClaim } from './identity';
import { Failure } from '../service/failure';
import { settingsOfRun, type Leg } from './leg';
import { isOpen, type Row } from './row';
import { databaseIsAway } from './store';

/*
 * Whose jobs a run continues. The root of a run is the execution under which its rows are claimed. Each execution notes
 * it for each of its nodes, before the node pays.
 *
 * | the execution                                                 | its root                                      |
 * |---------------------------------------------------------------|-----------------------------------------------|
 * | is a retry of one that began this node                         | the root of that one                           |
 * | has Continue Execution                                         | the root of that one, if a row was claimed under it |
 * | is a retry of one that ended above this node, after an earlier one had begun it | the root of the last one that claimed a row of these |
 * | is another retry                                               | the retried execution                          |
 * | is the first                                                   | itself                                         |
 *
 * n8n doesn't say what a retried execution was a retry of. But it hands on that the node has begun (n8n.md:
 * Deduplication store).
 */

/** Reads one row each, which takes a millisecond. */
const MOST_LOOKED_AT = 10_000;
/** Of the first row or two the service may have refused the create. */
const ROWS_LOOKED_AT = 3;

const EXECUTION = /^\d{1,15}$/;

/** @throws Failure for all rows before anything is paid */
export async function findRoot(leg: Leg): Promise<void> {
	const { run, state, store } = leg;
	const rows = leg.rows.filter((row) => isOpen(row) && !row.settings.dryRun);
	const id = run.context.getExecutionId();
	if (rows.length === 0 || (state.run.root !== undefined && !state.isRetry)) return;
	if (!EXECUTION.test(id)) {
		state.run.root ??= id || `not saved ${run.environment.now()} ${run.environment.random()}`;
		return;
	}
	const retryOf = retriedExecutionOf(run.context);
	try {
		const root = state.run.root ?? (await rootOf(leg, rows, retryOf)) ?? id;
		const name = rootRow(leg, id);
		const isFirst = await store.rows.insert(name, Number(root));
		if (isFirst) noteRow(store.rows.store, name, run.environment.uptime());
		state.run.root = isFirst ? root : ((await readRoot(leg, id)) ?? root);
	} catch (error) {
		throw error instanceof Failure ? error : databaseIsAway(error, retryOf === undefined ? 'no' : 'unknown');
	}
}

async function rootOf(leg: Leg, rows: readonly Row[], retryOf?: string): Promise<string | undefined> {
	const { run, store } = leg;
	const { continueExecution } = settingsOfRun(leg.operation, leg.rows);
	const retried = retryOf === undefined ? undefined : await readRoot(leg, retryOf);
	// Where claims don't last, each row that asks for it is refused.
	if (retried !== undefined || store.why !== undefined) return retried ?? retryOf;
	if (continueExecution !== undefined) {
		const root = (await readRoot(leg, continueExecution)) ?? continueExecution;
		if (await hasClaims(leg, root, rows)) return root;
		throw new Failure(`This node made no job for these items in execution ${continueExecution}`, {
			submitted: 'no',
			description:
				'Enter the number of the execution that sent the jobs, with the same parameters and within eight days, or empty Continue Execution.',
		});
	}
	const isLost = hasBegun(run.context) && (retryOf !== undefined || run.context.getMode() === 'retry');
	return (isLost ? await lostRoot(leg, rows, retryOf) : undefined) ?? retryOf;
}

async function lostRoot(leg: Leg, rows: readonly Row[], retryOf?: string): Promise<string | undefined> {
	const last = Number(retryOf ?? leg.run.context.getExecutionId()) - 1;
	const first = Math.max(1, last - MOST_LOOKED_AT);
	for (let execution = last; execution >= first; execution--) {
		const root = await readRoot(leg, String(execution));
		if (root !== undefined && (await hasClaims(leg, root, rows.slice(0, ROWS_LOOKED_AT)))) return root;
	}
	if (first === 1) return undefined;
	throw new Failure('The execution that sent the jobs of this retry is too long ago to be found', {
		submitted: 'unknown',
		description:
			'Retry the execution that sent them, or enter its number in Continue Execution. For other jobs start the workflow again.',
	});
}

const rootRow = ({ run }: Leg, execution: string) => `root ${hashOf(execution, nodeOf(run.context).id)}`;

async function readRoot(leg: Leg, execution: string): Promise<string | undefined> {
	return (await leg.store.rows.read(rootRow(leg, execution)))?.toString();
}

/** Whether an execution with this root has sent one of these rows. */
async function hasClaims(leg: Leg, root: string, rows: readonly Row[]): Promise<boolean> {
	// The claims of a tool depend on the time.
	if (isTool(leg.run.context)) return true;
	for (const row of rows) {
		if (row.settings.idempotencyKey !== undefined) continue;
		const request = await requestHash(leg, row).catch(() => undefined);
		if (request === undefined) continue;
		const { name } = await rowClaim(leg, root, request, 0);
		if ((await leg.store.rows.read(name)) !== undefined) return true;
	}
	return rows.every(({ settings }) => settings.idempotencyKey !== undefined);
}
