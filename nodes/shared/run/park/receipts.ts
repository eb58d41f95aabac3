import { isMade, receiptOfJob } from '../item/job';
import type { Batch } from './batch';

/**
 * Leaves a line in the log for each job of a finished run: what is known of its times, its credits and its files. The
 * consent is not told: a log is read by others than the output.
 */
export function tellReceipts({ run, operation, entries }: Batch): void {
	for (const { item, job, outcome, settings, files } of entries) {
		if (!isMade(job) || !outcome) continue;
		const { id, jobId, status } = job.state;
		const { reference } = settings;
		const own = { id, jobId, item, reference, status };
		run.context.logger.info(`Receipt of ${operation.kind.label.toLowerCase()} ${id}`, {
			...own,
			...receiptOfJob(job, files),
		});
	}
}
