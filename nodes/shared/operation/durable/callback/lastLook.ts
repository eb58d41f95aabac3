import type { INodeExecutionData } from 'n8n-workflow';
import { handOut, outcomeOf } from '../../attempt';
import type { JobRun, Track } from '../../jobRun';
import { waitsBy } from '../../settings';
import { mergeStates, type JobState } from '../../../jobs/kinds';
import { asError, ServiceError } from '../../../transport/errors';
import { collect, type Finals } from '../collect';
import type { Interim } from '../suspend';

/** A job that was looked at not longer ago than this, in milliseconds, is not looked at again. */
const JUST_NOW_MS = 1_000;

/**
 * Looks at jobs before the run is stored, until a look finds nothing more. Those of the first items may have been done while the last
 * ones were submitted: n8n refuses the calls that come meanwhile, and no other may follow.
 * @returns the outcomes, with what was found done
 */
export async function lookOnceMore(jobRun: JobRun, outcomes: Interim[]): Promise<Interim[]> {
	const { run, operation } = jobRun;
	const stale = outcomes
		.flatMap((outcome) => (outcome.ok === 'pending' ? [outcome.track] : []))
		.filter(isStale);
	if (stale.length === 0) return outcomes;
	const finals: Finals = new Map();
	const ids = stale.flatMap(({ state }) => state?.id ?? []);
	try {
		await collect(run.transport, operation.kind, ids, finals, new Map());
	} catch (error) {
		if (run.environment.signal?.aborted) return outcomes;
		if (!(error instanceof ServiceError)) throw asError(error);
		run.context.logger.debug(`The last look before the run is stored failed: ${error.message}`);
	}
	if (finals.size === 0) return outcomes;
	const next = await Promise.all(
		outcomes.map(async (outcome) => {
			if (outcome.ok !== 'pending') return outcome;
			const { track } = outcome;
			const found = track.state && finals.get(track.state.id);
			return found === undefined
				? outcome
				: await outcomeOf(jobRun, track, async () => await end(jobRun, track, found));
		}),
	);
	// It takes time to fetch a file: others may be done by now.
	return run.environment.signal?.aborted ? next : await lookOnceMore(jobRun, next);

	function isStale({ prepared, submittedAt, waited }: Track): boolean {
		if (!waitsBy('callback', prepared.settings)) return false;
		return run.environment.now() - submittedAt - (waited?.waitedMs ?? 0) > JUST_NOW_MS;
	}
}

async function end(
	jobRun: JobRun,
	track: Track,
	found: JobState | ServiceError,
): Promise<INodeExecutionData | 'pending'> {
	const { state, waited } = track;
	if (state === undefined || waited === undefined) return 'pending';
	if (found instanceof ServiceError) throw found;
	track.state = mergeStates(state, found);
	const { statusChecks } = waited;
	return await handOut(jobRun, track, {
		...waited,
		state: track.state,
		timedOut: false,
		statusChecks: statusChecks + 1,
		waitedMs: jobRun.run.environment.now() - track.submittedAt,
	});
}
