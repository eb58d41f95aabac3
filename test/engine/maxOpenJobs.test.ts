import { rows, swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';

/* Maximum Open Jobs in a suspended run: each leg creates the next jobs. */

const { bench, store, finish, now } = suspendedBench();

test('the faces of a row that waits for its turn are detected only once', async () => {
	const picture = bench.media('people-1.png');
	const workflow = swap({
		limits: { maxOpenJobs: 3 },
		whichFaces: 'inOrder',
		modifyImage: '={{ $json.picture }}',
		sourcePicture: bench.media('portrait-dan.png'),
	});
	const input = rows(5).map(({ row }) => ({ row, picture: `${picture}?${row}` }));
	const items = await finish(await store(workflow, 0, { input }));
	expect(bench.bodies('/detect')).toHaveLength(6);
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

test('the jobs of later legs wake their run, too', async () => {
	const workflow = swap({ waitOptions: { waitMethod: 'callback' }, limits: { maxOpenJobs: 1 } });
	await finish(await store(workflow, 3));
	const addresses = bench.bodies('specifyimage').map(({ webhookUrl }) => typeof webhookUrl);
	expect(addresses).toEqual(Array(3).fill('string'));
});
