import { spawnSync } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE_FOLDER, once } from '../n8n/install';
import { npm } from '../n8n/npm';
import { root } from '../support/build';
import { run, runScript } from './runner';

/*
 * `npm run lint`, a slow rule of ours, and `n8n-node lint` with n8n's own ESLint configuration. That has to lie next to the
 * files as `eslint.config.mjs`, so the files are copied. The program needs 500 MB, mostly for other commands, so it is
 * installed into the cache folder.
 */

const VERSION = '0.48.3';
const FILES = ['package.json', 'tsconfig.json', 'nodes', 'credentials', 'icons'];

async function lintAsN8n(): Promise<boolean> {
	const home = join(CACHE_FOLDER, 'n8n-node');
	const dependencies = { '@n8n/node-cli': VERSION, typescript: '~5.9.0' };
	await once(home, JSON.stringify(dependencies), async (draft) => {
		console.log(`Installing @n8n/node-cli ${VERSION} into ${home}: about a minute and 500 MB, once`);
		await writeFile(join(draft, 'package.json'), JSON.stringify({ private: true, dependencies }));
		const args = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
		await npm(args, draft);
	});
	const cli = join(home, 'node_modules', '@n8n', 'node-cli');
	const folder = join(home, 'package');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder);
	for (const file of FILES) await cp(join(root, file), join(folder, file), { recursive: true });
	const config = join(cli, 'dist', 'template', 'templates', 'shared', 'default', 'eslint.config.mjs');
	await cp(config, join(folder, 'eslint.config.mjs'));
	const n8nNode = join(cli, 'bin', 'n8n-node.mjs');
	const { status } = spawnSync(process.execPath, [n8nNode, 'lint'], { cwd: folder, stdio: 'inherit' });
	return status === 0;
}

async function main(): Promise<void> {
	const instances = ['-c', 'test/tools/instances.eslint.mjs', 'nodes', 'credentials'];
	const all = [await runScript('lint'), await run('eslint', instances), await lintAsN8n()];
	process.exitCode = all.every(Boolean) ? 0 : 1;
}

void main();
