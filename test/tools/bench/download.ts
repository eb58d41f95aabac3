import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod/v3';
import { single, startEngine, type EngineOptions } from '../../support/engine';
import { printTable } from '../table';
import { FILM_MEGABYTES, startService } from './service';

const measured = z.object({ peak: z.number(), idle: z.number(), seconds: z.number() });
const modes = { filesystem: 'files on disk', default: 'n8n keeps files in memory' };

/** A large result saved by a node of its own process: peak memory over idle. */
export async function benchDownload(): Promise<void> {
	console.log(`One result of ${FILM_MEGABYTES} MB, saved by n8n's engine in a process of its own`);
	const service = await startService();
	const rows: string[][] = [];
	for (const [mode, name] of Object.entries(modes)) {
		const args = ['save', mode, JSON.stringify(service.keys)];
		const child = fork(__filename, args, { execArgv: ['--import', 'tsx', '--expose-gc'] });
		const { peak, idle, seconds } = measured.parse((await once(child, 'message'))[0]);
		rows.push([`this package, ${name}`, peak.toFixed(0), idle.toFixed(0), seconds.toFixed(2)]);
	}
	printTable(['', 'peak over idle (MB)', 'idle (MB)', 'CPU seconds'], rows);
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
	const begun = process.cpuUsage();
	await read(true);
	const { user, system } = process.cpuUsage(begun);
	clearInterval(sampler);
	await engine.close();
	const figures = { peak: (peak - idle) / 1e6, idle: idle / 1e6, seconds: (user + system) / 1e6 };
	process.send?.(figures, () => process.exit(0));
}

const [job, mode, keys = '{}'] = process.argv.slice(2);
if (job === 'save') void save(mode === 'filesystem' ? 'filesystem' : 'default', JSON.parse(keys));
