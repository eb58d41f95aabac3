import { swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { parkedBench } from '../support/parked';

/* What ends a parked run early: a failure after which nothing more may be created. */

ClaimTable.install();
const { bench, store } = parkedBench({ callbacks: { lost: true } });
const CREATE = 'specifyimage';
const GOES_ON = { onError: 'continueRegularOutput' } as const;

test('after a failure that stops the node the rows that wait for their turn end at once', async () => {
	const run = await store(swap({ options: { maxInProgress: 1 } }), 8);
	bench.emulator.jobs.fail(bench.created.at(-1)!.id, 'no light');
	await run.toTheEnd();
	expect(run.legs).toBe(2);
});

test('so they do when the credits are used up', async () => {
	const run = await store(swap({ options: { maxInProgress: 2 } }, GOES_ON), 10);
	bench.emulator.jobs.complete();
	bench.emulator.faults.add({ kind: 'code', code: 1006, match: { path: CREATE }, times: Infinity });
	const result = await run.toTheEnd();
	expect(result.json('Node')).toHaveLength(10);
	expect(run.legs).toBe(2);
});
