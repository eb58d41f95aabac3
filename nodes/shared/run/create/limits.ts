import { ItemFailure } from '../../operation/failure';
import { quota } from '../../service/records';
import { isMade } from '../item/job';
import type { Run } from '../item/runContext';
import { isPending, type Batch } from '../park/batch';
import type { Entry } from '../park/entry';

/**
 * Refuses all creates where At Most (Jobs) or Minimum Credit of an item does not allow them. Jobs that are known are free.
 * @throws ItemFailure for the whole run, before anything is paid
 */
export async function requireLimits({ run, ledger, entries }: Batch): Promise<void> {
	const toMake = entries.filter((entry) => isPending(entry) && entry.job?.is === 'planned');
	const count = new Set(toMake.map(({ claim, item }) => claim?.key ?? item)).size;
	const most = smallest(toMake.map(({ settings }) => settings.maxJobs || Infinity));
	if (count > 0 && most < Infinity) {
		requireMaxJobs(count, most, ledger.madeByOthers());
		// For the other runs, those of an earlier try count, too.
		const taken = entries.filter(({ job }) => isMade(job) && !job.duplicate).length;
		ledger.change({ made: taken + count });
	}
	await requireMinimumCredit(run, toMake);
}

/** The runs of the node in this execution are counted together: rounds of a loop, calls of an agent. */
function requireMaxJobs(count: number, most: number, before: number): void {
	if (before + count <= most) return;
	const already = before > 0 ? `, after ${before} in this execution` : '';
	throw new ItemFailure(
		`This run would make ${count} ${count === 1 ? 'job' : 'jobs'}${already}, and At Most (Jobs) allows ${most}`,
		{ description: 'Nothing was created. Give it fewer items, or raise At Most (Jobs).' },
	);
}

/** The balance is read once (service.md: Credit). */
async function requireMinimumCredit({ transport }: Run, toMake: readonly Entry[]): Promise<void> {
	const minimum = -smallest(toMake.map(({ settings }) => -settings.minimumCredit));
	if (!(minimum > 0)) return;
	const { credit } = await transport.send(
		{ method: 'GET', path: '/faceswap/quota/info', intent: 'repeatable', group: 'faceSwap' },
		quota,
	);
	if (credit >= minimum) return;
	throw new ItemFailure(`The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`, {
		description: 'Nothing was created. Top up the account, or lower Minimum Credit.',
	});
}

const smallest = (numbers: readonly number[]) =>
	numbers.reduce((least, each) => Math.min(least, each), Infinity);
