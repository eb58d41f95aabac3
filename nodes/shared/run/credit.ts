import { quota } from '../service/records';
import { ItemFailure, toFailure } from '../operation/failure';
import type { JobRun, Track } from './jobRun';
import { isToBeMade } from './maxJobs';

/** Prevents all creates when the balance is below the minimum that an item asks for (service.md: Credit). */
export async function requireMinimumCredit(jobRun: JobRun, tracks: readonly Track[]): Promise<void> {
	// A job that is known costs nothing.
	const minimum = tracks
		.filter(isToBeMade)
		.reduce((most, { settings }) => Math.max(most, settings.options.minimumCredit), 0);
	if (minimum === 0) return;
	try {
		const { credit } = await jobRun.run.transport.send(
			{ method: 'GET', path: '/faceswap/quota/info', intent: 'repeatable', group: 'faceSwap' },
			quota,
		);
		if (credit >= minimum) return;
		jobRun.halted = new ItemFailure(
			`The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`,
			{ description: 'Nothing was created. Top up the account, or lower Minimum Credit.' },
		);
	} catch (error) {
		jobRun.halted = toFailure(error);
	}
}
