import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { n8n, name } from '../../package.json';
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

/** The type names of the nodes of this package. */
export const NODE_TYPES = n8n.nodes.map((file) => {
	const className = basename(file, '.node.js');
	return `${name}.${className.charAt(0).toLowerCase()}${className.slice(1)}`;
});

/** Throws with n8n's log about the package if a node of it is missing. */
export async function checkLoaded(client: N8nClient, server: Pick<RunningN8n, 'logs'>): Promise<void> {
	const loaded = new Set((await client.nodeTypes()).map((type) => type.name));
	const missing = NODE_TYPES.filter((type) => !loaded.has(type));
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
	const installed = await installN8n(options.version, say);
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-play-'));
	// If the process ends without close(), its n8n is killed, and may still write for a moment.
	const removeFolder = () =>
		rmSync(userFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
	process.once('exit', removeFolder);
	const emulator = await startEmulator({ jobMs: [4000, 15_000], ...options.emulator });
	await keepSampleJobs(emulator);
	const start = { n8n: installed, userFolder, env };
	const packages = options.packages ?? [{ name, folder: PROJECT_FOLDER }];

	let server: RunningN8n | undefined;
	const close = async () => {
		await server?.stop();
		await emulator.close();
		process.off('exit', removeFolder);
		removeFolder();
	};
	try {
		say(`Starting n8n ${installed.version}`);
		const first = (server = await startN8n({ ...start, packages, port }));
		const client = new N8nClient(first.baseUrl);
		await client.setupOwner(PLAY_ACCOUNT);
		await checkLoaded(client, first);
		const inside = await furnish(client, emulator);
		const restart = async (how: 'stop' | 'kill9' = 'stop') => {
			await server?.[how]();
			server = await startN8n({ ...start, port: first.port });
			await client.login(PLAY_ACCOUNT);
		};
		return { ...inside, server: () => server ?? first, restart, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}
