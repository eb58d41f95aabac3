import { rows, setUp, swap } from '../support/bench';

const bench = setUp({ jobMs: (_operation, n) => (n % 2 === 1 ? 10 : 60_000) });
const suspend = { waitUsing: 'suspend', options: { maxConcurrent: 1 } };

test('a run that n8n would cancel before its jobs are done is refused before anything is paid', async () => {
	const before = bench.created.length;
	const workflow = { ...swap(suspend), settings: { executionTimeout: 600 } };
	const result = await bench.engine.run(workflow, { input: rows(2) });
	expect(result.error?.message).toContain("workflow's own time-out of 600 seconds");
	expect(bench.created).toHaveLength(before);
});

test('a run whose jobs are done at once is not suspended', async () => {
	const result = await bench.engine.run(swap(suspend), { input: rows(1) });
	expect(result.error).toBeUndefined();
	expect(result.run.waitTill).toBeUndefined();
	expect(result.json('Node')).toEqual([expect.objectContaining({ status: 'completed' })]);
	bench.emulator.jobs.next({ status: 3, jobMs: 10 }, { times: 1 });
	await bench.engine.run(swap(suspend), { input: rows(1) });
});

test('a run that n8n does not suspend ends with an error that lists all its jobs', async () => {
	const before = bench.created.length;
	const result = await bench.engine.run(swap(suspend), { input: rows(2) });
	expect(result.error?.message).toContain('n8n could not suspend the run');
	const ids = bench.created.slice(before).map(({ id }) => id);
	expect(ids).toHaveLength(2);
	for (const id of ids) expect(result.error?.description).toContain(id);
});
