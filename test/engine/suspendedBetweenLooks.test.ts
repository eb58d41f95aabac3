import { rows, setUp, swap } from '../support/bench';

const bench = setUp({ jobMs: (_operation, n) => (n % 2 === 1 ? 10 : 60_000) });
const suspend = { waitUsing: 'suspend', options: { maxConcurrent: 1 } };

test.each([
	['by the time-out of its workflow', { executionTimeout: 600 }, undefined],
	['by that of the whole n8n', {}, 600],
])(
	'a run that n8n would cancel %s before its jobs are done is refused before anything is paid',
	async (_by, settings, instanceTimeout) => {
		const before = bench.created.length;
		const options = { input: rows(2), ...(instanceTimeout && { instanceTimeout }) };
		const result = await bench.engine.run({ ...swap(suspend), settings }, options);
		expect(result.error?.message).toMatch(
			/n8n cancels this execution in (5\d\d|600) seconds, before a wait of 180 minutes/,
		);
		expect(bench.created).toHaveLength(before);
	},
);

test('a workflow whose own time-out is switched off is suspended whatever that of the whole n8n is', async () => {
	const workflow = { ...swap(suspend), settings: { executionTimeout: -1 } };
	const result = await bench.engine.run(workflow, { input: rows(2), instanceTimeout: 600 });
	expect(result.error?.message).toContain('n8n could not suspend the run');
});

test('a run whose jobs are done at once is not suspended', async () => {
	const result = await bench.engine.run(swap(suspend), { input: rows(1) });
	expect(result.error).toBeUndefined();
	expect(result.run.data.waitTill).toBeUndefined();
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
