import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { npm } from './npm';
import { N8N_CURRENT, NATIVE, recipeFor } from './recipes';

/** The folder of this package, and the folder in it that git ignores. */
export const PROJECT_FOLDER = resolve(__dirname, '..', '..');
export const CACHE_FOLDER = join(PROJECT_FOLDER, '.cache');

export type Say = (line: string) => void;

interface NodeHome {
	/** The `node` binary, its folder for PATH, and the release with C++ headers (nodedir in node-gyp). */
	readonly binary: string;
	readonly bin: string;
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

/** Fills `folder` by `make` once, in a folder next to it that is renamed at the end. Removes an interrupted folder. */
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
	const drafts = (await readdir(parent)).filter((name) => name.startsWith(`${basename(folder)}.draft-`));
	for (const name of drafts)
		if (!isAlive(Number(name.split('-').pop())))
			await rm(join(parent, name), { recursive: true, force: true });
	const draft = `${folder}.draft-${process.pid}`;
	await rm(draft, { recursive: true, force: true });
	await mkdir(draft);
	await make(draft);
	await writeFile(join(draft, DONE), stamp);
	// If another process has finished the same work meanwhile, its folder stays.
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

/** A Node release from npm, with the headers that native parts are built against. */
async function installNode(version: string, say: Say): Promise<NodeHome> {
	// The publisher of these packages has another name for this platform.
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	const name = `${prefix}-${process.platform}-${process.arch}`;
	const folder = join(CACHE_FOLDER, `node-${version}`);
	await once(folder, `${name}@${version}`, async (draft) => {
		say(`Installing Node ${version} into ${folder}`);
		await writeFile(join(draft, 'package.json'), manifest({ dependencies: { [name]: version } }));
		await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund'], draft);
	});
	const home = join(folder, 'node_modules', name);
	return { home, bin: join(home, 'bin'), binary: join(home, 'bin', 'node') };
}

/** n8n and its Node in the cache folder. The first time takes minutes and 2.3 GB. */
export async function installN8n(
	version: string = N8N_CURRENT,
	say: Say = console.log,
): Promise<InstalledN8n> {
	const { nodeVersion, overrides } = recipeFor(version);
	const node = await installNode(nodeVersion, say);
	const folder = join(CACHE_FOLDER, `n8n-${version}`);
	await once(folder, JSON.stringify([version, nodeVersion, overrides]), async (draft) => {
		say(`Installing n8n ${version} into ${folder}: about 5 minutes and 2.3 GB, once`);
		// npm 11 runs only the install scripts that are named here. npm 10 ignores the field.
		const allowScripts = Object.fromEntries(NATIVE.map((name) => [name, true]));
		const fields = { dependencies: { n8n: version }, overrides, allowScripts };
		await writeFile(join(draft, 'package.json'), manifest(fields));
		const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
		const env = { npm_config_nodedir: node.home, PATH: `${node.bin}:${process.env.PATH}` };
		await npm(['install', ...flags], draft, env);
		await npm(['rebuild', ...NATIVE], draft, env);
		say(`n8n ${version} is installed`);
	});
	const script = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return { version, folder, script, node };
}
