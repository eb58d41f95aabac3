import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod/v3';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { N8nClient, PLAY_ACCOUNT } from './client';
import { CREDENTIAL_TYPE, importExamples, keepSampleJobs } from './examples';
import { installN8n, PROJECT_FOLDER, type Say } from './install';
import { startN8n, type RunningN8n, type StartOptions } from './server';
import type { StoredCredential, StoredWorkflow } from './shapes';
import { makeTables, type StoredTable } from './tables';

export interface PlayOptions {
	/** The n8n to run. By default, the current version. */
	readonly version?: string;
	readonly emulator?: EmulatorOptions;
	readonly env?: StartOptions['env'];
	/** n8n's port. By default, a free port. */
	readonly port?: number;
	/** By default, the built project folder, linked. */
	readonly packages?: StartOptions['packages'];
	readonly say?: Say;
}

/** A real n8n with this package, an emulated service, an owner, the credential and all examples. */
export interface Playground {
	readonly emulator: Emulator;
	readonly client: N8nClient;
	readonly credential: StoredCredential;
	readonly workflows: ReadonlyMap<string, StoredWorkflow>;
	/** The tables of the examples, with rows to try. Empty on an n8n without tables. */
	readonly tables: ReadonlyMap<string, StoredTable>;
	server(): Pick<RunningN8n, 'baseUrl' | 'logs'> & Partial<Pick<RunningN8n, 'userFolder'>>;
	/** Ends n8n and starts it again on the same folder and port, signed in. */
	restart(how?: 'stop' | 'kill9'): Promise<void>;
	close(): Promise<void>;
}

const manifestShape = z.object({ name: z.string(), n8n: z.object({ nodes: z.array(z.string()) }) });

/** The name of this package, and the type names of the nodes that its package.json lists. */
export async function packageNodes(): Promise<{ name: string; types: string[] }> {
	const text: unknown = JSON.parse(await readFile(join(PROJECT_FOLDER, 'package.json'), 'utf8'));
	const { name, n8n } = manifestShape.parse(text);
	const typeOf = (file: string) => {
		const className = basename(file, '.node.js');
		return `${name}.${className.charAt(0).toLowerCase()}${className.slice(1)}`;
	};
	return { name, types: n8n.nodes.map(typeOf) };
}

/** Throws with n8n's log about the package if a node of it is missing. */
export async function checkLoaded(client: N8nClient, server: Pick<RunningN8n, 'logs'>): Promise<void> {
	const { name, types } = await packageNodes();
	const loaded = new Set((await client.nodeTypes()).map((type) => type.name));
	const missing = types.filter((type) => !loaded.has(type));
	if (missing.length === 0) return;
	const said = server.logs().split('\n');
	const about = said.filter((line) => line.includes(name) || line.includes('Error loading')).slice(0, 20);
	throw new Error([`n8n did not load ${missing.join(', ')}. Was the package built?`, ...about].join('\n'));
}

/** Adds the credential, the examples and their tables to an n8n. */
export async function furnish(client: N8nClient, emulator: Emulator) {
	const credential = await client.createCredential('Emulated service', CREDENTIAL_TYPE, emulator.credential);
	const workflows = await importExamples(client, credential);
	return { client, emulator, credential, workflows, tables: await makeTables(client, emulator.mediaUrl) };
}

/** Starts all of it in a new temporary folder. Build the package first, unless `packages` has a tarball. */
export async function startPlayground(options: PlayOptions = {}): Promise<Playground> {
	const { say = console.log, env, port } = options;
	const n8n = await installN8n(options.version, say);
	const { name } = await packageNodes();
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-play-'));
	// If the process ends without close(), its n8n is killed, and may still write for a moment.
	const removeFolder = () =>
		rmSync(userFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
	process.once('exit', removeFolder);
	const emulator = await startEmulator({ jobMs: [4000, 15_000], ...options.emulator });
	await keepSampleJobs(emulator);
	const start = { n8n, userFolder, env };
	const packages = options.packages ?? [{ name, folder: PROJECT_FOLDER }];

	let server: RunningN8n | undefined;
	let isRestarting: Promise<void> = Promise.resolve();
	const close = async () => {
		// An n8n that is still starting would outlive its folder.
		await isRestarting.catch(() => undefined);
		await server?.stop();
		await emulator.close();
		process.off('exit', removeFolder);
		removeFolder();
	};
	try {
		say(`Starting n8n ${n8n.version}`);
		let running = await startN8n({ ...start, packages, port });
		server = running;
		const client = new N8nClient(running.baseUrl);
		await client.setupOwner(PLAY_ACCOUNT);
		await checkLoaded(client, running);
		const inside = await furnish(client, emulator);
		const startAgain = async (how: 'stop' | 'kill9') => {
			await running[how]();
			running = await startN8n({ ...start, port: running.port });
			server = running;
			await client.login(PLAY_ACCOUNT);
		};
		const restart = (how: 'stop' | 'kill9' = 'stop') => (isRestarting = startAgain(how));
		return { ...inside, server: () => running, restart, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}
