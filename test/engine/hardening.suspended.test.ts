import { rows, setUp, swap } from '../support/bench';

const bench = setUp({ jobMs: (_operation, n) => (n % 2 === 1 ? 10 : 60_000) });
const suspended = {
	waitForCompletion: true,
	waitUsing: 'callback',
	options: { includeOtherFields: true, maxConcurrent: 1 },
};

test('a suspended run hands on the other fields of the input, but nothing of an earlier job', async () => {
	const input = rows(2).map((row) => ({ ...row, resultUrl: 'https://example.com/old.png', error: 'old' }));
	const result = await bench.engine.run(swap(suspended), { input });
	expect(result.run.data.waitTill).toBeDefined();
	const [done, pending] = result.json('Node');
	expect(done).toMatchObject({ row: 0, status: 'completed' });
	expect(pending).toMatchObject({ row: 1, timedOut: true });
	expect(pending).not.toHaveProperty('resultUrl');
	expect(pending).not.toHaveProperty('error');
});

test('a time-out beyond all calendars still suspends the run: the jobs are paid for', async () => {
	const options = { timeout: 1e15, maxConcurrent: 1 };
	const result = await bench.engine.run(swap({ ...suspended, options }), { input: rows(2) });
	expect(result.error).toBeUndefined();
	expect(Number(result.run.data.waitTill)).toBeGreaterThan(Date.now());
});

test('a row that does not wait is told of at its own address, and the others wake the run up', async () => {
	const address = 'https://example.com/hook';
	const input = rows(4).map((row) => ({ ...row, waits: row.row > 1, address }));
	const result = await bench.engine.run(
		swap({
			waitForCompletion: '={{ $json.waits }}',
			waitUsing: 'callback',
			webhookUrl: '={{ $json.waits ? "" : $json.address }}',
		}),
		{ input },
	);
	expect(result.run.data.waitTill).toBeDefined();
	const told = new Map(
		bench.created.slice(-4).map(({ request, webhookUrl }) => [JSON.stringify(request), webhookUrl]),
	);
	expect(told.size).toBe(4);
	const ofRow = (row: number) => [...told].find(([request]) => request.includes(`/${row}.png`))?.[1];
	expect([ofRow(0), ofRow(1)]).toEqual([address, address]);
	expect(ofRow(2)).toContain('/webhook-waiting/');
	expect(ofRow(3)).toContain('/webhook-waiting/');
});
