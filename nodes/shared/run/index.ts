import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { throwForMcp } from '../n8n/errors';
import { toolCallerOf } from '../n8n/executionFacts';
import { plainText } from '../n8n/hintsAndCustomData';
import { isTool, nodeOf } from '../n8n/storedExecution';
import { toFailure } from '../operation/failure';
import { argumentsOf, chosen } from '../operation/readParameters';
import type { Operation, Resource, CreateOperation } from '../operation/defineOperation';
import { Failure, asError } from '../service/failure';
import { isObject } from '../service/values';
import { databaseIsAway, requireOneAccount } from '../transport/account';
import { runCalls, runReads } from './reads';
import { Run, throwIfStopped } from './runContext';
import { isSession } from '../jobs/kinds';
import { allowedStrategy } from '../waiting/callers';
import { State } from '../waiting/state';
import { canWake } from '../waiting/strategies';
import { strategyOf } from '../async/waitMethods';
import { brokenLimit, checkAll, planAll } from './plan';
import { createOnce } from './create';
import { fail } from './fail';
import { cancelAll, closeAll, follow, reportEnd, reportIds, stopOnFailures } from './follow';
import { failedAtDoor, resume, suspend } from './door';
import { Leg, settingsOfRun, storeOf, waitsForJob } from './leg';
import { itemsOf, outputRow } from './output';
import { findRoot, noteRoot } from './identity';
import { isOpen, isPlanned, type Row } from './row';

/** Makes the `execute()` of a node, which runs all items with the operation that the node is set to. */
export function runs(resources: readonly Resource[]): INodeType['execute'] {
	return async function () {
		return await runNode(this, resources);
	};
}

/** n8n calls it while an execution is suspended. */
export { wakeUpWebhook } from '../waiting/wakeUp';

export async function runNode(context: IExecuteFunctions, resources: readonly Resource[]) {
	const run = new Run(context);
	return await throughDoor(run, async () => {
		await noteRoot(run);
		const operation = chosen(run.context, resources);
		const ended = await runOperation(run, operation).catch(asError);
		const warnings = (await run.end()).map(plainText);
		if (ended instanceof Error) {
			// n8n shows no hint of a node that throws.
			if (ended instanceof NodeOperationError && warnings.length > 0) {
				ended.description = [ended.description, ...warnings].filter(Boolean).join('\n\n');
			}
			throw ended;
		}
		// A tool shows no hints.
		if (isTool(run.context)) {
			const names = argumentsOf(nodeOf(run.context), operation.properties);
			for (const { json } of ended) {
				const shown = isObject(json.details) ? json.details : json;
				// A model knows a field by its own name for it.
				const argument = names.get(String(shown.field));
				if (argument !== undefined) shown.argument = argument;
				if (warnings.length > 0) shown.warning = warnings.join(' ');
			}
		}
		return ended;
	});
}

/** The output of a node, even if all of it fails. @throws where the node stops on failures, and after a Stop */
export async function throughDoor(run: Run, work: () => Promise<INodeExecutionData[]>) {
	const items = await work().catch((error: unknown) => failedAtDoor(run, error));
	if (toolCallerOf(run.context) === 'mcpTrigger') throwForMcp(run.context, items);
	return [items];
}

async function runOperation(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	// After a Stop n8n still runs a node again that is set to Retry on Fail. Nothing must be paid then.
	throwIfStopped(run);
	if (run.items.length === 0) return [];
	await requireOneAccount(run.context, run.wait);
	if (operation.type === 'create') return await runCreates(run, operation);
	return operation.type === 'read' ? await runReads(run, operation) : await runCalls(run, operation);
}

/*
 * Rules that must not regress, and why:
 * - Every row is checked before the first is sent: a bad row must not cost the others.
 * - Only a planned job is sent, and only by the process that took its claim: nobody pays twice.
 * - The ID of a job is in its claim and in the log before anything else happens: everything that can fail comes later.
 * - A row fails alone, and the node stops only when all jobs were waited for: they are paid.
 * - A failure that the service would repeat for all rows, or that stops the node, is known before the next create.
 * - A run is suspended only where nobody waits for its output: n8n would answer them at that moment.
 * - Nothing is created that can't be waited for before n8n's time limit: n8n would drop all results.
 * - After a Stop nothing is created, and nothing is saved.
 */

