import { rows, setUp, swap } from '../support/bench';

const bench = setUp();
const GOES_ON = { onError: 'continueRegularOutput' as const };
const CREATE = 'specifyimage';
const sent = () => bench.emulator.requestsTo(CREATE);

describe('when the time is up', () => {
	const options = { timeout: 0.1, maxConcurrent: 1 };
	const slow = () => bench.emulator.jobs.next({ status: 3, jobMs: 60_000 }, { times: 1 });

	test('the error names the job, its status and the ways on', async () => {
		slow();
		// The other one has the time that it takes.
		const timeout = '={{ $json.row === 0 ? 0.1 : 180 }}';
		const result = await bench.engine.run(swap({ options: { ...options, timeout } }, GOES_ON), {
			input: rows(2),
		});
		const [late, other] = result.json('Node');
		const { id } = bench.created.at(-2)!;
		expect(late).toMatchObject({
			error: expect.stringMatching(
				new RegExp(`^Face swap ${id} was still (queued|processing) after 0.1 minutes$`),
			),
			details: {
				id,
				submitted: 'yes',
				description: expect.stringMatching(
					/Get .* after three hours, the service advises to check the pictures/,
				),
			},
		});
		expect(other?.status).toBe('completed');
	});

	test('a time that is no whole number of milliseconds ends with a last look like any other', async () => {
		slow();
		// 4,274.07 ms; half of a time limit of n8n is none either.
		const options = { timeout: 0.0712345, onTimeout: 'returnPending', simplify: false };
		const result = await bench.engine.run(swap({ options }), { input: rows(1) });
		expect(bench.emulator.requestsTo('listbyids').length).toBeGreaterThan(0);
		expect(result.json('Node')).toMatchObject([{ timedOut: true, statusChecks: expect.any(Number) }]);
		expect(result.json('Node')[0]?.statusChecks).toBeGreaterThan(0);
	});

	test('Return What Is Known gives the last status, and says that the time was up', async () => {
		slow();
		const result = await bench.engine.run(
			swap({ downloadResult: true, options: { ...options, onTimeout: 'returnPending' } }),
			{ input: rows(1) },
		);
		const [item] = result.output('Node');
		const { id, jobId } = bench.created.at(-1)!;
		expect(item?.json).toMatchObject({
			id,
			jobId,
			status: expect.stringMatching(/queued|processing/),
			timedOut: true,
		});
		expect(item?.json).not.toHaveProperty('resultUrl');
		expect(item?.binary).toBeUndefined();
	});

	test('a status that nobody knows is named', async () => {
		bench.emulator.jobs.next({ status: 77, jobMs: 1 }, { times: 1 });
		const { error } = await bench.engine.run(swap({ options }), { input: rows(1) });
		expect(error?.message).toMatch(/was still of an unknown status \(77\) after 0.1 minutes$/);
	});

	test('a job that is done in time is seen to be, where Timeout is no whole number of milliseconds', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 100 }, { times: 1 });
		const result = await bench.engine.run(swap({ options: { ...options, timeout: '={{ 10 / 13 }}' } }), {
			input: rows(1),
		});
		expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
	});

	test('and nothing could be read, the error says what stood in the way', async () => {
		bench.emulator.faults.add({ kind: 'html', status: 502, times: Infinity, match: { path: 'listbyids' } });
		const { error } = await bench.engine.run(swap({ options }), { input: rows(1) });
		expect(error?.description).toContain('HTTP 502');
	});
});

test.each([
	['a reset', { kind: 'reset' }],
	['HTTP 502', { kind: 'httpStatus', status: 502 }],
	['HTTP 429', { kind: 'httpStatus', status: 429 }],
	['a web page', { kind: 'html' }],
	['half an answer', { kind: 'badJson' }],
	['nothing at all', { kind: 'empty' }],
	['code 1005', { kind: 'code', code: 1005 }],
] as const)('a wait survives %s', async (_name, fault) => {
	bench.emulator.faults.add({ ...fault, times: 2, match: { path: 'listbyids' } });
	const result = await bench.engine.run(swap(), { input: rows(2) });
	expect(result.json('Node').map(({ status }) => status)).toEqual(['completed', 'completed']);
	expect(sent()).toHaveLength(2);
});

describe('at a time', () => {
	/** The most creates, or jobs, that were open at once by the emulator's clock. */
	const most = (spans: Array<{ from: number; to: number }>) =>
		Math.max(...spans.map(({ from }) => spans.filter((span) => span.from <= from && from < span.to).length));

	test('no more jobs are in progress than Jobs in Progress at a Time says', async () => {
		const { length } = bench.created;
		const result = await bench.engine.run(swap({ options: { maxInProgress: 2 } }), { input: rows(7) });
		expect(result.json('Node')).toHaveLength(7);
		const spans = bench.created
			.slice(length)
			.map(({ createdAt, endsAt }) => ({ from: createdAt, to: endsAt }));
		expect(most(spans)).toBeLessThanOrEqual(2);
	});

	test('no more submissions are under way than Submissions at a Time says', async () => {
		bench.emulator.faults.add({ kind: 'slow', delayMs: 200, times: Infinity, match: { path: CREATE } });
		const result = await bench.engine.run(swap({ options: { maxConcurrent: 3 } }), { input: rows(9) });
		expect(result.json('Node')).toHaveLength(9);
		expect(most(sent().map(({ at }) => ({ from: at, to: at + 190 })))).toBe(3);
	});
});
