import type { Execution } from '../n8n/shapes';
import { useInstalled } from './installed';
import { asLongAsAsked, eachWay, expectNothingLost, limitedSwap } from './limits';
import { line, rows as rowsOf, start } from './line';
import { begin, until } from './runs';
import { swapOn, type Swap } from './swaps';

/* n8n's time limit, in one process: each way to wait ends before it, with all results and all IDs. */

const { play } = useInstalled({ emulator: { outcome: asLongAsAsked } });
const WAYS = ['automatic', 'callback', 'polling'];
const ENDLESS = 36_000;
const LONGEST_MS = 400_000;

interface Started {
	ended: Promise<Execution>;
	jobs: Swap['jobs'];
}
const started = new Map<string, Started>();

// Side by side, as each of them takes minutes.
const limited = eachWay(
	WAYS,
	{ limitSeconds: 140, rows: 3, jobSeconds: 15, maxInProgress: 1 },
	{ limitSeconds: 300, rows: 8, jobSeconds: 100, maxInProgress: 2 },
);
const alone = eachWay(
	WAYS,
	{ limitSeconds: 100, rows: 1, jobSeconds: ENDLESS, maxInProgress: 0 },
	{ limitSeconds: 140, rows: 1, jobSeconds: ENDLESS, maxInProgress: 0 },
);
beforeAll(async () => {
	for (const each of [...alone, ...limited]) {
		const { rows, jobSeconds, limitSeconds } = each;
		const goesOn = rows > 1 ? { onError: 'continueRegularOutput' } : {};
		const { node, jobs } = swapOn(play(), limitedSwap(each), goesOn, `?seconds=${jobSeconds}`);
		const id = await begin(play(), {
			...line([start, rowsOf(rows), node]),
			settings: { executionOrder: 'v1', executionTimeout: limitSeconds },
		});
		await until('the job', () => jobs()[0]);
		started.set(each.name, { jobs, ended: play().client.waitForExecution(id, undefined, LONGEST_MS) });
	}
});

test.each(alone)('no run is cancelled before the node has told the ID ($name)', async ({ name }) => {
	const { ended, jobs } = started.get(name)!;
	const execution = await ended;
	expect(execution.status).toBe('error');
	const error = JSON.stringify(execution.data.resultData.error);
	expect(error).toContain(jobs()[0]?.id);
	expect(error).toContain('raise Timeout Workflow');
});

test.each(limited)(
	'what is finished is put out, and the rest told ($name)',
	async (each) => {
		const { ended, jobs } = started.get(each.name)!;
		const { completed } = expectNothingLost(await ended, each, jobs());
		expect(completed).toBeGreaterThanOrEqual(1);
	},
	LONGEST_MS,
);
