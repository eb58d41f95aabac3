import { within } from '../async/environment';
import { hasNewerNames, hashOf, rootRow } from '../claims/claims';
import { insertNoted, inTurns, type Store } from '../claims/store';
import { rowsOfWorkflow, whyNoStore } from '../n8n/deduplication';
import {
	chainTokenOf,
	hasBegun,
	isRetry,
	isSaved,
	retriedExecutionOf,
	toolCallerOf,
} from '../n8n/executionFacts';
import { nodeOf } from '../n8n/storedExecution';
import { Failure, wrongField } from '../service/failure';
import { databaseIsAway, requestHash, rowClaim } from './identity';
import type { Leg } from './leg';
import { isOpen, type Row } from './row';
import type { Run } from './runContext';

/*
 * The root of a run is a number that no other execution has. Its rows are claimed under it. It is never searched for: it
 * is believed only by these proofs of the chain.
 *
 * | the execution                                               | its root                                          |
 * |-------------------------------------------------------------|---------------------------------------------------|
 * | has n8n's token, which n8n makes for a first execution and  | made from the token, or the root of the execution |
 * | hands on to all retries (n8n.md: Retries)                   | that it has once continued                        |
 * | has no token, but noted a root, as did the one that n8n     | that one                                          |
 * | names as retried                                            |                                                   |
 * | is a retry without both, and has begun this node before     | none: its rows are refused                        |
 * | is another one                                              | random                                            |
 * | has Continue Execution, and no row claimed under its root   | the newest root that was noted under this number  |
 *
 * n8n before 2.14 has no token. Engine 2 has one for each step, and IDs that are no numbers.
 */

const ROOTS = 2 ** 48;

/**
 * Notes the root of an execution whose retries get no token, before anything can refuse the run: a retry of an execution
 * that noted none may have paid. Never throws.
 */
export async function noteRoot(run: Run): Promise<void> {
	const { context, environment } = run;
	if (chainTokenOf(context) !== undefined || whyNoStore(context) !== undefined) return;
	const rows = inTurns(rowsOfWorkflow(context));
	const noting = async () => await ownRoot(run, { rows });
	await within(NOTED_WITHIN_MS, environment.signal, noting).catch(() => undefined);
}

/** A row takes a millisecond. A database that is away is waited for later, by `findRoot`. */
const NOTED_WITHIN_MS = 5_000;

/** @throws Failure for all rows before anything is paid */
export async function findRoot(leg: Leg): Promise<void> {
	const { run, state, store } = leg;
	const rows = leg.rows.filter((row) => isOpen(row) && !row.settings.dryRun);
	const { root: noted } = state.run;
	if (rows.length === 0 || (noted !== undefined && !state.isRetry)) return;
	const { context } = run;
	try {
		if (await hasNewerNames(store.rows)) {
			throw new Failure('A newer version of this package has noted jobs of this workflow', 'changeSetting', {
				submitted: isRetry(context) ? 'unknown' : 'no',
				description: 'Install that version on this process of n8n, too. This one would pay again.',
			});
		}
		const chain = noted ?? (await ownRoot(run, store));
		const root = await continuedRoot(leg, rows, chain);
		if (root !== chain) await keepRoot(run, store, chainTokenOf(context) ?? '', root);
		await keepRoot(run, store, context.getExecutionId(), root);
		state.run.root = root;
	} catch (error) {
		throw error instanceof Failure ? error : databaseIsAway(error);
	}
}

/** The root of the chain, which an execution without a token notes. Undefined where n8n does not say it. */
async function ownRoot(run: Run, store: Store): Promise<string | undefined> {
	const { context, environment } = run;
	const token = chainTokenOf(context);
	if (token !== undefined) {
		const made = parseInt(hashOf('root', token).slice(0, 12), 16);
		return (await readRoot(run, store, token)) ?? made.toString();
	}
	const id = context.getExecutionId();
	const noted = (await readRoot(run, store, id)) ?? (await readRoot(run, store, retriedExecutionOf(context)));
	const mayHavePaid = isRetry(context) && hasBegun(context) && store.why === undefined;
	if (noted === undefined && mayHavePaid) return undefined;
	const root = noted ?? Math.floor(environment.random() * ROOTS).toString();
	await insertRoot(run, store, id, root);
	// Another process may run the same execution.
	return (await readRoot(run, store, id)) ?? root;
}

/** @throws Failure when n8n does not say it, or Continue Execution names an execution without a job of these rows */
async function continuedRoot(leg: Leg, all: readonly Row[], chain?: string): Promise<string> {
	const { run, store } = leg;
	const { continueExecution } = leg.settings;
	// Keys and tool calls are claimed without a root.
	const rows = all.filter(({ settings }) => settings.idempotencyKey === undefined);
	const isFree = rows.length === 0 || toolCallerOf(run.context) !== undefined || store.why !== undefined;
	const isContinued = continueExecution !== undefined && !isFree;
	if (chain !== undefined && !isContinued) return chain;
	if (chain !== undefined && isRetry(run.context) && (await hasClaims(leg, chain, rows))) return chain;
	if (!isContinued) {
		const before = retriedExecutionOf(run.context) ?? run.context.getExecutionId();
		const description = `Enter the number of that execution, which is before ${before}, in Continue Execution, and retry with the saved workflow. If none was sent, start the workflow again.`;
		const message = 'n8n does not say which execution sent the jobs of this retry';
		throw wrongField('Continue Execution', message, description, { submitted: 'unknown' });
	}
	const root = await readRoot(run, store, continueExecution);
	if (root !== undefined && (await hasClaims(leg, root, rows))) return root;
	const message = `This node made no job for these items in execution ${continueExecution} on this account`;
	// One that n8n killed before it noted its root may have continued an execution that paid.
	const isUnpaid = root !== undefined && chain !== undefined;
	const details = isUnpaid ? { submitted: 'no' as const, suggestion: '' } : { submitted: 'unknown' as const };
	throw wrongField(
		'Continue Execution',
		message,
		`${ENTER_NUMBER}${isUnpaid ? ', or empty it' : ''}.`,
		details,
	);
}

const ENTER_NUMBER = 'Enter the number of the execution that sent these jobs, at most eight days ago';

/** The root that an execution has noted under its number or token. A number that n8n uses again is the newest's. */
async function keepRoot(run: Run, store: Store, name: string, root: string): Promise<void> {
	if ((await insertRoot(run, store, name, root)) || (await readRoot(run, store, name)) === root) return;
	await store.rows.remove(rowOf(run, name));
	await insertRoot(run, store, name, root);
}

/** False if the row is there. An execution that n8n does not save has no name. */
const insertRoot = async (run: Run, { rows }: Store, name: string, root: string): Promise<boolean> =>
	!isSaved(name) || (await insertNoted(rows, rowOf(run, name), Number(root), run.environment.uptime()));

const rowOf = ({ context }: Run, name: string) => rootRow(name, nodeOf(context).id);

const readRoot = async (run: Run, { rows }: Store, name?: string): Promise<string | undefined> =>
	name === undefined ? undefined : (await rows.read(rowOf(run, name)))?.toString();

/** Whether one of these rows was sent under this root. */
async function hasClaims(leg: Leg, root: string, rows: readonly Row[]): Promise<boolean> {
	for (const row of rows) {
		const request = await requestHash(leg, row).catch(() => undefined);
		if (request === undefined) continue;
		const { name } = await rowClaim(leg.run, request, root);
		if ((await leg.store.rows.read(name)) !== undefined) return true;
	}
	return false;
}
