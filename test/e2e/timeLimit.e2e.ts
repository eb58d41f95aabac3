import type { EmulatorOptions } from '../emulator';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { line, rows, start } from './line';
import { begin, PATIENCE } from './runs';
import { swapOn } from './workflows';

/* n8n's time limit, in one process. The first job of a run takes a quarter of a minute, and the next never ends. */

const seen = new Set<string>();
const outcome: EmulatorOptions['outcome'] = (_operation, _n, request) => {
	const { size } = seen;
	return { status: 3, jobMs: seen.add(JSON.stringify(request)).size > size ? 15_000 : 36_000_000 };
};
const { play } = useInstalled({ emulator: { outcome } });

/** Each way to wait takes minutes, so they run at the same time. */
test('a run without time for all rows returns its results, and names every other job, by each way to wait', async () => {
	const ran = async (waitMethod: string) => {
		const parameters = { waitOptions: { waitMethod }, limits: { maxOpenJobs: 1 } };
		const { node, jobs } = swapOn(play(), parameters, { onError: 'continueRegularOutput' });
		const settings = { executionOrder: 'v1', executionTimeout: 140 };
		const id = await begin(play(), { ...line([start, rows(3), node]), settings });
		const execution = await play().client.waitForExecution(id, undefined, 2 * PATIENCE);
		return { waitMethod, execution, ids: jobs().map((job) => job.id) };
	};
	for (const { waitMethod, execution, ids } of await Promise.all(
		['automatic', 'callback', 'polling'].map(ran),
	)) {
		const [first, ...others] = itemsOf(execution, 'Swap').map(({ json }) => json);
		expect([waitMethod, execution.status, first?.status]).toEqual([waitMethod, 'success', 'completed']);
		const open = others.flatMap(({ details }) => Object(details).id ?? []);
		expect([first?.id, ...open]).toEqual(ids);
		expect(others.map(({ details }) => Object(details).submitted)).toEqual([
			open.length > 0 ? 'yes' : 'no',
			'no',
		]);
	}
});
