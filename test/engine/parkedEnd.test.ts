import { swap } from '../support/bench';
import { KeyStoreTable } from '../support/keyStore';
import { parkedBench } from '../support/parked';

/* What ends a parked run early: n8n's time limit, or a failure after which nothing more may be created. */

KeyStoreTable.install();
const { bench, store, now } = parkedBench({ callbacks: { lost: true } });
const CREATE = 'specifyimage';
const GOES_ON = { onError: 'continueRegularOutput' } as const;

test('a run is not stored past the time limit of n8n', async () => {
	const seconds = Math.round((now() - Date.now()) / 1_000) + 160;
	const cancelledAt = Date.now() + seconds * 1_000;
	const options = { storeAfter: 2, onTimeout: 'returnPending' };
	const run = await store(swap({ options }), 1, { instanceTimeout: seconds });
	expect((run.waitTill ?? 0) - cancelledAt).toBeLessThan(0);
	expect(now()).toBeLessThan(cancelledAt);
	expect((await run.toTheEnd()).json('Node')).toMatchObject([{ timedOut: true }]);
});

test('a wait that the time limit of n8n cuts short says how long it was, and what to raise', async () => {
	const seconds = Math.round((now() - Date.now()) / 1_000) + 160;
	const run = await store(swap({ options: { storeAfter: 0 } }, GOES_ON), 1, { instanceTimeout: seconds });
	expect((await run.toTheEnd()).json('Node')).toMatchObject([
		{
			error: expect.stringMatching(/ was still queued after \d minutes?$/),
			details: { description: expect.stringContaining('raise Timeout Workflow in the settings') },
		},
	]);
});

test('shortly before the time limit nothing more is created', async () => {
	const seconds = Math.round((now() - Date.now()) / 1_000) + 300;
	const cancelledAt = Date.now() + seconds * 1_000;
	const run = await store(swap({ options: { maxInProgress: 1, onTimeout: 'returnPending' } }, GOES_ON), 3, {
		instanceTimeout: seconds,
	});
	const tills: number[] = [];
	for (let n = 0; n < 12 && run.status === 'waiting'; n++) {
		tills.push(Math.round((run.waitTill! - cancelledAt) / 1000));
		if (run.waitTill! > cancelledAt) break;
		await run.wake();
	}
	expect([run.status, tills.at(-1)! < 0, bench.emulator.requestsTo(CREATE).length]).toEqual([
		'success',
		true,
		1,
	]);
});

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
