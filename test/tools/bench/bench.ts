import { cpus, totalmem } from 'node:os';
import { single, startEngine, type Engine } from '../../support/engine';
import { swapParameters } from '../../support/workflow';
import { start } from '../main';
import { printTable } from '../table';
import { startService } from './service';

/* The time per item in a run of many and in a run of few, and how long a run of many blocks the event loop. No test. */

const [FEW, MANY] = [2_000, 24_000];
const parameters = swapParameters({ limits: { concurrentSubmissions: 20 } });

async function measure(engine: Engine, items: number) {
	const input = Array.from({ length: items }, (_, row) => ({
		json: { row, picture: `https://example.com/${row}.png`, text: 'x'.repeat(500) },
	}));
	const before = process.cpuUsage();
	let [last, heldMs] = [process.threadCpuUsage(), 0];
	// In time of the processor, because other work on the machine also holds the process.
	const ticker = setInterval(() => {
		const { user, system } = process.threadCpuUsage(last);
		last = process.threadCpuUsage();
		heldMs = Math.max(heldMs, (user + system) / 1_000);
	}, 1);
	const result = await engine.run(single('faceSwap', parameters), { input });
	clearInterval(ticker);
	const { user, system } = process.cpuUsage(before);
	if (result.error || result.output('Node').length !== items)
		throw new Error(`${items} items did not get through`);
	return { cpuMs: (user + system) / 1_000, heldMs };
}

async function main(): Promise<void> {
	const machine = [`${cpus().length} cores`, cpus()[0]?.model, `${Math.round(totalmem() / 2 ** 30)} GiB`];
	console.log(`Node ${process.version}, ${machine.join(', ')}`);
	console.log(`Swaps of ${FEW} and of ${MANY} items in one run; the service is a process of its own`);
	const service = await startService();
	const engine = await startEngine({ emulator: service });
	await measure(engine, FEW / 10);
	const rows: string[][] = [];
	for (const items of [FEW, MANY]) {
		const { cpuMs, heldMs } = await measure(engine, items);
		rows.push([String(items), ((1_000 * cpuMs) / items).toFixed(0), heldMs.toFixed(0)]);
	}
	printTable(['items', 'CPU an item (µs)', 'longest block (ms)'], rows);
	await engine.close();
	service.close();
}

start(main);
