import { monitorEventLoopDelay } from 'node:perf_hooks';
import { chain, node, startEngine, type Engine } from '../../support/engine';
import { printTable } from '../table';
import { startService } from './service';

const FEW = 1_000;
const MANY = 10_000;
const FACE = { path: 'https://example.com/face.png', opts: '10,10:20,10:15,15:15,20' };

interface Cost {
	cpuMs: number;
	heldMs: number;
}

/**
 * What an item costs in a run of many beside one in a run of few, and how long such a run blocks the event loop: on a
 * machine that does other things as well, that says little.
 */
export async function benchItems(): Promise<void> {
	console.log(`Swaps of ${FEW} and of ${MANY} items in one run; the service is a process of its own`);
	const service = await startService();
	const engine = await startEngine({ emulator: service.keys });
	engine.fake('passOn', (items) => items);
	await measure(engine, swapNode(), FEW / 5);
	const rows: string[][] = [];
	for (const [name, json] of [
		['this package', swapNode()],
		['a node that only hands its items on', node('Node', 'fake.passOn')],
	] as const) {
		const few = await measure(engine, json, FEW);
		const many = await measure(engine, json, MANY);
		const each = (cost: Cost, items: number) => ((1_000 * cost.cpuMs) / items).toFixed(0);
		const blocked = [few, many].map(({ heldMs }) => heldMs.toFixed(0));
		rows.push([name, each(few, FEW), each(many, MANY), ...blocked]);
	}
	const cost = [`CPU an item of ${FEW} (µs)`, `of ${MANY} (µs)`];
	printTable(['', ...cost, `loop blocked, ${FEW} items (ms)`, `${MANY} items (ms)`], rows);
	await engine.close();
	service.close();
}

const swapNode = () =>
	node('Node', 'faceSwap', {
		resource: 'faceSwap',
		operation: 'swapImage',
		whichFaces: 'provided',
		modifyImage: '={{ $json.picture }}',
		targetImage: JSON.stringify([FACE]),
		sourceImage: JSON.stringify([FACE]),
		downloadResult: false,
		options: { maxConcurrent: 20 },
	});

async function measure(engine: Engine, json: ReturnType<typeof node>, items: number): Promise<Cost> {
	const input = Array.from({ length: items }, (_, row) => ({
		json: { row, picture: `https://example.com/${row}.png`, text: 'x'.repeat(500) },
	}));
	const before = process.cpuUsage();
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	const result = await engine.run(chain(json), { input });
	delay.disable();
	const heldMs = delay.max / 1e6;
	const { user, system } = process.cpuUsage(before);
	if (result.error || result.output('Node').length !== items)
		throw new Error(`${items} items did not get through`);
	return { cpuMs: (user + system) / 1_000, heldMs };
}
