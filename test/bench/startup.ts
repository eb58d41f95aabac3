/**
 * What the package adds to n8n's start: `npm run bench:startup`, with `-- 9` for nine starts of each kind. The packed tarball
 * is installed into one of two n8n that are otherwise alike; they are started in turn, so that what else the machine does
 * hits both. The first start of each, which sets its database up, does not count. Linux only, for the memory.
 */
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installN8n, PROJECT_FOLDER } from '../n8n/install';
import { runNpm } from '../n8n/npm';
import { startN8n } from '../n8n/server';
import { printTable } from './table';

const STARTS = 7;
const SETTLE_MS = 5000;

interface Start {
	seconds: number;
	/** Time of processors that it took until then: what else the machine does changes this least. */
	cpuSeconds: number;
	/** Memory of the process once it is up and has come to rest, in MiB. */
	mebibytes: number;
}

async function memoryOf(pid: number | undefined): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Of the process alone, without those that it starts; Linux counts in hundredths of a second. */
async function cpuSecondsOf(pid: number | undefined): Promise<number> {
	const numbers = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*[)] /s, '').split(' ');
	return (Number(numbers[11]) + Number(numbers[12])) / 100;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function main(): Promise<void> {
	const count = Number(process.argv[2] ?? STARTS);
	const n8n = await installN8n();
	const folder = await mkdtemp(join(tmpdir(), 'media-generation-startup-'));
	try {
		const packing = ['pack', PROJECT_FOLDER, '--ignore-scripts', '--pack-destination', folder];
		await runNpm({ args: packing, cwd: folder });
		const name = (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? 'no tarball';
		const tarball = join(folder, name);
		console.log(`Tarball: ${((await stat(tarball)).size / 1024).toFixed(0)} KiB`);

		const start = async (kind: string, packages: Array<{ tarball: string }> = []): Promise<Start> => {
			const began = performance.now();
			const server = await startN8n({ n8n, userFolder: join(folder, kind), packages });
			const seconds = (performance.now() - began) / 1000;
			const cpuSeconds = await cpuSecondsOf(server.process.pid);
			await pause(SETTLE_MS);
			const mebibytes = await memoryOf(server.process.pid);
			await server.stop();
			return { seconds, cpuSeconds, mebibytes };
		};
		await start('without');
		await start('with', [{ tarball }]);
		const starts: Record<'without' | 'with', Start[]> = { without: [], with: [] };
		for (let n = 0; n < count; n++) {
			for (const kind of ['without', 'with'] as const) starts[kind].push(await start(kind));
		}
		const row = (kind: 'without' | 'with') => [
			`${kind} the package`,
			median(starts[kind].map(({ seconds }) => seconds)).toFixed(2),
			median(starts[kind].map(({ cpuSeconds }) => cpuSeconds)).toFixed(2),
			median(starts[kind].map(({ mebibytes }) => mebibytes)).toFixed(1),
		];
		console.log(`n8n ${n8n.version}, medians of ${count} starts each`);
		printTable(['', 'seconds until it answers', 'of CPU', 'MiB (RSS)'], [row('without'), row('with')]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

main().catch((cause: unknown) => {
	console.error(cause);
	process.exitCode = 1;
});
