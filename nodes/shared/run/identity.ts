import { within } from '../async/environment';
import { claim, hasNewerNames, hashOf, rootRow, type Claim } from '../claims/claims';
import { CANNOT_KEEP, inTurns, noting, type Store } from '../claims/store';
import { BinaryFile, filesIn } from '../media/binaryFile';
import { HAS_FILES, storedHash, withContents } from '../media/signed';
import { rowsOfWorkflow, whyNoStore } from '../n8n/deduplication';
import * as facts from '../n8n/executionFacts';
import { isTool, nodeOf } from '../n8n/storedExecution';
import { toFailure } from '../operation/failure';
import { labelOf } from '../operation/parameters/messages';
import { defaultSettings, settingsOfCreates, type Settings } from '../operation/defineOperation';
import { Failure, wrongField } from '../service/failure';
import { isObject, keysOf } from '../service/values';
import type { Leg } from './leg';
import { isOpen, type Row } from './row';
import type { Run } from './runContext';

/* Which claim the create of a row has. */

/** @throws Failure when a setting needs claims that last, before anything is paid */
function requireStore({ why }: Store, settings: Settings): void {
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

/** A model that repeats a call does so within minutes. With half, a slow one pays again. */
const REPEAT_MS = 15 * 60_000;

/** For so long an equal tool call is the same job, also a failed one. The first call may have waited, an AI Agent's for Timeout. */
export const repeatMs = (run: Run, { timeout, toolTimeout }: Settings): number => {
	const end = run.answerBy(facts.toolCallerOf(run.context) === 'agent' ? 0 : toolTimeout);
	return REPEAT_MS + (facts.isRetry(run.context) ? 0 : Math.min(timeout * 60_000, end - run.beganAt));
};

const DAY_MS = 24 * 3_600_000;

/** @throws Failure when a claim must last and can't here, or when a file or the credential can't be read */
export async function claimOf(leg: Leg, row: Row): Promise<Claim> {
	const { run, state, claims, store } = leg;
	const { idempotencyKey, reference } = row.settings;
	requireStore(store, row.settings);
	const request = await requestHash(leg, row);
	if (idempotencyKey !== undefined) return claim('key', request, await scopeOf(run), idempotencyKey);
	const caller = facts.toolCallerOf(run.context);
	// Equal rows are interchangeable. A Reference may differ in a retry.
	if (caller === undefined) return await rowClaim(run, request, state.run.root, state.count(request));
	// Models repeat their calls. An AI Agent does so in one execution, and again in each of its retries.
	const since = caller === 'agent' && facts.isRetry(run.context) ? 0 : leg.now - repeatMs(run, row.settings);
	const newest = async (of?: string | number) =>
		await claims.newest(claim('call', request, await scopeOf(run), request, reference, of), since);
	if (caller === 'agent') return (await newest(state.run.root)).claim;
	// Other clients call again in another execution. In one chain for good, each call would follow all earlier claims.
	const today = Math.floor(leg.now / DAY_MS);
	const yesterdays = await newest(today - 1);
	return yesterdays.isFree ? (await newest(today)).claim : yesterdays.claim;
}

/** The claim of a row. `equals` counts the equal rows above it. */
async function rowClaim(run: Run, request: string, root: string | undefined, equals: number) {
	return claim('row', request, root, await scopeOf(run), request, equals);
}

async function scopeOf(run: Run): Promise<unknown[]> {
	const { context } = run;
	const { id, type, name } = nodeOf(context);
	// n8n Agents give the node another ID at each call.
	const node = facts.toolCallerOf(context) === 'n8nAgents' ? `${type} ${name}` : id;
	const { identity: payer } = await run.account();
	return [context.getWorkflow().id, node, payer];
}

async function requestHash({ run, operation }: Leg, { item, asks, settings }: Row): Promise<string> {
	let input = JSON.stringify(asks?.input ?? null);
	if (HAS_FILES.test(input)) {
		const files = new Map<string, string>();
		for (const { property, path } of filesIn(asks?.input)) {
			const label = labelOf(operation.properties, path) || property;
			const file = new BinaryFile(run.context, item, property, label);
			const read = async () => await file.hash();
			files.set(property, file.id === undefined ? await read() : await run.once(`content ${file.id}`, read));
		}
		const byContent = (_: string, value: unknown): unknown =>
			isObject(value) && value.mode === 'binary' ? files.get(String(value.property)) : value;
		const hash = async (id: string) => await storedHash(run.context.helpers, id);
		const once = async (id: string) => await run.once(`content ${id}`, async () => await hash(id));
		input = await withContents(run.context, JSON.stringify(asks?.input, byContent), once);
	}
	return hashOf(operation.value, input, settings.extraFields ?? {});
}

/** Whether no execution, leg or try before this one can have sent the row. */
export const isFirst = ({ context }: Run, { isOwn, settings }: Row) =>
	!isOwn && !facts.isRetry(context) && settings.continueExecution === undefined;

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

/** Before anything can refuse the run, because a retry of an execution that noted none may have paid. Never throws. */
export async function noteRoot(run: Run): Promise<void> {
	const { context, environment } = run;
	if (facts.chainTokenOf(context) !== undefined || whyNoStore(context) !== undefined) return;
	const rows = noting(inTurns(rowsOfWorkflow(context)), environment.uptime);
	const note = async () => await ownRoot(run, { rows });
	await within(NOTED_WITHIN_MS, environment.signal, note).catch(() => undefined);
}

/** A row takes a millisecond. A database that is away is waited for later, by `findRoot`. */
const NOTED_WITHIN_MS = 5_000;

/** @throws Failure for all rows before anything is paid, or the error of a database that is away */
export async function findRoot(leg: Leg): Promise<void> {
	const { run, state, store } = leg;
	const rows = leg.rows.filter((row) => isOpen(row) && !row.settings.dryRun);
	const { root: noted } = state.run;
	if (rows.length === 0 || (noted !== undefined && !state.isRetry)) return;
	const { context } = run;
	if (await hasNewerNames(store.rows)) {
		throw new Failure('A newer version of this package has noted jobs of this workflow', 'changeSetting', {
			submitted: facts.isRetry(context) ? 'unknown' : 'no',
			description: 'Install that version on this process of n8n, too. This one would pay again.',
		});
	}
	const chain = noted ?? (await ownRoot(run, store));
	const root = await continuedRoot(leg, rows, chain);
	if (root === undefined) return;
	if (root !== chain) await keepRoot(run, store, facts.chainTokenOf(context) ?? '', root);
	await keepRoot(run, store, context.getExecutionId(), root);
	state.run.root = root;
}

/** The root of the chain, which an execution without a token notes. Undefined where n8n does not say it. */
async function ownRoot(run: Run, store: Store): Promise<string | undefined> {
	const { context, environment } = run;
	const token = facts.chainTokenOf(context);
	if (token !== undefined) {
		const made = parseInt(hashOf('root', token).slice(0, 12), 16);
		return (await readRoot(run, store, token)) ?? made.toString();
	}
	const id = context.getExecutionId();
	const retried = facts.retriedExecutionOf(context);
	const noted = (await readRoot(run, store, id)) ?? (await readRoot(run, store, retried));
	const mayHavePaid = facts.isRetry(context) && facts.hasBegun(context) && store.why === undefined;
	if (noted === undefined && mayHavePaid) return undefined;
	// A row of n8n's store holds 52 bits (claims.ts).
	const root = noted ?? Math.floor(environment.random() * 2 ** 48).toString();
	await insertRoot(run, store, id, root);
	// Another process may run the same execution.
	return (await readRoot(run, store, id)) ?? root;
}

/** @throws Failure when n8n does not say it, or Continue Execution names an execution without a job of these rows */
async function continuedRoot(leg: Leg, all: readonly Row[], chain?: string): Promise<string | undefined> {
	const { run, store } = leg;
	// It is the same for all items.
	const continueExecution = all[0]?.settings.continueExecution;
	// Keys and tool calls are claimed without a root.
	const rows = all.filter(({ settings }) => settings.idempotencyKey === undefined);
	const needsRoot = rows.length > 0 && !isTool(run.context) && store.why === undefined;
	const isContinued = continueExecution !== undefined && needsRoot;
	if (!isContinued && (chain !== undefined || rows.length === 0)) return chain;
	if (chain !== undefined && facts.isRetry(run.context) && (await hasClaims(leg, chain, rows)) === true)
		return chain;
	if (!isContinued) {
		const before = facts.retriedExecutionOf(run.context) ?? run.context.getExecutionId();
		const description = `Enter the number of that execution, which is before ${before}, in Continue Execution, and retry with the saved workflow. If none was sent, start the workflow again.`;
		const message = 'n8n does not say which execution sent the jobs of this retry';
		throw wrongField('Continue Execution', message, description, { submitted: 'unknown' });
	}
	const root = await readRoot(run, store, continueExecution);
	const isOfContinued = root !== undefined && (await hasClaims(leg, root, rows));
	if (isOfContinued === true) return root;
	if (isOfContinued) {
		const execution = facts.retriedExecutionOf(run.context) ?? continueExecution;
		throw new Failure(isOfContinued.message, 'continueExecution', { submitted: 'unknown', execution });
	}
	const message = `This node made no job for these items in execution ${continueExecution} on this account`;
	// One that n8n killed before it noted its root may have continued an execution that paid.
	const isUnpaid = root !== undefined && chain !== undefined;
	const details = isUnpaid ? { submitted: 'no' as const, suggestion: '' } : { submitted: 'unknown' as const };
	const enter = 'Enter the number of the execution that sent these jobs, at most eight days ago';
	throw wrongField('Continue Execution', message, `${enter}${isUnpaid ? ', or empty it' : ''}.`, details);
}

/** The root that an execution has noted under its number or token. A number that n8n uses again is the newest's. */
async function keepRoot(run: Run, store: Store, name: string, root: string): Promise<void> {
	if ((await insertRoot(run, store, name, root)) || (await readRoot(run, store, name)) === root) return;
	await store.rows.remove(rowOf(run, name));
	await insertRoot(run, store, name, root);
}

/** False if the row is there. An execution that n8n does not save has no name. */
const insertRoot = async (run: Run, { rows }: Store, name: string, root: string): Promise<boolean> =>
	!facts.isSaved(name) || (await rows.insert(rowOf(run, name), Number(root)));

const rowOf = ({ context }: Run, name: string) => rootRow(name, nodeOf(context).id);

const readRoot = async (run: Run, { rows }: Store, name?: string): Promise<string | undefined> =>
	name === undefined ? undefined : (await rows.read(rowOf(run, name)))?.toString();

/** @returns why it is not known, where a file that names a claim can't be read */
async function hasClaims(leg: Leg, root: string, rows: readonly Row[]): Promise<boolean | Failure> {
	const counts = new Map<string, number>();
	let unread: Failure | undefined;
	for (const row of rows) {
		const request = await requestHash(leg, row).catch(toFailure);
		if (request instanceof Failure) unread = request;
		if (typeof request !== 'string') continue;
		const equals = counts.get(request) ?? 0;
		counts.set(request, equals + 1);
		const { name } = await rowClaim(leg.run, request, root, equals);
		if ((await leg.store.rows.read(name)) !== undefined) return true;
	}
	return unread ?? false;
}
