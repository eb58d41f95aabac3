/**
 * What the package adds to n8n's start, and to the first use of a node: `npm run tool -- bench:startup`, with `-- 25` for so many
 * starts of each. Beside it, in turn, so that what else the machine does hits all of them: two packages from npm.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { PROJECT_FOLDER } from '../../n8n/install';
import { outsideNpm } from '../../n8n/npm';
import { printTable } from './table';

const STARTS = 15;
const PACKAGE = 'n8n-nodes-media-generation';
const OTHERS = ['n8n-nodes-creatomate', '@mendable/n8n-nodes-firecrawl'];

const start = z.object({
	nodes: z.number(),
	cpuMs: z.number(),
	mebibytes: z.number(),
	modules: z.number(),
	firstUseMs: z.number(),
});
type Start = z.infer<typeof start>;

const npm = (args: string[], cwd: string) =>
	execFileSync('npm', args, { cwd, env: outsideNpm(), stdio: ['ignore', 'ignore', 'inherit'] });

function packed(folder: string): string {
	npm(['pack', PROJECT_FOLDER, '--silent', '--ignore-scripts', '--pack-destination', folder], folder);
	const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'no tarball');
	console.log(`Tarball: ${(statSync(tarball).size / 1024).toFixed(0)} KiB`);
	return tarball;
}

/** As n8n installs a community package; gives its folder. */
function installed(folder: string, name: string, what = name): string {
	const home = join(folder, name.replace('/', '-'));
	mkdirSync(home);
	writeFileSync(join(home, 'package.json'), '{ "private": true }');
	npm(
		['install', what, '--omit=dev', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
		home,
	);
	return join(home, 'node_modules', name);
}

/** n8n's own modules are where n8n tells Node to look for them. */
function startOnce(directory: string): Start {
	const child = ['--expose-gc', join(__dirname, 'startupChild.cjs'), directory];
	const env = { ...outsideNpm(), NODE_PATH: join(PROJECT_FOLDER, 'node_modules') };
	return start.parse(JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8', env })));
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function main(): void {
	const count = Number(process.argv[2] ?? STARTS);
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-startup-'));
	try {
		const packages = [
			{ name: PACKAGE, directory: installed(folder, PACKAGE, packed(folder)) },
			...OTHERS.map((name) => ({ name, directory: installed(folder, name) })),
		].map((one) => ({ ...one, starts: new Array<Start>() }));
		for (let n = 0; n < count; n++)
			for (const { directory, starts } of packages) starts.push(startOnce(directory));

		const rows = packages.map(({ name, starts }) => {
			const of = (field: keyof Start) => median(starts.map((each) => each[field]));
			return [
				name,
				of('nodes').toFixed(0),
				of('cpuMs').toFixed(1),
				of('mebibytes').toFixed(2),
				of('modules').toFixed(0),
				of('firstUseMs').toFixed(1),
			];
		});
		console.log(`Node ${process.version}, medians of ${count} starts each`);
		printTable(['', 'nodes', 'CPU at start (ms)', 'MiB', 'modules', 'CPU at first use of a node (ms)'], rows);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

main();