/** check -> plan -> send, with its claim -> follow -> output. A long wait suspends the run. @throws NodeOperationError */
async function runCreates(run: Run, operation: CreateOperation): Promise<INodeExecutionData[]> {
	const state = run.past ?? new State(run.context);
	const { saved, isRetry } = state;
	const leg = await (saved && !isRetry ? resume(run, operation, state, saved) : begin(run, operation, state));
	await advanceAll(leg, leg.open);
	leg.gate.haltAtEnd();
	// No later leg follows a job that this one left for it.
	const left = canWake(leg.timing.ends, leg.now) ? leg.open.filter(isPlanned) : leg.open;
	if (leg.gate.halted) await advanceAll(leg, left);
	reportIds(leg);
	if (!leg.isStopped && leg.open.length > 0 && (await suspend(leg))) return [];
	const endedBefore = leg.rows.filter(({ now }) => now.is === 'ended');
	if (!leg.isStopped) await advanceAll(leg, endedBefore);
	await closeAll(leg);
	if (leg.isStopped) await cancelAll(leg);
	state.countJobs(state.run.made);
	await run.yieldToEventLoop();
	reportEnd(leg);
	stopOnFailures(leg);
	// Retry on Fail does not begin a run without a failed row again.
	const isGood = !leg.rows.some(({ failure }) => failure);
	state.keep({ hasReturned: true, ...(isGood && { sent: {} }) });
	return itemsOf(run, leg.rows);
}

async function begin(run: Run, operation: CreateOperation, state: State): Promise<Leg> {
	const rows = await checkAll(run, operation);
	const settings = settingsOfRun(rows);
	run.toolTimeout = settings.toolTimeout;
	const maySuspend = waitsForJob(settings) && !isSession(operation.kind);
	const wanted = strategyOf(maySuspend ? settings.waitMethod : 'polling');
	const allowed = await allowedStrategy(run.toolsFor(0), wanted).catch(toFailure);
	state.begin();
	const how = allowed instanceof Failure ? { strategy: strategyOf('polling') } : allowed;
	const leg = new Leg(run, operation, state, rows, await storeOf(run, settings), how);
	stopOnFailures(leg);
	const refusal = allowed instanceof Failure ? allowed : await findRoot(leg).catch(databaseIsAway);
	throwIfStopped(run);
	if (refusal) for (const row of rows.filter(isOpen)) await fail(leg, row, refusal);
	await planAll(leg);
	leg.gate.halted ??= await brokenLimit(leg).catch(toFailure);
	throwIfStopped(run);
	return leg;
}

/** Rows whose jobs are at the service come first, and hold a place of Maximum Open Jobs, also for a later leg. */
async function advanceAll(leg: Leg, rows: readonly Row[]): Promise<void> {
	const { run, gate } = leg;
	const running: Array<Promise<void>> = [];
	for (const row of [...rows].sort((one, other) => Number(isPlanned(one)) - Number(isPlanned(other)))) {
		await run.yieldToEventLoop();
		running.push(gate.during((await gate.enter(row)) ? advance(leg, row) : undefined));
	}
	await Promise.all(running);
}

async function advance(leg: Leg, row: Row): Promise<'later' | undefined> {
	const { run } = leg;
	try {
		if (isPlanned(row)) await createOnce(leg, row);
		const { now: job } = row;
		if (job.is !== 'running' && job.is !== 'ended') return undefined;
		const seen = row.settings.waitForCompletion ? await follow(leg, row, job) : {};
		if (seen === 'later') return seen;
		await run.yieldToEventLoop();
		throwIfStopped(run);
		await outputRow(leg, row, seen);
	} catch (error) {
		await fail(leg, row, error);
	}
	return undefined;
}
