import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runNpm } from './npm';
import { N8N_CURRENT, recipeFor, type Recipe } from './recipes';

/** The folder of this package, and the one in it that git does not see. */
export const PROJECT_FOLDER = resolve(__dirname, '..', '..');
export const CACHE_FOLDER = join(PROJECT_FOLDER, '.cache');

export type Say = (line: string) => void;

export interface NodeHome {
	/** The `node` binary. */
	readonly binary: string;
	/** Its folder, for PATH. */
	readonly bin: string;
	/** The unpacked release with its C++ headers, what node-gyp calls nodedir. */
	readonly home: string;
}

export interface InstalledN8n {
	readonly version: string;
	readonly folder: string;
	/** The script to run with `node`. */
	readonly script: string;
	readonly node: NodeHome;
}

const DONE = '.installed';

/**
 * Fills `folder` by `make` exactly once: the work is done in a folder beside it that is renamed at the end, so
 * what was interrupted is never taken for finished; leftovers of ended processes are removed.
 */
export async function once(
	folder: string,
	stamp: string,
	make: (draft: string) => Promise<void>,
): Promise<void> {
	const finished = async () =>
		existsSync(join(folder, DONE)) && (await readFile(join(folder, DONE), 'utf8')) === stamp;
	if (await finished()) return;

	const parent = resolve(folder, '..');
	await mkdir(parent, { recursive: true });
	for (const name of await readdir(parent)) {
		const owner = name.startsWith(`${folder.slice(parent.length + 1)}.draft-`)
			? Number(name.split('-').pop())
			: 0;
		if (owner > 0 && !isAlive(owner)) await rm(join(parent, name), { recursive: true, force: true });
	}
	const draft = `${folder}.draft-${process.pid}`;
	await rm(draft, { recursive: true, force: true });
	await mkdir(draft);
	await make(draft);
	await writeFile(join(draft, DONE), stamp);
	// Another process may have finished the same work meanwhile: then its folder stays.
	if (!(await finished())) {
		await rm(folder, { recursive: true, force: true });
		await rename(draft, folder);
	}
	await rm(draft, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

const manifest = (fields: object) =>
	JSON.stringify({ name: 'cached-install', version: '0.0.0', private: true, ...fields }, null, 2);

/** A Node release from npm, with the headers that native parts are built against. A minute at most. */
export async function installNode(version: string, say: Say = console.log): Promise<NodeHome> {
	// The publisher of these packages has another name for this one platform.
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	const name = `${prefix}-${process.platform}-${process.arch}`;
	const folder = join(CACHE_FOLDER, `node-${version}`);
	const stamp = `${name}@${version}`;
	await once(folder, stamp, async (draft) => {
		say(`Installing Node ${version} into ${folder}`);
		await writeFile(join(draft, 'package.json'), manifest({ dependencies: { [name]: version } }));
		await runNpm({ args: ['install', '--ignore-scripts', '--no-audit', '--no-fund'], cwd: draft });
	});
	const home = join(folder, 'node_modules', name);
	return { home, bin: join(home, 'bin'), binary: join(home, 'bin', 'node') };
}

/**
 * n8n `version` in the cache folder, with the Node release that it runs on. Takes minutes and about 2.3 GB the
 * first time, and nothing after that. `changes` replaces parts of the version's recipe.
 */
export async function installN8n(
	version: string = N8N_CURRENT,
	say: Say = console.log,
	changes: Partial<Recipe> = {},
): Promise<InstalledN8n> {
	const recipe = { ...recipeFor(version), ...changes };
	const node = await installNode(recipe.nodeVersion, say);
	const folder = join(CACHE_FOLDER, `n8n-${version}`);
	const stamp = JSON.stringify([version, recipe.nodeVersion, recipe.overrides]);

	await once(folder, stamp, async (draft) => {
		say(`Installing n8n ${version} into ${folder}: about ${recipe.minutes} minutes and 2.3 GB, once`);
		const progress = (step: string) => (seconds: number) => say(`  ${step}: ${seconds} s so far`);
		await writeFile(
			join(draft, 'package.json'),
			manifest({
				dependencies: { n8n: version },
				overrides: recipe.overrides,
				// npm 11 runs no install script that is not named here; npm 10 does not know the field.
				allowScripts: Object.fromEntries(recipe.native.map((name) => [name, true])),
			}),
		);
		await runNpm({
			args: ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
			cwd: draft,
			nodeBin: node.bin,
			progress: progress('packages'),
		});
		say('  building the native parts');
		await runNpm({
			args: ['rebuild', ...recipe.native],
			cwd: draft,
			nodeBin: node.bin,
			env: { npm_config_nodedir: node.home },
			progress: progress('native parts'),
		});
		say(`n8n ${version} is installed`);
	});
	const script = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return { version, folder, script, node };
}
