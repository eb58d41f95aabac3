import type { INodeExecutionData } from 'n8n-workflow';
import { isSession } from '../jobs/kinds';
import type { SavedFiles } from '../jobs/output';
import type { Waited } from '../jobs/wait';
import { isTool } from '../n8n/node';
import { toFailure } from '../operation/failure';
import type { CreateOperation } from '../operation/types';
import { allowedStrategy, type Allowed } from '../waiting/callers';
import { checkAll } from './check';
import { createOnce } from './create';
import { cancelAll, follow } from './follow';
import { isMade } from '../waiting/job';
import { nothingTaken, timeIsOver } from './gate';
import { Leg, settingsOfRun, waitsForJob } from './leg';
import { countMade, requireMaxJobs, requireMinimumCredit } from './limits';
import { itemsOf } from './outcome';
import { outputOf, resultOf } from './output';
import { planAll } from './plan';
import { reportEnd, reportIds, stopOnFailures } from './report';
import { findRoot } from './root';
import { isOpen, type Row, type RowState } from './row';
import { throwIfStopped, type Run } from './runContext';
import { closeAll, fail, reportOpen, stopOnOpen } from './sessions';
import { storeOf } from './store';
import { State } from '../waiting/state';
import { canWake, polling, strategyOf } from '../waiting/strategies';
import { endedBefore, resume, suspend } from './suspend';
import { nextOfOpen, processingItem } from '../jobs/toolAnswer';

/*
 * Rules that must not regress, and why:
 * - Every row is checked before the first is sent: a bad row must not cost the others.
 * - Only a planned job is sent, and only by the process that took its claim: nobody pays twice.
 * - The ID of a job is in its claim and in the log before anything else happens: everything that can fail comes later.
 * - A row fails alone, and the node stops only when all jobs were waited for: they are paid.
 * - A failure that the service would repeat for all rows, or on which the node stops, is known before the next create.
 * - A run is suspended only where nobody waits for its output: n8n would answer them at that moment.
 * - Nothing is created that can't be waited for before n8n's time limit: n8n would drop all results.
 * - After a Stop nothing is created, and nothing is saved.
 */

/**
 * Runs an operation that creates jobs, for all items, in these steps: check -> plan -> send, with its claim -> follow -> output. A long wait
 * suspends the run, which means that n8n saves the execution and runs the node again, for the next leg.
 * @throws NodeOperationError when a row failed and the node stops on failures after the wait for all other jobs
 */
export async function runCreates(run: Run, operation: CreateOperation): Promise<INodeExecutionData[]> {
	const leg = (await resume(run, operation)) ?? (await begin(run, operation));
	await advanceAll(leg, leg.open);
	const { gate, timing } = leg;
	if (!canWake(timing.ends, leg.now)) gate.halt(timeIsOver());
	if (gate.isTurnedAway) gate.halt(nothingTaken());
	if (gate.halted) await advanceAll(leg, leg.open.filter(isPlanned));
	reportIds(leg);
	if (!leg.isStopped && leg.open.length > 0 && (await suspend(leg))) return [];
	if (!leg.isStopped) await advanceAll(leg, endedBefore(leg));
	if (isSession(leg.kind)) await closeAll(leg);
	if (leg.isStopped) await cancelAll(leg);
	countMade(leg);
	reportEnd(leg);
	if (isSession(leg.kind)) stopOnOpen(leg);
	stopOnFailures(leg);
	reportOpen(leg);
	if (leg.rows.every(({ outcome }) => outcome?.ok)) leg.state.finish();
	return itemsOf(
		leg.run,
		leg.rows.flatMap(({ outcome }) => outcome ?? []),
	);
}

