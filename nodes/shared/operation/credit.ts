import { quota } from '../service/records';
import { ItemFailure, toFailure } from './failure';
import type { JobRun } from './jobRun';
import type { Outcome, Prepared } from './prepare';

/**
 * Ends the creating before it begins when the balance is below what an item asks for (interface: Faceswap credit
 * balance). The balance is read once.
 */
export async function requireMinimumCredit(
	jobRun: JobRun,
	planned: ReadonlyArray<Outcome<Prepared>>,
): Promise<void> {
	const paid = planned.flatMap((outcome) => (outcome.ok ? outcome.value.settings.options : []));
	const minimum = Math.max(
		0,
		...paid.filter(({ checkOnly }) => !checkOnly).map(({ minimumCredit }) => minimumCredit ?? 0),
	);
	if (minimum === 0) return;
	try {
		const { credit } = await jobRun.run.transport.send(
			{ method: 'GET', path: '/faceswap/quota/info', intent: 'repeatable', group: 'faceSwap' },
			quota,
		);
		if (credit >= minimum) return;
		jobRun.halted = new ItemFailure(
			`The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`,
			{
				submitted: 'no',
				description: 'Nothing was created. Top up the account, or lower Minimum Credit.',
			},
		);
	} catch (error) {
		jobRun.halted = toFailure(error, { submitted: 'no' });
	}
}
