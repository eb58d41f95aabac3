import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chain, node, startEngine, type Engine } from '../support/engine';
import { printTable } from './table';

const FEW = 1_000;
const MANY = 10_000;
const FACE = { path: 'https://example.com/face.png', opts: '10,10:20,10:15,15:15,20' };

interface Cost {
	cpuMs: number;
	heldMs: number;
}

/** What an item costs in a run of many beside one in a run of few, and how long such a run holds the event loop. */
export async function benchItems(): Promise<void> {
	console.log(`Swaps of ${FEW} and of ${MANY} items in one run; the service is a process of its own`);
	const service = fork(join(__dirname, 'itemsService.ts'), [], { execArgv: ['--import', 'tsx'] });
	const [{ port }] = (await once(service, 'message')) as [AddressInfo];
	const at = `http://127.0.0.1:${port}`;
	const keys = { clientId: 'client-identifier', clientSecret: 'client-secret-16' };
	const engine = await startEngine({ emulator: { baseUrl: at, detectUrl: at, ...keys } });
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
		const ratio = many.cpuMs / MANY / (few.cpuMs / FEW);
		rows.push([
			name,
			each(few, FEW),
			each(many, MANY),
			ratio.toFixed(2),
			few.heldMs.toFixed(0),
			many.heldMs.toFixed(0),
		]);
	}
	printTable(
		[
			'',
			`CPU an item of ${FEW} (µs)`,
			`of ${MANY} (µs)`,
			'ratio',
			`loop held, ${FEW} items (ms)`,
			`${MANY} items (ms)`,
		],
		rows,
	);
	await engine.close();
	service.kill();
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
	const held = watchLoop();
	const result = await engine.run(chain(json), { input });
	const heldMs = held();
	const { user, system } = process.cpuUsage(before);
	if (result.error || result.output('Node').length !== items)
		throw new Error(`${items} items did not get through`);
	return { cpuMs: (user + system) / 1_000, heldMs };
}

/**
 * The most that one turn of the event loop takes, in milliseconds of CPU of its thread: on a machine that does other things
 * as well, the time between two turns says little. A Node older than 23.9 tells only what all of its threads take.
 */
function watchLoop(): () => number {
	let most = 0;
	let last = threadCpuMs();
	const tick = () => {
		const now = threadCpuMs();
		most = Math.max(most, now - last);
		last = threadCpuMs();
	};
	const timer = setInterval(tick, 1);
	return () => {
		clearInterval(timer);
		return most;
	};
}

interface OwnThread {
	threadCpuUsage?: () => NodeJS.CpuUsage;
}

function threadCpuMs(): number {
	const { user, system } = (process as OwnThread).threadCpuUsage?.() ?? process.cpuUsage();
	return (user + system) / 1_000;
}
