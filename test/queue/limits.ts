import type { Execution } from '../n8n/shapes';
import { eachWay, expectNothingLost, limitedSwap } from '../e2e/limits';
import type { Cluster } from './cluster';
import { numbers, putSwapsIntoProduction, type Runs } from './runs';

const LONGEST_MS = 800_000;

/**
 * n8n's time limit on workers, where each leg has a new one: what is stored goes on to its end, what can't be stored ends
 * in time.
 */
export function limitsSuite(cluster: () => Cluster): void {
	// Side by side, as each of them takes minutes.
	const limited = eachWay(
		['automatic', 'callback', 'polling'],
		{ limitSeconds: 120, rows: 4, jobSeconds: 25, maxInProgress: 1 },
		{ limitSeconds: 120, rows: 3, jobSeconds: 100, maxInProgress: 0 },
		{ limitSeconds: 300, rows: 6, jobSeconds: 100, maxInProgress: 2 },
	);
	const started = new Map<string, { runs: Runs; ended: Promise<Execution[]> }>();

	beforeAll(async () => {
		for (const each of limited) {
			const runs = await putSwapsIntoProduction(cluster(), {
				query: `?seconds=${each.jobSeconds}`,
				onError: 'continueRegularOutput',
				parameters: limitedSwap(each),
				settings: { executionTimeout: each.limitSeconds },
			});
			await runs.call(numbers(each.rows));
			started.set(each.name, { runs, ended: runs.ended(1, undefined, LONGEST_MS) });
		}
	}, LONGEST_MS);

	test.each(limited)(
		'nothing is lost ($name)',
		async (each) => {
			const { runs, ended } = started.get(each.name)!;
			const [execution] = await ended;
			const { completed, made } = expectNothingLost(execution!, each, runs.jobs());
			if (each.waitUsing === 'polling') expect(completed).toBeLessThan(each.rows);
			else expect([completed, made]).toEqual([each.rows, each.rows]);
		},
		LONGEST_MS,
	);
}
