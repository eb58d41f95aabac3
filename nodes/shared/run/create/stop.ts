import { ManualExecutionCancelledError } from 'n8n-workflow';
import { cancelTasks } from '../../jobs/cancel';
import { createLastTransport } from '../../transport/transport';
import type { Batch } from '../batch/batch';

/**
 * After Stop: cancels the jobs of items that want it.
 * @throws ManualExecutionCancelledError always, to end the node
 */
export async function cancelAfterStop({ run, operation, entries }: Batch): Promise<never> {
	const { context } = run;
	// The job of an earlier create belongs to the run that made it.
	const jobIds = entries.flatMap(({ job, settings }) =>
		job?.is === 'running' && !job.duplicate && settings.cancelOnStop ? (job.state.jobId ?? []) : [],
	);
	if (jobIds.length > 0) {
		try {
			for (const [jobId, error] of await cancelTasks(createLastTransport(context), operation.kind, jobIds)) {
				context.logger.warn(`Cancel ${jobId}: ${error.message}`, { jobId });
			}
		} catch (error) {
			context.logger.warn(`Cancel: ${error instanceof Error ? error.message : String(error)}`);
		}
	}
	throw new ManualExecutionCancelledError(context.getExecutionId());
}
