import type { Cluster } from './cluster';
import { numbers, outputOf, putSwapsIntoProduction, say } from './runs';

const [EXECUTIONS, ROWS, MOST_UNDER_WAY] = [2, 300, 10];
const AWAY_MS = 60_000;
/** The first request of the service that fails. */
const NTH = 60;

/** The service answers HTTP 502 to everything. */
export function outageSuite(cluster: () => Cluster): void {
	test.each([
		['usual', {}],
		['0', { saveAfter: 0 }],
	])(
		'costs only rows under way, and is noticed to be over within 35 s (Save After: %s)',
		async (_, waitOptions) => {
			const { emulator } = cluster();
			emulator.options.jobMs = [5_000, 20_000];
			const given = { parameters: { waitOptions }, onError: 'continueRegularOutput' } as const;
			const runs = await putSwapsIntoProduction(cluster(), given);
			const before = emulator.requests.length;
			const fault = { kind: 'httpStatus', status: 502, times: Infinity, lastsMs: AWAY_MS } as const;
			emulator.faults.add({ ...fault, match: { nth: NTH } });
			await runs.call(numbers(ROWS), EXECUTIONS);
			const items = (await runs.ended(EXECUTIONS)).flatMap(outputOf).map(({ json }) => json);
			emulator.faults.clear();
			const sent = emulator.requests.slice(before).filter(({ area }) => area === 'api');
			const end = (sent[NTH - 1]?.at ?? Infinity) + AWAY_MS;
			const next = sent.find(({ at, path }) => at >= end && path.endsWith('/specifyimage'));
			const afterS = ((next?.at ?? Infinity) - end) / 1_000;
			const completed = items.filter(({ status }) => status === 'completed').length;
			const inDoubt = items.filter(({ details }) => Object(details).submitted === 'unknown').length;
			say(`${completed} completed, ${inDoubt} in doubt, the next create after ${afterS.toFixed(1)} s`);
			expect([completed + inDoubt, runs.jobs().length]).toEqual([ROWS, completed]);
			expect(inDoubt).toBeLessThanOrEqual(MOST_UNDER_WAY);
			expect(afterS).toBeLessThan(35);
		},
	);
}
