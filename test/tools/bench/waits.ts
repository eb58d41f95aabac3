import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../../n8n/client';
import { startPlayground, type Playground } from '../../n8n/play';
import { swapWorkflow } from '../../e2e/workflows';
import { freePort } from '../../n8n/ports';
import { liveHeap } from './heap';
import { printTable } from './table';

const JOBS = 200;

/*
 * 200 jobs that one execution of a real n8n waits for: in memory, parked until the service calls, and parked between looks.
 * Each in the same n8n, one after the other.
 */
async function main(): Promise<void> {
	const inspector = await freePort();
	const play = await startPlayground({
		emulator: { seed: 7, jobMs: [20_000, 60_000], callbacks: { retryMs: 3_000, processing: false } },
		env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` },
		say: () => {},
	});
	try {
		console.log(
			`${JOBS} jobs of 20 to 60 s in one execution of n8n (${process.platform}, Node ${process.version})`,
		);
		const warmUp = await play.client.createWorkflow(swapWorkflow(play.credential, { rows: 1 }));
		await play.client.waitForExecution((await play.client.run(warmUp, 'Start')) ?? '', undefined, 120_000);
		const polling = await measure(play, 'polling', inspector);
		const callback = await measure(play, 'callback', inspector);
		// 200 more calls, which come while n8n runs the execution: it answers 409, and they all come again in one moment.
		play.emulator.callbacks.settings.processing = true;
		const flooded = await measure(play, 'callback', inspector);
		play.emulator.callbacks.settings.processing = false;
		const automatic = await measure(play, 'automatic', inspector);
		const ratio = (of: (figures: Figures) => number) => (of(callback) / of(polling)).toFixed(2);
		printTable(
			[
				'',
				'status calls',
				'of them while it waits',
				'last job done to execution done (s)',
				'last call taken to execution done (s)',
				'live heap while waiting over idle (MB)',
				'calls of finished jobs that n8n put off',
			],
			[
				row('polling', polling),
				row('callback', callback),
				row('callback, told of each beginning too', flooded),
				row('automatic, stored at once', automatic),
				[
					'callback / polling',
					ratio((f) => f.calls),
					ratio((f) => f.callsWhileWaiting),
					ratio((f) => f.lag),
					'',
					'',
					'',
				],
			],
		);
		console.log(
			'n8n answers 409 while it runs the execution, and 503 while its database is slow: such calls come again, 3 s later and more.',
		);
	} finally {
		await play.close();
	}
}

interface Figures {
	calls: number;
	callsWhileWaiting: number;
	lag: number;
	/** From the last call of a finished job that n8n took; undefined where none came. */
	lagOfCall?: number;
	memory: number;
	putOff: number;
}

const row = (
	name: string,
	{ calls, callsWhileWaiting, lag, lagOfCall, memory, putOff }: Figures,
): string[] => [
	name,
	String(calls),
	String(callsWhileWaiting),
	lag.toFixed(2),
	lagOfCall?.toFixed(2) ?? '',
	memory.toFixed(0),
	String(putOff),
];

async function measure(play: Playground, waitUsing: string, inspector: number): Promise<Figures> {
	const { client, emulator } = play;
	// The wait alone is measured, not the making of 200 files by the emulator.
	const parameters = { downloadResult: false, waitOptions: { waitUsing, storeAfter: 0 } };
	const workflow = await client.createWorkflow(swapWorkflow(play.credential, { rows: JOBS, parameters }));
	const idle = await liveHeap(inspector);
	const { delivered } = emulator.callbacks;
	const before = {
		requests: emulator.requests.length,
		jobs: emulator.jobs.created().length,
		calls: delivered.length,
	};
	const id = await client.run(workflow, 'Start');
	if (id === undefined) throw new Error('n8n started no execution');
	await pause(18_000);
	const waitingFrom = emulator.now();
	const memory = (await liveHeap(inspector)) - idle;
	await endOf(play, workflow.id);
	const execution = await client.execution(id);
	const endedAt = Date.parse(execution.stoppedAt ?? '');
	if (itemsOf(execution, 'After').length !== JOBS) throw new Error(`${waitUsing} did not get through`);
	const reads = emulator.requests.slice(before.requests).filter(({ path }) => path.endsWith('/listbyids'));
	const lastJob = Math.max(
		...emulator.jobs
			.created()
			.slice(before.jobs)
			.map(({ endsAt }) => endsAt),
	);
	const told = delivered.slice(before.calls).filter(({ status }) => status === 3);
	const taken = told.flatMap(({ httpStatus, at }) => (httpStatus === 200 ? at : []));
	return {
		calls: reads.length,
		callsWhileWaiting: reads.filter(({ at }) => at >= waitingFrom).length,
		lag: (endedAt - lastJob) / 1000,
		lagOfCall: taken.length > 0 ? (endedAt - Math.max(...taken)) / 1000 : undefined,
		memory,
		putOff: told.filter(({ httpStatus }) => httpStatus !== 200).length,
	};
}

/** Looks at the list alone: to read a whole execution again and again would be the larger part of the load. */
async function endOf({ client }: Playground, workflowId: string): Promise<void> {
	for (;;) {
		// An n8n that is busy with many calls at once may say for a moment that it is not ready.
		const [execution] = await client.executions({ workflowId }).catch(() => []);
		if (execution?.status === 'success' || execution?.status === 'error') return;
		await pause(500);
	}
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
