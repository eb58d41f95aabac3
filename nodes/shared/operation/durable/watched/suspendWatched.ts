import type { INodeExecutionData } from 'n8n-workflow';
import { failedItem, goesOn, ItemFailure, nodeError, toFailure } from '../../failure';
import { knownOf, type JobRun } from '../../jobRun';
import { identityOf } from './canSuspend';
import { ordersItem } from './orders';
import { sleepUntil, standingOf, type Interim, type Standing } from '../suspend';
import { watcherWorkflow } from './subWorkflows';

/** How long after its time the run goes on by itself, when whoever was to wake it up is gone. */
const MARGIN_MS = 60 * 60_000;

/**
 * Suspends the execution between looks: another one, which n8n stores as well, watches the jobs and has the result
 * delivered (watch.ts). When that one is lost, this one goes on at its own date, with what is known now.
 * When n8n can't start the watching, the items whose jobs go on are failed ones.
 * @throws NodeOperationError with all jobs, where the node is to stop then
 */
export async function suspendWatched(
	jobRun: JobRun,
	outcomes: readonly Interim[],
): Promise<INodeExecutionData[]> {
	const { context, environment } = jobRun.run;
	const standing = standingOf(jobRun, outcomes);
	const suspendedAt = environment.now();
	const deadline = suspendedAt + standing.waitMs;
	const endsAt = deadline + MARGIN_MS;
	try {
		await startWatching(jobRun, standing, { suspendedAt, deadline, endsAt });
	} catch (error) {
		return notSuspended(jobRun, outcomes, error);
	}
	return await sleepUntil(context, endsAt, standing.known);
}

async function startWatching(
	{ run: { context } }: JobRun,
	{ state }: Standing,
	dates: { suspendedAt: number; deadline: number; endsAt: number },
): Promise<void> {
	const parent = identityOf(context);
	const node = context.getNode();
	const json = ordersItem({ suspended: state, parent, nodeName: node.name, ...dates });
	await context.executeWorkflow({ code: watcherWorkflow(node) }, [{ json }], undefined, {
		// Otherwise n8n waits for this one, and refuses what the deliverer brings.
		doNotWaitToFinish: true,
		parentExecution: { ...parent, shouldResume: false },
	});
}

function notSuspended(jobRun: JobRun, outcomes: readonly Interim[], error: unknown): INodeExecutionData[] {
	const { run, tracks } = jobRun;
	const why = error instanceof Error ? error.message : String(error);
	const failure = new ItemFailure(`n8n could not suspend the run: ${why}`, {
		description: 'The jobs go on at the service: read them later with the operation Get and their IDs.',
	});
	if (!goesOn(run.context)) {
		const jobs = tracks
			.filter(({ submitted }) => submitted !== 'no')
			.map((track) => ({ item: track.prepared.item, ...knownOf(jobRun, track) }));
		throw nodeError(run.context.getNode(), failure, 0, jobs);
	}
	return outcomes.map((outcome, item) => {
		if (outcome.ok === true) return outcome.value;
		const own = outcome.ok === false ? outcome.failure : toFailure(failure, knownOf(jobRun, outcome.track));
		return { json: failedItem(own), pairedItem: { item } };
	});
}
