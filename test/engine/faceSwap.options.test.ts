import { FACES, GOES_ON, NOTHING, rows, setUp, swap } from '../support/bench';

const bench = setUp({ now: Date.now, jobMs: [10, 60] });

test('Dry Run shows the request, and sends nothing', async () => {
	const options = {
		minimumCredit: 10,
		options: { faceEnhance: true, dryRun: true, includeOtherFields: true },
	};
	const binary = { other: { mimeType: 'image/png', data: 'AA==' } };
	const input = rows(2).map((json) => ({ json, binary }));
	const result = await bench.engine.run(swap({ ...options }), { input });
	const { targetImage, sourceImage } = FACES;
	const request = { targetImage, sourceImage, face_enhance: 1 };
	const shown = rows(2).map((row) => ({
		...{ ...row, dryRun: true },
		request: { ...request, modifyImage: row.picture },
	}));
	expect(result.json('Node')).toEqual(shown);
	expect(result.output('Node').map((item) => item.binary)).toEqual([binary, binary]);
	const [read] = await bench.runner('faceSwap', 'job.get')({ recordId: NOTHING }, result.json('Node'));
	expect(read?.details).toMatchObject({ description: 'The item comes from a dry run, so there is no job.' });
	expect(bench.emulator.requests).toEqual([]);
});

test('with Include Other Fields, the id of a row is input.id in completed and in failed items', async () => {
	bench.emulator.jobs.next({ status: 3 });
	bench.emulator.jobs.next({ status: 4, reason: 'Too dark' }, { times: 2 });
	const options = { includeOtherFields: true, concurrentSubmissions: 1, downloadResult: false };
	const [details, binary] = [{ next: 'runAgain' }, { mine: { mimeType: 'image/png', data: 'AA==' } }];
	const input = rows(2).map((row, id) => ({
		json: { ...row, id, status: 'new', error: '', ...(id === 0 && { details }) },
		binary,
	}));
	const result = await bench.engine.run(swap(options, GOES_ON), { input });
	const [done, failed] = result.json('Node');
	expect(result.output('Node').map((item) => item.binary)).toEqual([binary, undefined]);
	expect(done).toMatchObject({ row: 0, status: 'completed', input: { id: 0, status: 'new', error: '' } });
	expect([done?.details, Object(done?.input).details]).toEqual([undefined, details]);
	expect(failed).toEqual({
		error: expect.stringContaining('Too dark'),
		details: expect.objectContaining({ submitted: 'yes', status: 'failed' }),
		input: expect.objectContaining({ id: 1, status: 'new', error: '' }),
	});
	const errors = swap(options, { onError: 'continueErrorOutput' });
	const again = await bench.engine.run(errors, { input: input.slice(1) });
	expect(again.output('Node', 1)).toMatchObject([{ binary }]);
});

test('Minimum Credit creates nothing if the balance is lower, and reads the balance once', async () => {
	bench.emulator.setCredit(7);
	const { error } = await bench.engine.run(swap({ limits: { minimumCredit: 10 } }), { input: rows(3) });
	expect(error?.message).toBe('Not sent: The balance is 7 credits, and Minimum Credit asks for 10');
	expect(bench.bodies('specifyimage')).toEqual([]);
	expect(bench.bodies('/quota/info')).toHaveLength(1);
	bench.emulator.setCredit(10);
	const { status } = await bench.engine.run(swap({ limits: { minimumCredit: 10 } }), { input: rows(1) });
	bench.emulator.setCredit(100_000);
	expect(status).toBe('success');
});
