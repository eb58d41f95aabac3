import { ManualExecutionCancelledError } from 'n8n-workflow';
import { cancelTasks } from '../jobs/cancel';
import type { JobState } from '../jobs/kinds';
import { LATE_ADDRESS_MS, lacksAddress, type Waited } from '../jobs/wait';
import { asError } from '../service/failure';
import { createLastTransport } from '../transport/transport';
import { observed, waitResultOf, type Ended, type Running } from '../waiting/job';
import type { Leg } from './leg';
import type { Row } from './row';
import { canWake, waitOf } from '../waiting/strategies';

/**
 * Waits for a job in this leg.
 * @throws Failure when asking again is useless
 */
export async function follow(leg: Leg, row: Row, job: Running | Ended): Promise<Waited | 'later' | 'answer'> {
	if (job.is === 'ended') return waitResultOf(job);
	const { kind, watch, timing } = leg;
	const { submittedAt: since, seen } = job;
	const wait = waitOf(timing, job, row.settings.timeout, leg.now);
	const poll = async (state: JobState, until: number) => {
		// An earlier leg or try created it.
		const lookNow = since < timing.beganAt;
		const waited = await watch.until({ kind, state, seen, since, until, lookNow });
		const found = observed(kind, { ...job, state, deadline: wait.deadline }, waited);
		return { waited, found };
	};
	let { waited, found } = await poll(job.state, wait.until);
	if (found.is === 'ended' && wait.then === 'suspend' && lacksAddress(kind, found.state)) {
		({ waited, found } = await poll(found.state, leg.now + LATE_ADDRESS_MS));
	}
	row.to(found);
	if (!waited.timedOut || found.is === 'ended' || leg.now >= wait.deadline) return waited;
	if (wait.then === 'answer') return 'answer';
	const isLater = wait.then === 'suspend' && canWake(timing.ends, leg.now);
	return isLater ? 'later' : waited;
}

/**
 * Cancels, after a Stop, the jobs of rows that want it.
 * @throws ManualExecutionCancelledError always, which ends the node
 */
export async function cancelAll({ run, kind, rows }: Leg): Promise<never> {
	const { context } = run;
	// The job of a key or a call belongs to the run that created it.
	const jobIds = rows.flatMap(({ job, claim, isOwn, settings: { cancelOnStop } }) =>
		job?.is === 'running' && cancelOnStop && (isOwn || claim?.by === 'row') ? (job.state.jobId ?? []) : [],
	);
	if (jobIds.length > 0) {
		try {
			for (const [jobId, error] of await cancelTasks(createLastTransport(context), kind, jobIds)) {
				context.logger.warn(`Cancel ${jobId}: ${error.message}`, { jobId });
			}
		} catch (error) {
			context.logger.warn(`Cancel: ${asError(error).message}`);
		}
	}
	throw new ManualExecutionCancelledError(context.getExecutionId());
}
