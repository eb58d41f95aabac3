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
	expect(result.run.waitTill).toBeDefined();
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
	expect(Number(result.run.waitTill)).toBeGreaterThan(Date.now());
});
