import { setTimeout as pause } from 'node:timers/promises';
import { startEmulator, type Emulator } from '../../emulator';
import { single, startEngine } from '../../support/engine';
import { Client } from '../../emulator/support/client';
import { FACES, swapParameters } from '../../support/workflow';
import { printTable } from '../table';

const JOBS = 100;
const POLL_MS = 5_000;
const swapBody = { ...FACES, face_enhance: 0, modifyImage: 'http://127.0.0.1:9/picture.png' };

interface Figures {
	makespan: number;
	statusCalls: number;
	meanLag: number;
	tokens: number;
}

/** 100 swaps of 3 to 25 s with this package, the usual loop of nodes, and a concurrent loop without batch reads. */
export async function benchSwaps(): Promise<void> {
	console.log(`${JOBS} swaps of 3 to 25 s each, the same ones for all three`);
	const rows = [
		['this package', await measure(packageRun)],
		['all at once, each polled every 5 s', await measure(loop(true))],
		['one after another, polled every 5 s *', await measure(loop(false), true)],
	] as const;
	printTable(
		['', 'time / slowest job', 'status calls a job', 'mean lag (s)', 'tokens'],
		rows.map(([name, figures]) => [
			name,
			figures.makespan.toFixed(3),
			figures.statusCalls.toFixed(2),
			figures.meanLag.toFixed(2),
			String(figures.tokens),
		]),
	);
	console.log('Lag: from the end of a job at the service to the first status call that saw it.');
	console.log('* Its sleeps move the clock of the emulator on; the calls are real.\n');
}

type Strategy = (emulator: Emulator, sleep: (ms: number) => Promise<void>) => Promise<void>;

async function measure(strategy: Strategy, simulated = false): Promise<Figures> {
	let moved = 0;
	const now = () => Date.now() + moved;
	const emulator = await startEmulator({ seed: 7, jobMs: [3_000, 25_000], now });
	const sleep = async (ms: number) => {
		if (simulated) moved += ms;
		else await pause(ms);
	};
	try {
		await strategy(emulator, sleep);
		return figuresOf(emulator, now());
	} finally {
		await emulator.close();
	}
}

function figuresOf(emulator: Emulator, endedAt: number): Figures {
	const reads = emulator.requestsTo('/faceswap/result/listbyids');
	const jobs = emulator.jobs.created();
	const tookMs = endedAt - Math.min(...jobs.map((job) => job.createdAt));
	const lags = jobs.map(({ id, endsAt }) => {
		// A finished job is not polled again.
		const seen = reads.filter(({ query }) => query._ids?.split(',').includes(id)).at(-1);
		return Math.max(0, (seen?.at ?? Infinity) - endsAt) / 1000;
	});
	return {
		makespan: tookMs / Math.max(...jobs.map((job) => job.endsAt - job.createdAt)),
		statusCalls: reads.length / jobs.length,
		meanLag: lags.reduce((sum, lag) => sum + lag, 0) / lags.length,
		tokens: emulator.tokensIssued,
	};
}

const packageRun: Strategy = async (emulator) => {
	const engine = await startEngine({ emulator });
	const input = Array.from({ length: JOBS }, (_, row) => ({ json: { row } }));
	const result = await engine.run(single('faceSwap', swapParameters({})), { input });
	await engine.close();
	if (result.error || result.output('Node').length !== JOBS)
		throw new Error('The package did not get through');
};

/** Workflows without this package, which create and then read one ID at a time. */
const loop =
	(isConcurrent: boolean): Strategy =>
	async (emulator, sleep) => {
		const client = await new Client(emulator).signIn();
		const isDone = async (_ids: string) => {
			const { data } = await client.get('/faceswap/result/listbyids', { _ids });
			const [record]: unknown[] = Array.isArray(data.result) ? data.result : [];
			return Number(Object(record).faceswap_status) >= 3;
		};
		const job = async () => {
			const { data } = await client.post('/faceswap/highquality/specifyimage', swapBody);
			do await sleep(POLL_MS);
			while (!(await isDone(String(data._id))));
		};
		if (isConcurrent) await Promise.all(Array.from({ length: JOBS }, job));
		else for (let made = 0; made < JOBS; made++) await job();
	};
