import { swapWorkflow } from '../../e2e/workflows';
import { itemsOf } from '../../n8n/client';
import { startPlayground, type Playground } from '../../n8n/play';
import { printTable } from './table';

const ROWS = [1_000, 5_000];
const LONGEST_MS = 20 * 60_000;

/*
 * What idempotency keys cost: rows that are handed to the service without keys, with keys, and once more with the same keys,
 * each in one execution of a real n8n that does not wait for the jobs.
 */
async function main(): Promise<void> {
	const play = await startPlayground({ emulator: { jobMs: 1_000 }, say: () => {} });
	try {
		console.log(`Rows of one execution of n8n on SQLite (${process.platform}, Node ${process.version})`);
		const lines: string[][] = [];
		for (const rows of ROWS) {
			const plain = await runsOf(play, rows);
			await plain();
			const base = await plain();
			const keyed = await runsOf(play, rows, '=order {{ $json.row }}');
			for (const [name, run] of [
				[`${rows} rows`, base],
				[`${rows} rows with keys`, await keyed()],
				['the same again', await keyed()],
			] as const) {
				const { ms, made, read } = run;
				lines.push([name, (ms / base.ms).toFixed(1), (ms / rows).toFixed(1), String(made), String(read)]);
			}
		}
		printTable(['', 'time / without keys', 'ms a row', 'jobs made', 'jobs read'], lines);
	} finally {
		await play.close();
	}
}

/** Stores a workflow, which each call runs once. */
async function runsOf({ client, credential, emulator }: Playground, rows: number, idempotencyKey?: string) {
	const options = { maxConcurrent: 20, idempotencyKey };
	const parameters = { waitForCompletion: false, options };
	const workflow = await client.createWorkflow(swapWorkflow(credential, { rows, parameters }));
	return async () => {
		const before = emulator.jobs.created().length;
		const startedAt = Date.now();
		const id = await client.run(workflow, 'Start');
		const execution = await client.waitForExecution(id ?? '', undefined, LONGEST_MS);
		const ms = Date.now() - startedAt;
		const items = itemsOf(execution, 'After');
		if (items.length !== rows) throw new Error(`${items.length} of ${rows} rows came through`);
		const read = items.filter(({ json }) => json.duplicate === true).length;
		return { ms, made: emulator.jobs.created().length - before, read };
	};
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
