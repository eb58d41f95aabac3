import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod/v3';
import { single, startEngine, type EngineOptions } from '../../support/engine';
import { printTable } from '../table';
import { FILM_MEGABYTES, startService } from './service';

const modes = { filesystem: 'files on disk', default: 'n8n keeps files in memory' };

/** A node in another process saves a large result. The figure is the peak memory over idle. */
export async function benchDownload(): Promise<void> {
	console.log(`One result of ${FILM_MEGABYTES} MB, saved by n8n's engine in a process of its own`);
	const service = await startService();
	const rows: string[][] = [];
	for (const [mode, name] of Object.entries(modes)) {
		const args = ['save', mode, JSON.stringify(service.keys)];
		const child = fork(__filename, args, { execArgv: ['--import', 'tsx', '--expose-gc'] });
		const peak = z.number().parse((await once(child, 'message'))[0]);
		rows.push([`this package, ${name}`, peak.toFixed(0)]);
	}
	printTable(['', 'peak over idle (MB)'], rows);
	service.close();
}

async function save(
	binaryMode: EngineOptions['binaryMode'],
	emulator: EngineOptions['emulator'],
): Promise<void> {
	const engine = await startEngine({ emulator, binaryMode });
	const read = async (downloadResult: boolean) => {
		const parameters = { resource: 'job', operation: 'get', recordId: 'r1', downloadResult };
		const result = await engine.run(single('faceSwap', parameters));
		if (result.error) throw result.error;
	};
	await read(false);
	globalThis.gc?.();
	const idle = process.memoryUsage.rss();
	let peak = idle;
	const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
	await read(true);
	clearInterval(sampler);
	await engine.close();
	process.send?.((peak - idle) / 1e6, () => process.exit(0));
}

const [job, mode, keys = '{}'] = process.argv.slice(2);
if (job === 'save') void save(mode === 'filesystem' ? 'filesystem' : 'default', JSON.parse(keys));
