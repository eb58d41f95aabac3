import { rows, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { suspendedBench } from '../support/suspended';

/* Maximum Open Jobs in a suspended run: each leg creates the next jobs. */

ClaimTable.install();
const { bench, store, finish, now } = suspendedBench();
const threeAtATime = { limits: { maxOpenJobs: 3 } };

const pictureOf = (request: unknown) => /\/(\d+)\.png/.exec(JSON.stringify(request))?.[1];

test('each wake creates as many jobs as there is room for, until all are completed', async () => {
	const before = bench.created.length;
	const run = await store(swap(threeAtATime), 8);
	const counts = [bench.created.length - before];
	// No place is free.
	expect(run.waitTill! - now()).toBeGreaterThan(60_000);
	while (run.status === 'waiting') {
		bench.emulator.jobs.complete();
		await run.wake();
		counts.push(bench.created.length - before);
	}
	expect(counts).toEqual([3, 6, 8, 8]);
	const result = run.result!;
	expect(result.json('Node').map(({ status }) => status)).toEqual(Array(8).fill('completed'));
	const made = bench.created.slice(before);
	for (const [row, { id }] of result.json('Node').entries()) {
		expect(pictureOf(made.find((job) => job.id === id)?.request)).toBe(String(row));
	}
});

test('the faces of a row that waits for its turn are detected only once', async () => {
	const picture = bench.media('people-1.png');
	const workflow = swap({
		...threeAtATime,
		whichFaces: 'inOrder',
		modifyImage: '={{ $json.picture }}',
		sourcePicture: bench.media('portrait-dan.png'),
	});
	const input = rows(5).map(({ row }) => ({ row, picture: `${picture}?${row}` }));
	const items = await finish(await store(workflow, 0, { input }));
	expect(bench.detections).toHaveLength(6);
	expect(items.map(({ status }) => status)).toEqual(Array(5).fill('completed'));
});

test('a run whose leg has no time left to send wakes within seconds for a free place', async () => {
	const workflow = swap({
		waitOptions: { timeout: 60_000 },
		limits: { maxOpenJobs: 2, concurrentSubmissions: 1 },
	});
	bench.emulator.jobs.next({ status: 3, jobMs: 3_600_000 });
	bench.emulator.jobs.next({ status: 3, jobMs: 8_000 }, { times: 18 });
	const match = { path: 'specifyimage', nth: 2 };
	bench.emulator.faults.add({ kind: 'code', code: 1005, match, times: Infinity });
	const run = await store(workflow, 20);
	expect([run.status, run.waitTill! - now() < 5_000]).toEqual(['waiting', true]);
	bench.emulator.faults.clear();
	expect(await finish(run)).toHaveLength(20);
});
