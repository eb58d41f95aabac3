import { GOES_ON, rows, setUp, swap } from '../support/bench';

const bench = setUp({ jobMs: [200, 4_000] });
/** The number of jobs before a test. */
let before = 0;
beforeEach(() => void (before = bench.created.length));
const created = () => bench.created.slice(before);

test('a failed item fails alone, and returns only its error and its details', async () => {
	bench.emulator.jobs.next({ status: 3 }, { times: 1 });
	bench.emulator.jobs.next({ status: 4, reason: 'no face is seen' }, { times: 1 });
	const result = await bench.engine.run(
		swap({ limits: { concurrentSubmissions: 1 }, options: { reference: '=row {{ $json.row }}' } }, GOES_ON),
		{ input: rows(4) },
	);
	const items = result.json('Node');
	expect(items.map(({ status }) => status)).toEqual(['completed', undefined, 'completed', 'completed']);
	const { id, jobId } = created()[1]!;
	expect(items[1]).toEqual({
		error: 'Face swap could not be made: no face is seen',
		details: {
			...{ next: 'changeFile', resource: 'job' },
			row: 2,
			id,
			jobId,
			kind: 'faceSwap',
			status: 'failed',
			submitted: 'yes',
			reference: 'row 1',
			// A job without a key needs no other one to run again, and had none before.
			description: `Check that the files can be opened and keep to the limits of the service, then run this item again. The service does not say whether this job was paid. ID: ${id}.`,
		},
	});
	expect(result.output('Node')[1]?.pairedItem).toEqual({ item: 1 });
	expect(items[0]?.reference).toBe('row 0');
});

test('a node that stops on errors waits for all other jobs first, and its error lists every job', async () => {
	bench.emulator.jobs.next({ status: 4, jobMs: 100, reason: 'too dark' }, { times: 1 });
	bench.emulator.jobs.next({ status: 3, jobMs: 6_000 }, { times: 3 });
	const { error } = await bench.engine.run(
		swap({ limits: { concurrentSubmissions: 1 }, options: { reference: '={{ $json.row }}' } }),
		{ input: rows(4) },
	);
	const jobs = created();
	expect(error?.message).toBe('Face swap could not be made: too dark');
	const listed = jobs.map(({ id, jobId, resultUrls: [resultUrl] }, item) => ({
		...{ row: item + 1, id, jobId, kind: 'faceSwap', submitted: 'yes', reference: String(item) },
		...(item === 0 ? { status: 'failed' } : { status: 'completed', resultUrl }),
	}));
	const failed = { id: jobs[0]?.id, status: 'failed', submitted: 'yes' };
	expect(error?.context).toMatchObject({ itemIndex: 0, data: { ...failed, jobs: listed } });
	for (const { id, resultUrls } of jobs.slice(1)) {
		expect(error?.description).toContain(`${id}, ${resultUrls[0]}`);
	}
});

test('a node that stops on errors creates nothing if one of many items is wrong', async () => {
	const input = [...rows(5), { row: 5, picture: 'pictures/5.png' }];
	// The faces would have to be detected, but not even this happens.
	const parameters = {
		...{ whichFaces: 'inOrder', sourcePicture: bench.media('portrait-ada.png') },
		options: { reference: '=row {{ $json.row }}' },
	};
	const { error } = await bench.engine.run(swap(parameters), { input });
	expect(error?.message).toMatch(/^Image to Change must be one whole address/);
	expect(error?.context).toMatchObject({ itemIndex: 5, data: { reference: 'row 5', submitted: 'no' } });
	expect(bench.emulator.requests).toEqual([]);
});
