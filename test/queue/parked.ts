import { itemsOf } from '../n8n/client';
import type { Execution } from '../n8n/shapes';
import type { SwapOptions } from '../e2e/workflows';
import type { Cluster } from './cluster';
import { idsOf, numbers, outputOf, putSwapsIntoProduction, referencesOf, type Runs } from './runs';

/** Looks are a minute or more apart. */
const LONGEST_MS = 300_000;
const REASON = 'the picture is too small';

/** Runs that are parked between looks: each session is on whatever worker is free. */
export function parkedSuite(cluster: () => Cluster): void {
	type Name = 'many' | 'files' | 'stop' | 'errorOutput';
	const started = new Map<Name, { runs: Runs; id: string }>();

	const start = async (name: Name, rows: number, options: SwapOptions = {}) => {
		const parameters = { waitOptions: { storeAfter: 0 }, ...options.parameters };
		const runs = await putSwapsIntoProduction(cluster(), { ...options, parameters });
		await runs.call(numbers(rows));
		const [run] = await runs.ended(1, ['waiting']);
		if (!run) throw new Error('No execution was parked');
		started.set(name, { runs, id: run.id });
	};
	const runsOf = (name: Name) => {
		const found = started.get(name);
		if (!found) throw new Error(`${name} was not started`);
		return found.runs;
	};
	const ended = async (name: Name): Promise<Execution> =>
		await cluster().client.waitForExecution(started.get(name)?.id ?? '', undefined, LONGEST_MS);

	// Side by side, as each of them takes minutes.
	beforeAll(async () => {
		cluster().pace.jobMs = [30_000, 40_000];
		await start('many', 200);
		await start('files', 3, { parameters: { downloadResult: true } });
		await start('stop', 3);
		await start('errorOutput', 3, { onError: 'continueErrorOutput' });
		for (const name of ['stop', 'errorOutput'] as const) {
			cluster().emulator.jobs.fail(runsOf(name).jobs()[1]?.id ?? '', REASON);
		}
	}, LONGEST_MS);

	test(
		'200 rows come out once each, in order',
		async () => {
			const execution = await ended('many');
			expect(execution.status).toBe('success');
			expect(referencesOf(outputOf(execution))).toEqual(numbers(200).map((row) => `row ${row}`));
			const made = runsOf('many').jobs();
			expect(idsOf(outputOf(execution)).sort()).toEqual(made.map(({ id }) => id).sort());
			expect(outputOf(execution).map(({ json }) => json.status)).toEqual(Array(200).fill('completed'));
		},
		LONGEST_MS,
	);

	test(
		'brings the files of the results',
		async () => {
			const execution = await ended('files');
			expect(execution.status).toBe('success');
			expect(outputOf(execution)).toHaveLength(3);
			for (const { binary } of outputOf(execution)) {
				const query = `action=download&id=${encodeURIComponent(String(binary?.data?.id))}`;
				const file = await cluster().client.session.raw('GET', `/rest/binary-data?${query}`);
				expect(file.status).toBe(200);
				expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
			}
		},
		LONGEST_MS,
	);

	test(
		'ends with an error that lists all jobs',
		async () => {
			const execution = await ended('stop');
			expect(execution.status).toBe('error');
			expect(execution.data.resultData.error?.message).toContain(REASON);
			const error = JSON.stringify(execution.data.resultData.error);
			for (const { id } of runsOf('stop').jobs()) expect(error).toContain(id);
			expect(outputOf(execution)).toEqual([]);
		},
		LONGEST_MS,
	);

	test(
		'brings failed items to the error output, with their ids',
		async () => {
			const execution = await ended('errorOutput');
			expect(execution.status).toBe('success');
			expect(outputOf(execution)).toHaveLength(2);
			expect(itemsOf(execution, 'Failed')[0]?.json).toMatchObject({
				details: { id: runsOf('errorOutput').jobs()[1]?.id, status: 'failed', submitted: 'yes' },
			});
		},
		LONGEST_MS,
	);

	test('made each job once, in one execution each', async () => {
		for (const { runs } of started.values()) expect(await runs.list()).toHaveLength(1);
		expect([...started.values()].map(({ runs }) => runs.jobs().length)).toEqual([200, 3, 3, 3]);
	});
}
