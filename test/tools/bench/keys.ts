import { existsSync, readFileSync } from 'node:fs';
import { swapWorkflow } from '../../e2e/workflows';
import { itemsOf } from '../../n8n/client';
import { startPlayground, type Playground } from '../../n8n/play';
import { printTable } from './table';

const ROWS = process.argv[2] === undefined ? [1_000, 5_000] : [Number(process.argv[2])];
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
				const { ms, cpuMs, made, read } = run;
				const numbers = [(ms / base.ms).toFixed(1), (ms / rows).toFixed(1), (cpuMs / rows).toFixed(1)];
				lines.push([name, ...numbers, String(made), String(read)]);
			}
		}
		printTable(['', 'time / without keys', 'ms a row', 'CPU ms a row', 'jobs made', 'jobs read'], lines);
	} finally {
		await play.close();
	}
}

/** Stores a workflow, which each call runs once. */
async function runsOf(
	{ client, credential, emulator, server }: Playground,
	rows: number,
	idempotencyKey?: string,
) {
	const options = { maxConcurrent: 20, idempotencyKey };
	const parameters = { waitForCompletion: false, options };
	const workflow = await client.createWorkflow(swapWorkflow(credential, { rows, parameters }));
	return async () => {
		const before = emulator.jobs.created().length;
		const startedAt = Date.now();
		const cpuBefore = cpuMsOf(server().process?.pid);
		const id = await client.run(workflow, 'Start');
		const execution = await client.waitForExecution(id ?? '', undefined, LONGEST_MS);
		const ms = Date.now() - startedAt;
		const cpuMs = cpuMsOf(server().process?.pid) - cpuBefore;
		const items = itemsOf(execution, 'After');
		if (items.length !== rows) throw new Error(`${items.length} of ${rows} rows came through`);
		const read = items.filter(({ json }) => json.duplicate === true).length;
		return { ms, cpuMs, made: emulator.jobs.created().length - before, read };
	};
}

/** The processor time that a process has used (Linux alone tells). */
function cpuMsOf(pid?: number): number {
	const file = `/proc/${pid}/stat`;
	if (!existsSync(file)) return NaN;
	// Behind the name, which may hold spaces: of 100 ticks a second, those of the process itself and of the system for it.
	const fields = readFileSync(file, 'utf8')
		.replace(/^.*\) /s, '')
		.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
