import { faceSwap, GOES_ON, rows, setUp, swap } from '../support/bench';

const bench = setUp();
let ids: string[] = [];
let jobIds: string[] = [];

beforeAll(async () => {
	await bench.engine.run(swap({ waitForCompletion: false, limits: { concurrentSubmissions: 50 } }), {
		input: rows(200),
	});
	ids = bench.created.map(({ id }) => id);
	jobIds = bench.created.map(({ jobId }) => jobId);
	bench.emulator.jobs.complete();
});

describe('Get', () => {
	const get = (settings = {}) =>
		faceSwap('job', 'get', { recordId: { mode: 'id', value: '={{ $json.id }}' } }, settings);

	test('returns one result for each of 200 items, in order, with two requests', async () => {
		bench.emulator.shapes.resultOrder = 'reversed';
		const result = await bench.engine.run(get(), { input: ids.map((id) => ({ id })) });
		bench.emulator.shapes.resultOrder = 'asked';
		const items = result.output('Node');
		expect(items.map(({ json }) => json.id)).toEqual(ids);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
		expect(items[0]?.json).toMatchObject({
			kind: 'faceSwap',
			status: 'completed',
			resultUrl: expect.any(String),
		});
		expect(bench.reads).toBe(2);
	});

	test('fails only the items with an unknown or empty ID', async () => {
		const input = [{ id: ids[0] }, { id: jobIds[1] }, { id: '' }, {}, { id: ids[4] }];
		const items = (await bench.engine.run(get(GOES_ON), { input })).json('Node');
		expect(items.map(({ id }) => id)).toEqual([ids[0], undefined, undefined, undefined, ids[4]]);
		expect(items[1]).toMatchObject({
			error: `The service knows no face swap with the ID "${jobIds[1]}"`,
			details: { id: jobIds[1], kind: 'faceSwap', description: expect.stringContaining('jobId') },
		});
		expect(items[1]?.details).not.toHaveProperty('submitted');
		for (const item of items.slice(2, 4)) expect(item?.error).toBe('ID is empty');
	});

	test('returns the status and reason of a failed job, but fails the item if it waits', async () => {
		bench.emulator.jobs.fail(ids[5] ?? '', 'too dark');
		const input = [{ id: ids[5] }];
		const [item] = (await bench.engine.run(get(), { input })).json('Node');
		expect(item).toMatchObject({ id: ids[5], status: 'failed', reason: 'too dark' });
		const waiting = faceSwap('job', 'get', { recordId: ids[5] ?? '', waitForCompletion: true });
		const { error } = await bench.engine.run(waiting);
		expect(error?.message).toBe('Face swap could not be made: too dark');
		bench.emulator.jobs.complete(ids[5]);
	});
});

test('Get Many returns one item for each ID, in the given order, and marks unknown IDs', async () => {
	const asked = [ids[9], 'no-such-id', ids[2], jobIds[2], ids[5]].map(String);
	const result = await bench.engine.run(faceSwap('job', 'getAll', { ids: asked.join(', ') }));
	const items = result.output('Node');
	expect(items.map(({ json }) => json.id)).toEqual(asked);
	expect(items.map(({ json }) => json.status)).toEqual([
		'completed',
		'unknown',
		'completed',
		'unknown',
		'completed',
	]);
	expect(items[1]?.json.reason).toBe('The service knows no face swap with the ID "no-such-id"');
	expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
	expect(result.runs('Node')[0]?.hints?.[0]?.message).toBe('The service does not know 2 of 5 IDs');
	// The unknown IDs are asked for once more.
	expect(bench.reads).toBe(2);
});

test('an unknown job fails alone if the service cancels only one job per request', async () => {
	bench.emulator.shapes.jobIds = 'one';
	const [one, other] = jobIds.slice(36, 38);
	const asked = `${one},nobody,${other}`;
	const { error } = await bench.engine.run(faceSwap('job', 'cancel', { jobIds: asked }));
	const sent = bench.bodies('/job/del').map(({ job_ids }) => job_ids);
	expect(sent).toEqual([asked, one, 'nobody', other]);
	expect(error?.description).toMatch(/^Not canceled: nobody\. .*Give the jobId of a swap/);
	expect(error?.description).toMatch(new RegExp(`Canceled: ${one}, ${other}\\.`));
	expect(error).toMatchObject({ context: { data: { jobId: 'nobody', errorCode: 1003 } } });
});

test('Cancel takes the ID of a job, whose jobId this process or the record knows', async () => {
	const cancel = async (id = '') => await bench.engine.run(faceSwap('job', 'cancel', { jobIds: id }));
	await cancel(ids[38]);
	bench.answer('listbyids', { result: [{ _id: 'a1', faceswap_status: 2, job_id: 'task-1' }] }, 1);
	await cancel('a1');
	const sent = bench.bodies('/job/del').map(({ job_ids }) => job_ids);
	expect(sent).toEqual([jobIds[38], 'task-1']);
});

test('Delete says which IDs did not exist', async () => {
	const result = await bench.engine.run(faceSwap('job', 'delete', { ids: `${ids[39]}, nobody` }));
	expect(result.runs('Node')[0]?.hints?.[0]?.message).toBe('1 of 2 did not exist: nobody');
});

test('the error of a refused Delete names its IDs', async () => {
	bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path: 'delbyids' }, times: Infinity });
	const { error } = await bench.engine.run(faceSwap('job', 'delete', { ids: 'id-1, id-2' }));
	expect(error).toMatchObject({ context: { data: { id: 'id-1, id-2', errorCode: 1009 } } });
});

test('a Delete with an empty answer is a success', async () => {
	bench.emulator.faults.add({ kind: 'httpStatus', status: 200, body: '', match: { path: 'delbyids' } });
	const { error } = await bench.engine.run(faceSwap('job', 'delete', { ids: 'a' }));
	expect(error).toBeUndefined();
});

test('a Cancel that is refused for the account is not repeated for each job', async () => {
	bench.emulator.faults.add({ kind: 'code', code: 1200, match: { path: '/job/del' }, times: Infinity });
	const { error } = await bench.engine.run(faceSwap('job', 'cancel', { jobIds: 'a,b' }));
	expect(error).toMatchObject({ context: { data: { jobId: 'a, b', errorCode: 1200 } } });
	expect(error?.description).toMatch(/Not canceled: a, b\. /);
	expect(bench.emulator.requestsTo('/job/del')).toHaveLength(1);
});
