import { ItemFailure, toFailure } from '../operation/failure';
import { quota } from '../service/records';
import { submittedOf, type JobRun, type Track } from './jobRun';

/** Prevents all creates where At Most (Jobs) or Minimum Credit of an item does not allow them. Jobs that are known are free. */
export async function requireLimits(jobRun: JobRun, tracks: readonly Track[]): Promise<void> {
	const toMake = tracks.filter((track) => submittedOf(track) === 'no' && !track.settings.options.checkOnly);
	try {
		requireMaxJobs(jobRun, tracks, toMake);
		await requireMinimumCredit(jobRun, toMake);
	} catch (error) {
		jobRun.halted ??= toFailure(error);
	}
}

/** The runs of the node in this execution are counted together: rounds of a loop, calls of an agent. */
function requireMaxJobs({ ledger }: JobRun, tracks: readonly Track[], toMake: readonly Track[]): void {
	const count = new Set(toMake.map(({ claim, item }) => claim?.key ?? item)).size;
	const limits = toMake.map(({ settings }) => settings.options.maxJobs || Infinity);
	const most = limits.reduce((least, limit) => Math.min(least, limit), Infinity);
	if (count === 0 || most === Infinity) return;
	const before = ledger.madeByAll() - (ledger.run.made ?? 0);
	if (before + count > most) {
		const already = before > 0 ? `, after ${before} in this execution` : '';
		throw new ItemFailure(
			`This run would make ${count} ${count === 1 ? 'job' : 'jobs'}${already}, and At Most (Jobs) allows ${most}`,
			{ description: 'Nothing was created. Give it fewer items, or raise At Most (Jobs).' },
		);
	}
	// For the other runs, those of an earlier try count, too.
	const taken = tracks.filter(({ state, duplicate }) => state !== undefined && !duplicate).length;
	ledger.change({ made: taken + count });
}

/** The balance is read once (service.md: Credit). */
async function requireMinimumCredit({ run }: JobRun, toMake: readonly Track[]): Promise<void> {
	const minimum = toMake.reduce((most, { settings }) => Math.max(most, settings.options.minimumCredit), 0);
	if (minimum === 0) return;
	const { credit } = await run.transport.send(
		{ method: 'GET', path: '/faceswap/quota/info', intent: 'repeatable', group: 'faceSwap' },
		quota,
	);
	if (credit >= minimum) return;
	throw new ItemFailure(`The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`, {
		description: 'Nothing was created. Top up the account, or lower Minimum Credit.',
	});
}
