import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { swapWorkflow } from '../../e2e/workflows';
import { itemsOf } from '../../n8n/client';
import { startPlayground, type Playground } from '../../n8n/play';
import { printTable } from './table';

const JOBS = 100;
const RUNS = 5;
/** Processes that never rest, beside n8n and the service. */
const BUSY = Number(process.argv[2] ?? 6);

/*
 * The last leg on a busy machine: 100 jobs of one execution of a real n8n, by Callback, and how long after the end of the
 * last job it ends. Five times.
 */
async function main(): Promise<void> {
	const play = await startPlayground({
		emulator: { seed: 7, jobMs: [20_000, 60_000], callbacks: { retryMs: 3_000 } },
		say: () => {},
	});
	const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);']));
	const rest = () => busy.forEach((child) => child.kill('SIGKILL'));
	process.once('exit', rest);
	try {
		console.log(
			`${JOBS} jobs of 20 to 60 s by Callback, beside ${BUSY} busy processes (${process.platform})`,
		);
		await pause(60_000);
		const rows: string[][] = [];
		for (let run = 1; run <= RUNS; run += 1) {
			const lag = await measure(play);
			rows.push([String(run), loadavg()[0]!.toFixed(1), lag.toFixed(2)]);
			console.log(rows.at(-1)?.join('  '));
		}
		printTable(['run', 'load', 'last job done to execution done (s)'], rows);
	} finally {
		rest();
		await play.close();
	}
}

async function measure({ client, credential, emulator }: Playground): Promise<number> {
	const parameters = { downloadResult: false, waitOptions: { waitUsing: 'callback' } };
	const workflow = await client.createWorkflow(swapWorkflow(credential, { rows: JOBS, parameters }));
	const before = emulator.jobs.created().length;
	const id = await client.run(workflow, 'Start');
	if (id === undefined) throw new Error('n8n started no execution');
	for (;;) {
		await pause(1_000);
		const [execution] = await client.executions({ workflowId: workflow.id }).catch(() => []);
		if (execution?.status === 'success' || execution?.status === 'error') break;
	}
	const execution = await client.execution(id);
	if (itemsOf(execution, 'After').length !== JOBS) throw new Error('Some results are missing');
	const jobs = emulator.jobs.created().slice(before);
	if (jobs.length !== JOBS) throw new Error(`${jobs.length} jobs were made`);
	return (Date.parse(execution.stoppedAt ?? '') - Math.max(...jobs.map(({ endsAt }) => endsAt))) / 1000;
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
