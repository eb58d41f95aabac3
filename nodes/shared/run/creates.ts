import type { INodeExecutionData } from 'n8n-workflow';
import { isTool } from '../n8n/node';
import { cancelledAt } from '../n8n/timeLimit';
import { goesOn, ItemFailure, stopOnFailure } from '../operation/failure';
import type { CreateSettings } from '../operation/settings';
import type { CreateOperation } from '../operation/types';
import { beginEach, createLimit, pass } from '../async/limit';
import { FIRST_LOOKS_MS, polling, SHORTEST_PARK_MS, wayOf } from '../waits';
import { openWay } from '../waits/open';
import { attempt, haltAfter, LAST_LOOK_MS, type Interim } from './attempt';
import { checkAll } from './check';
import { endOf, knownOf, openJobRun, submittedOf, trackOf, type JobRun, type Track } from './jobRun';
import { areTriesUsedUp, requireFirstLeg } from './legs';
import { requireLimits } from './limits';
import { failedAt, itemOf, itemsOf, type Outcome } from './outcome';
import { park, takeUp, type Woken } from './parked';
import { planAll } from './prepare';
import type { Run } from './runContext';
import { closeSessions, tidyUpAfterStop } from './stop';
import { tellEnd, tellIds } from './summary';

/**
 * Runs an operation that makes jobs, for all items of a run: parameters -> plan -> create -> wait -> result. Nothing is
 * created before every item was checked. A long wait is parked: n8n then runs the node again, for the next leg.
 * @throws NodeOperationError when an item failed and the node stops on failures, after the wait for all other jobs
 */
export async function runCreates(run: Run, operation: CreateOperation): Promise<INodeExecutionData[]> {
	const woken = await takeUp(run, operation);
	const { jobRun, outcomes } = woken ? await goOn(woken) : await begin(run, operation);
	tellIds(jobRun);
	if (run.environment.signal?.aborted) await tidyUpAfterStop(jobRun);
	const ended = outcomes.filter((outcome) => outcome !== 'pending');
	if (ended.length < outcomes.length) {
		await park(jobRun, outcomes);
		return [];
	}
	tellEnd(jobRun, ended);
	if (!goesOn(run.context) && ended.some((outcome) => !outcome.ok)) await closeSessions(jobRun);
	stopRun(jobRun, ended);
	if (ended.every((outcome) => outcome.ok)) jobRun.ledger.clear();
	return itemsOf(ended);
}

/** The first leg of a run, or of another try. */
async function begin(run: Run, operation: CreateOperation): Promise<Pick<Woken, 'jobRun' | 'outcomes'>> {
	const jobRun = openJobRun(run, operation);
	jobRun.hasTriedAll = areTriesUsedUp(jobRun);
	const checked = await checkAll(run, operation);
	stopRun(jobRun, checked);
	const settings = checked.flatMap((outcome) => (outcome.ok ? outcome.value.settings : []));
	const first = settings.find(waits) ?? settings[0];
	try {
		if (first) await chooseWay(jobRun, first);
	} catch (error) {
		// A failure of the whole run is a failure of each item.
		const known = { kind: operation.kind.name, submitted: 'no' } as const;
		return { jobRun, outcomes: run.items.map((_, item) => failedAt(item, error, known)) };
	}

	const planned = await planAll(jobRun, checked);
	const tracks = planned.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
	// A second try has paid jobs already: it waits for them, and lists them before the node stops.
	if (tracks.every((track) => submittedOf(track) === 'no')) stopRun(jobRun, planned);
	for (const outcome of planned) if (!outcome.ok) haltAfter(jobRun, outcome.failure);
	if (!jobRun.halted) await requireLimits(jobRun, tracks);

	const slots = createLimit(jobRun.maxInProgress || Infinity);
	const outcomes = await beginEach(
		planned,
		async (outcome) => {
			await slots(pass);
			if (outcome.ok) await itsTurn(jobRun, outcome.value);
		},
		async (outcome, item): Promise<Interim> => {
			if (!outcome.ok) return outcome;
			const track = outcome.value;
			if (track.settings.options.checkOnly) {
				const { preview, request } = track.plan ?? {};
				return {
					ok: true,
					value: itemOf({ checkOnly: true, ...preview, request: request?.body ?? {} }, item),
				};
			}
			jobRun.tracks.push(track);
			return await slots(async () => await attempt(jobRun, track));
		},
	);
	return { jobRun, outcomes };
}