async function begin(run: Run, operation: CreateOperation): Promise<Leg> {
	const { context } = run;
	const rows = await checkAll(run, operation);
	const settings = settingsOfRun(operation, rows);
	run.toolTimeout = settings.toolTimeout;
	const maySuspend = waitsForJob(settings) && !isSession(operation.kind);
	let allowed: Allowed = { strategy: polling };
	const state = new State(run.context);
	let refusal: unknown;
	try {
		allowed = await allowedStrategy(context, maySuspend ? strategyOf(settings.waitMethod) : polling);
	} catch (error) {
		refusal = error;
	}
	state.begin();
	const leg = new Leg(run, operation, state, rows, await storeOf(run, settings), allowed);
	stopOnFailures(leg);
	try {
		if (refusal === undefined) await findRoot(leg);
	} catch (error) {
		throwIfStopped(run);
		refusal = error;
	}
	// A refusal of the run is a failure of each row.
	if (refusal !== undefined) for (const row of rows.filter(isOpen)) leg.fail(row, refusal);
	await planAll(leg);
	if (leg.gate.halted) return leg;
	try {
		await requireMinimumCredit(leg);
		requireMaxJobs(leg);
	} catch (error) {
		throwIfStopped(run);
		leg.gate.halt(toFailure(error));
	}
	return leg;
}

const isPlanned = ({ now }: Row) => now.is === 'planned';

/**
 * Rows whose jobs are at the service come first, and hold a place of Maximum Open Jobs, also when a later leg waits
 * for them.
 */
async function advanceAll(leg: Leg, rows: readonly Row[]): Promise<void> {
	const { run, gate } = leg;
	const running: Array<Promise<void>> = [];
	const inOrder = [...rows].sort((one, other) => Number(isPlanned(one)) - Number(isPlanned(other)));
	for (const row of inOrder) {
		await run.yieldToEventLoop();
		if (!isPlanned(row) || (await gate.hasRoom())) running.push(gate.during(advance(leg, row)));
	}
	await Promise.all(running);
}

async function advance(leg: Leg, row: Row): Promise<void> {
	try {
		if (isPlanned(row)) await leg.gate.submissions(async () => await createOnce(leg, row));
		const { now: job } = row;
		if (job.is !== 'running' && job.is !== 'ended') return;
		const seen = row.settings.waitForCompletion ? await follow(leg, row, job) : 'notAwaited';
		if (seen === 'later') leg.gate.leave();
		else row.to(await outputOfRow(leg, row, seen));
	} catch (error) {
		await fail(leg, row, error);
	}
}

async function outputOfRow(
	{ run, kind, timing }: Leg,
	row: Row,
	seen: Waited | 'answer' | 'notAwaited',
): Promise<RowState> {
	const { item, settings, job } = row;
	await run.yieldToEventLoop();
	throwIfStopped(run);
	if (!isMade(job)) throw new TypeError('A job that was made has a record');
	const { state, duplicate } = job;
	const { reference } = settings;
	const done = (output: INodeExecutionData, files?: SavedFiles): RowState => {
		if (isSession(kind) && isTool(run.context)) output.json.next = nextOfOpen(run);
		return { is: 'done', output, job: files && job.is === 'ended' ? { ...job, files } : job };
	};
	if (seen === 'answer') {
		const { id, jobId, streamUrls } = state;
		const known = { id, jobId, streamUrls, reference, duplicate, isRepeatable: true };
		return { is: 'done', output: processingItem(run, kind, item, known), job };
	}
	if (seen === 'notAwaited') {
		const report = { kind, state, reference, duplicate };
		return done(await outputOf(run, item, { ...settings, downloadResult: false }, report));
	}
	let kept: SavedFiles | undefined;
	const saved = job.is === 'ended' ? job.files : undefined;
	// n8n would store files that it keeps in the execution itself at each suspension.
	const keep = (files: SavedFiles) => {
		if (Object.values(files).every(({ id }) => id !== undefined)) kept = files;
	};
	const known = { reference, duplicate, saved, keep, limitAt: timing.ends.cancelledAt, closesSession: true };
	const output = await resultOf(run, kind, item, settings, seen, known);
	return done(output, kept);
}
