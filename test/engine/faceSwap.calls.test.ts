import { faceSwap, rows, setUp, swap } from '../support/bench';

const bench = setUp();
let ids: string[] = [];
let jobIds: string[] = [];

beforeAll(async () => {
	await bench.engine.run(swap({ waitForCompletion: false }), { input: rows(40) });
	ids = bench.created.map(({ id }) => id);
	jobIds = bench.created.map(({ jobId }) => jobId);
});

describe('what is one call', () => {
	test('Delete deletes, and says what', async () => {
		const asked = ids.slice(20, 23);
		const result = await bench.engine.run(faceSwap('result', 'delete', { ids: asked.join(',') }));
		expect(result.json('Node')).toEqual([{ success: true, ids: asked }]);
		expect(bench.emulator.requestsTo('/delbyids')[0]?.body).toEqual({ _ids: asked.join(',') });
	});

	test('Cancel takes the job IDs, as a create gives them', async () => {
		const input = [{ jobId: jobIds[30] }, { jobId: `${jobIds[31]},${jobIds[32]}` }];
		const result = await bench.engine.run(faceSwap('reage', 'cancel'), { input });
		expect(result.json('Node')).toEqual([
			{ success: true, jobIds: [jobIds[30]] },
			{ success: true, jobIds: [jobIds[31], jobIds[32]] },
		]);
		expect(bench.emulator.requestsTo('/job/del')).toHaveLength(2);
	});

	test('a row that is wrong stops the node before anything is cancelled', async () => {
		const input = [{ jobId: jobIds[29] }, { jobId: '' }];
		const { error } = await bench.engine.run(faceSwap('reage', 'cancel', { jobIds: '={{ $json.jobId }}' }), {
			input,
		});
		expect(error?.message).toMatch(/^Job IDs/);
		expect(bench.emulator.requestsTo('/job/del')).toEqual([]);
	});

	describe.each(['joined', 'one'] as const)('where job_ids may be %s', (reading) => {
		beforeEach(() => (bench.emulator.shapes.jobIds = reading));
		afterAll(() => (bench.emulator.shapes.jobIds = 'joined'));
		const sent = () => bench.emulator.requestsTo('/job/del').map(({ body }) => Object(body).job_ids);

		test('Cancel cancels several', async () => {
			const asked = jobIds.slice(33, 36);
			const result = await bench.engine.run(faceSwap('reage', 'cancel', { jobIds: asked.join(' ') }));
			expect(result.json('Node')).toEqual([{ success: true, jobIds: asked }]);
			expect(sent()).toEqual([asked.join(','), ...(reading === 'one' ? asked : [])]);
		});

		test('an unknown one does not keep the others, and alone is named', async () => {
			const [one, other] = jobIds.slice(36, 38);
			const asked = `${one},nobody,${other}`;
			const { error } = await bench.engine.run(faceSwap('reage', 'cancel', { jobIds: asked }));
			expect(sent()).toEqual([asked, one, 'nobody', other]);
			expect(error?.description).toMatch(/^Job IDs takes the jobId/);
			expect(error?.description).toMatch(new RegExp(`nobody.* Cancelled: ${one}, ${other}$`));
			expect(error).toMatchObject({ context: { data: { jobId: 'nobody', errorCode: 1003 } } });
		});
	});

	test('Cancel that the service can not take at the moment is not sent for each', async () => {
		bench.emulator.faults.add({ kind: 'code', code: 1200, match: { path: '/job/del' }, times: Infinity });
		const { error } = await bench.engine.run(faceSwap('reage', 'cancel', { jobIds: 'a,b' }));
		expect(error).toMatchObject({ context: { data: { jobId: 'a, b', errorCode: 1200 } } });
		expect(error?.description).toMatch(/ID: a, b$/);
		expect(bench.emulator.requestsTo('/job/del')).toHaveLength(1);
	});

	test('Credit gives the balance', async () => {
		bench.emulator.setCredit(42.5);
		expect((await bench.engine.run(faceSwap('credit', 'get'))).json('Node')).toEqual([{ credit: 42.5 }]);
		bench.emulator.setCredit(100_000);
	});

	test('a custom API call is answered with the way to make one', async () => {
		const { error } = await bench.engine.run(faceSwap('__CUSTOM_API_CALL__', '__CUSTOM_API_CALL__'));
		expect(error?.description).toContain('HTTP Request node');
		expect(error?.message).not.toContain('__CUSTOM');
	});
});