const waits = ({ waitForCompletion, options }: CreateSettings) => waitForCompletion && !options.checkOnly;

/** Chooses the way to wait of the whole run: that of its first item that waits. @throws ItemFailure where it can't be */
async function chooseWay(jobRun: JobRun, settings: CreateSettings): Promise<void> {
	const { run, operation } = jobRun;
	const { waitUsing, options } = settings;
	const mayPark = waits(settings) && operation.kind.ready === 'completed' && !isTool(run.context);
	const wanted = mayPark ? wayOf(waitUsing) : polling;
	Object.assign(jobRun, await openWay(run.context, wanted));
	setPace(jobRun, options);
}

function setPace(
	jobRun: JobRun,
	{ maxConcurrent, maxInProgress, storeAfter }: CreateSettings['options'],
): void {
	Object.assign(jobRun, { maxInProgress, submissions: createLimit(maxConcurrent), isParking: false });
	jobRun.leg.storeAfter = storeAfter;
}

/** Waits until the attempt of an item may begin. */
async function itsTurn({ run, submissions }: JobRun, { state }: Track): Promise<void> {
	await run.breathe();
	if (state === undefined) await submissions(pass);
}

/** A later leg: looks at the open jobs, creates what may be created now, and puts all out once no job is open. */
async function goOn(woken: Woken): Promise<Woken> {
	const { jobRun, outcomes, open, next } = woken;
	const advance = async (tracks: readonly Track[]) => {
		await beginEach(
			tracks,
			async (track) => await itsTurn(jobRun, track),
			async (track) => {
				outcomes[track.item] = await attempt(jobRun, track);
			},
		);
	};
	await requireFirstLeg(woken);
	haltBeforeTheLimit(jobRun);
	await advance(open);
	const isPending = ({ item }: Track) => outcomes[item] === 'pending';
	// What is in doubt has its outcome by now.
	const creatable = next.filter(isPending);
	const [first] = creatable;
	if (first) {
		setPace(jobRun, first.settings.options);
		const { maxInProgress } = jobRun;
		const free = Math.max(0, maxInProgress - open.filter(isPending).length);
		await advance(maxInProgress > 0 ? creatable.slice(0, free) : creatable);
	}
	// Where nothing more is created, nothing waits for its turn.
	if (jobRun.halted) {
		await advance(jobRun.tracks.filter((track) => isPending(track) && track.state === undefined));
	}
	const left = jobRun.tracks.filter(isPending);
	const isOver = left.every((track) => endOf(jobRun.operation.kind, track));
	if (!isOver || jobRun.run.environment.signal?.aborted) return woken;
	await advance(left);
	return woken;
}

/** Nothing is created that n8n, at its time limit, would cancel the run for: all results would be lost with it. */
function haltBeforeTheLimit(jobRun: JobRun): void {
	const { context, environment } = jobRun.run;
	const limit = cancelledAt(context) - LAST_LOOK_MS;
	if (environment.now() + FIRST_LOOKS_MS + SHORTEST_PARK_MS < limit) return;
	jobRun.halted ??= new ItemFailure('The time limit of n8n for this execution has come', {
		description:
			'Raise Timeout Workflow in the settings of the workflow, or EXECUTIONS_TIMEOUT, or give it fewer items.',
	});
}

function stopRun(jobRun: JobRun, outcomes: ReadonlyArray<Outcome<unknown>>): void {
	const { run, operation, ledger, tracks, halted } = jobRun;
	const failures = outcomes.filter((outcome) => !outcome.ok);
	if (failures.length === 0 || goesOn(run.context)) return;
	// The first failure of its own, not that of an item left out because of it.
	const first = failures.find(({ failure }) => failure.details.submitted !== 'no' || failure === halted);
	// A second try has paid jobs already.
	const earlier = tracks.length > 0 ? [] : [...run.items.keys()].flatMap((item) => ledger.of(item));
	const jobs = [...tracks, ...earlier.map((note) => trackOf(operation, note))]
		.filter((track) => submittedOf(track) !== 'no' || track.remadeFrom !== undefined)
		.map((track) => ({ item: track.item, ...knownOf(jobRun, track) }));
	stopOnFailure(run.context, failures, first, jobs);
}
