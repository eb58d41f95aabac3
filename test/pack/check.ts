import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../emulator';
import { root } from '../support/build';
import { single, startEngine } from '../support/engine';

/*
 * The tarball as n8n installs it: packed, unpacked in a clean folder, loaded by n8n's own loader, and one face swapped with
 * it. Nothing of this checkout but n8n itself is within its reach.
 */

const PACKAGE = 'n8n-nodes-media-generation';

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'media-generation-pack-'));
	try {
		const directory = install(pack(folder), folder);
		listContents(directory);
		await swapOnce(directory);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function pack(folder: string): string {
	npm(['pack', '--ignore-scripts', '--pack-destination', folder], root);
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack made no tarball');
	console.log(`Packed: ${(statSync(join(folder, tarball)).size / 1024).toFixed(0)} KiB`);
	return join(folder, tarball);
}

function install(tarball: string, folder: string): string {
	const home = join(folder, 'n8n');
	execFileSync('mkdir', [home]);
	writeFileSync(join(home, 'package.json'), '{ "private": true }');
	npm(['install', tarball, '--omit=dev', '--omit=peer', '--no-audit', '--no-fund', '--ignore-scripts'], home);
	if (readdirSync(join(home, 'node_modules')).some((name) => name !== PACKAGE && !name.startsWith('.')))
		throw new Error('npm installed more than the package');
	reachModulesOfN8n();
	return join(home, 'node_modules', PACKAGE);
}

/** As n8n does at its start: what a package does not bring is looked for where n8n's own modules are. */
function reachModulesOfN8n(): void {
	process.env.NODE_PATH = join(root, 'node_modules');
	Reflect.apply(Reflect.get(Module, '_initPaths'), Module, []);
}

function listContents(directory: string): void {
	const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
		statSync(join(directory, name)).isFile(),
	);
	const unwanted = files.filter((name) =>
		/(^|\/)(test|examples|node_modules)\/|\.map$|(?<!\.d)\.ts$|\.tsbuildinfo$/.test(name),
	);
	if (unwanted.length > 0) throw new Error(`The tarball holds what nobody needs: ${unwanted.join(', ')}`);
	console.log(`Installed: ${files.length} files`);
}

async function swapOnce(directory: string): Promise<void> {
	const emulator = await startEmulator({ jobMs: 200 });
	const engine = await startEngine({ emulator, directory });
	try {
		const result = await engine.run(
			single('faceSwap', {
				modifyImage: `${emulator.mediaUrl}/people-1.png`,
				sourcePicture: `${emulator.mediaUrl}/portrait-ada.png`,
			}),
		);
		if (result.error) throw result.error;
		const { status } = result.output('Node')[0]?.json ?? {};
		if (status !== 'completed') throw new Error(`The swap ended as ${String(status)}`);
		console.log(`Loaded: ${[...engine.loaded.nodes.keys()].join(', ')}\nA face was swapped with it`);
	} finally {
		await engine.close();
		await emulator.close();
	}
}

function npm(args: string[], cwd: string): void {
	execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	},
);
