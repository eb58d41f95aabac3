import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { startEmulator } from '../../emulator';
import hosts from '../../n8n/hosts.json';
import { npm } from '../../n8n/npm';
import { root } from '../../support/build';
import { chain, node, single, startEngine, type WorkflowJson } from '../../support/engine';
import { NAME } from '../../support/tarball';

/*
 * The tarball as n8n installs it: unpacked in a clean folder, loaded by n8n's own loader, and used. It can reach only n8n in
 * this checkout. Then the same again, next to packages with the versions of zod and ws of the oldest, the pinned and the
 * newest n8n (`npm view n8n@<version> dependencies`) and others.
 */

const HOSTS = new Set(hosts.map(({ zod, ws }) => `zod@${zod} ws@${ws}`));
const OTHERS = [...[...HOSTS].map((host) => host.split(' ')), ['zod@3.23.8', 'ws@7'], ['zod@4', 'ws@8']];

export async function useInstalled(tarball: string, folder: string): Promise<void> {
	reachModulesOfN8n();
	for (const others of [[], ...OTHERS]) {
		const directory = await install(tarball, join(folder, ['beside', ...others].join('-')), others);
		listContents(directory);
		await use(directory);
		if (HOSTS.has(others.join(' '))) testWith(join(directory, '..'));
		console.log(`A face was swapped with it, and an avatar asked ${beside(others)}`);
	}
}

const beside = (others: string[]) => (others.length > 0 ? `beside ${others.join(' and ')}` : 'alone');

/** With the command of the README, which installs one package. All packages of an n8n share one folder. */
async function install(tarball: string, home: string, others: string[]): Promise<string> {
	mkdirSync(home);
	writeFileSync(join(home, 'package.json'), '{ "private": true }');
	await npm(['install', tarball, ...others, '--no-audit', '--no-fund'], home);
	const installed = readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'));
	if (installed.length > 1 + others.length) throw new Error('npm installed more than the package');
	return join(home, 'node_modules', NAME);
}

/** The bounds of the chat, and reading callbacks, with the libraries of an n8n. */
function testWith(modules: string): void {
	const mapper = JSON.stringify({ '^(zod/v3|zod|ws)$': join(modules, '$1') });
	const args = ['test/unit/liveAvatar', 'test/unit/callbacks', '--moduleNameMapper', mapper];
	const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...args];
	execFileSync(process.execPath, jest, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** As n8n does at its start: Node searches n8n's own modules for the modules that a package lacks. */
function reachModulesOfN8n(): void {
	process.env.NODE_PATH = join(root, 'node_modules');
	Reflect.apply(Reflect.get(Module, '_initPaths'), Module, []);
}

function listContents(directory: string): void {
	const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
		statSync(join(directory, name)).isFile(),
	);
	const unwanted = files.filter(
		(name) =>
			!/^(dist\/.*|package\.json|README\.md|LICENSE)$/.test(name) ||
			/(^|\/)(test|examples|node_modules)\/|\.map$|\.ts$|\.tsbuildinfo$/.test(name),
	);
	if (unwanted.length > 0) throw new Error(`The tarball holds what nobody needs: ${unwanted.join(', ')}`);
}

/** Swaps a face, and talks to an avatar. */
async function use(directory: string): Promise<void> {
	const emulator = await startEmulator({ jobMs: 200 });
	const engine = await startEngine({ emulator, directory });
	const run = async (workflow: WorkflowJson) => {
		const result = await engine.run(workflow);
		if (result.error) throw result.error;
		return result;
	};
	try {
		const swap = await run(
			single('faceSwap', {
				modifyImage: `${emulator.mediaUrl}/people-1.png`,
				sourcePicture: `${emulator.mediaUrl}/portrait-ada.png`,
			}),
		);
		const { status } = swap.output('Node')[0]?.json ?? {};
		if (status !== 'completed') throw new Error(`The swap ended as ${String(status)}`);
		const chat = await run(
			chain(
				node('Create', 'liveAvatar', { avatarId: 'Ada_1080P_back' }),
				node('Ask', 'liveAvatar', { resource: 'chat', operation: 'sendMessage', question: 'Who are you?' }),
				node('Close', 'liveAvatar', { resource: 'session', operation: 'close' }),
			),
		);
		const { answer } = chat.output('Ask')[0]?.json ?? {};
		if (typeof answer !== 'string') throw new Error(`The avatar gave the answer ${String(answer)}`);
		if (engine.loaded.nodes.size !== 7) throw new Error('Not all nodes were loaded');
	} finally {
		await engine.close();
		await emulator.close();
	}
}
