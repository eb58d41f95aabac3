import type { EmulatorOptions } from '../emulator';
import { itemsOf } from '../n8n/client';
import type { Execution } from '../n8n/shapes';
import { useInstalled } from './installed';
import { line, rows as rowsOf, start } from './line';
import { begin, PATIENCE, until } from './runs';
import { swapOn } from './workflows';

/* n8n's time limit, in one process. Each way to wait ends before the limit, with all results and all IDs. */

/** The address of its picture sets how long a job takes. */
const outcome: EmulatorOptions['outcome'] = (_operation, _n, request) => {
	const seconds = Number(/\?seconds=(\d+)/.exec(JSON.stringify(request))?.[1]);
	return { status: 3, jobMs: seconds * 1_000 };
};
const { play } = useInstalled({ emulator: { outcome } });
const ways = ['automatic', 'callback', 'polling'];
const started = new Map<string, () => Promise<{ execution: Execution; ids: string[] }>>();

async function begun(name: string, waitMethod: string, limit: number, rows: number, seconds: number) {
	const parameters = { waitOptions: { waitMethod }, limits: { maxOpenJobs: 1 } };
	const onError = rows > 1 ? 'continueRegularOutput' : 'stopWorkflow';
	const { node, jobs } = swapOn(play(), parameters, `?seconds=${seconds}`, { onError });
	const settings = { executionOrder: 'v1', executionTimeout: limit };
	const id = await begin(play(), { ...line([start, rowsOf(rows), node]), settings });
	await until('the job', () => jobs()[0]);
	const ended = play().client.waitForExecution(id, undefined, 2 * PATIENCE);
	started.set(name, async () => ({ execution: await ended, ids: jobs().map((job) => job.id) }));
}
const endOf = async (name: string) => await started.get(name)!();

// At the same time, because each takes minutes.
beforeAll(async () => {
	for (const way of ways) {
		await begun(`endless ${way}`, way, 100, 1, 36_000);
		await begun(`rows ${way}`, way, 140, 3, 15);
	}
});

test.each(ways)('a run names the ID of its job in its error before n8n cancels it (%s)', async (way) => {
	const { execution, ids } = await endOf(`endless ${way}`);
	expect(execution.status).toBe('error');
	const error = JSON.stringify(execution.data.resultData.error);
	expect(error).toContain(ids[0]);
	expect(error).toContain('raise Timeout Workflow');
});

test.each(ways)(
	'a run without time for all rows returns its results, and names every other job (%s)',
	async (way) => {
		const { execution, ids } = await endOf(`rows ${way}`);
		expect(execution.status).toBe('success');
		const items = itemsOf(execution, 'Swap').map(({ json }) => json);
		expect(items).toHaveLength(3);
		const completed = items.flatMap(({ id, status }) => (status === 'completed' ? [id] : []));
		const left = items.flatMap(({ details }) => Object(details).id ?? []);
		expect(completed.length).toBeGreaterThanOrEqual(1);
		expect([...completed, ...left].sort()).toEqual([...ids].sort());
	},
);
