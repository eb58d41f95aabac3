import { GOES_ON, swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';

/* Each wait method ends before n8n's own time limit with all IDs, and pays for nothing that you don't get. */

const NO_FILES = { kind: 'timeout', match: { path: '/results/' }, times: Infinity } as const;
const { bench, store } = suspendedBench({ callbacks: { lost: true } });

test('a file that does not arrive before the limit fails its item alone, and the error names Get', async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 10 }, { times: 2 });
	const parameters = { downloadResult: '={{ $json.row === 0 }}' };
	bench.emulator.faults.add(NO_FILES);
	const run = await store(swap(parameters, GOES_ON), 2, { instanceTimeout: 64 });
	expect([run.status, run.cancelledAt]).toEqual(['success', undefined]);
	expect(run.result!.json('Node')).toMatchObject([
		{
			error: expect.stringContaining("can't be downloaded: there was no time left for it"),
			details: { status: 'completed', description: expect.stringContaining('Get') },
		},
		{ status: 'completed' },
	]);
});

test('the second try of a saved run ends before the limit, which n8n counts from the first leg', async () => {
	const run = await store(swap({}, { ...GOES_ON, retryOnFail: true, maxTries: 2 }), 1, {
		instanceTimeout: 240,
	});
	while (run.status === 'waiting') await run.wake();
	expect(run.cancelledAt).toBeUndefined();
	expect(run.result!.json('Node')).toMatchObject([{ details: { submitted: 'yes', next: 'readJob' } }]);
});
