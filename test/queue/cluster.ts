import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { name } from '../../package.json';
import { page } from '../docs/pages';
import { startEmulator, type Emulator } from '../emulator';
import { N8nClient } from '../n8n/client';
import { CREDENTIAL_TYPE } from '../n8n/examples';
import { installN8n, PROJECT_FOLDER } from '../n8n/install';
import type { NodePackage } from '../n8n/packages';
import { startN8n, type N8nMode, type RunningN8n } from '../n8n/server';
import type { StoredCredential } from '../n8n/shapes';
import { startBalancer, type Balancer } from './balancer';
import { makeTag } from './healer';
import type { Found } from './services/find';
import { startPostgres, type Postgres } from './services/postgres';
import { startRedis } from './services/redis';

/** n8n in queue mode with this package, and an emulated service, on the loopback address and in one folder. */
export interface Cluster {
	/** Set `options.jobMs` for the duration of later jobs. */
	readonly emulator: Emulator;
	readonly client: N8nClient;
	readonly credential: StoredCredential;
	/** The ID of the tag of the workflows that are healed. */
	readonly tag: string;
	/** The address in WEBHOOK_URL, with the webhook processes behind it. The main process gets no such calls. */
	readonly balancer: Balancer;
	readonly workers: RunningN8n[];
	readonly query: Postgres['query'];
	/** Sets the number of webhook processes that get calls. */
	useWebhooks(count: number): void;
	/** Starts a worker in the folder of one that ended, as a service manager does, or else in a new one. */
	startWorker(env?: Record<string, string>): Promise<void>;
	/** Ends processes, then does something for each of their folders, and starts them where they were. */
	restart(modes: readonly N8nMode[], how?: Restart): Promise<void>;
	close(): Promise<void>;
}

export interface Restart {
	readonly end?: 'stop' | 'kill9';
	/** Starts all of them in the folder of the first. */
	readonly areTogether?: boolean;
	/** Done while the processes are away. */
	meanwhile?(userFolders: readonly string[]): Promise<void>;
}

const [WORKERS, WEBHOOK_PROCESSES] = [2, 2];

/** What operations.md sets on every process in queue mode. */
const ofThePage = /\sN8N_EVENTBUS[^`]+```/.exec(page('docs/operations.md').text)?.[0].match(/\w+=\S+/g);
if (!ofThePage) throw new Error('operations.md sets no place of the event log.');

/** The settings of all processes. The rest is n8n's default: two connections to the database, 30 seconds to stop. */
const shared = {
	...Object.fromEntries(ofThePage.map((line) => line.split('='))),
	EXECUTIONS_MODE: 'queue',
	N8N_ENCRYPTION_KEY: 'key-of-a-test',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
};

/** A copy of the built package, so that a build during the tests changes nothing. */
async function copyOfPackage(folder: string): Promise<NodePackage> {
	await mkdir(folder);
	for (const part of ['package.json', 'dist']) {
		await cp(join(PROJECT_FOLDER, part), join(folder, part), { recursive: true });
	}
	await symlink(join(PROJECT_FOLDER, 'node_modules'), join(folder, 'node_modules'));
	return { name, folder };
}

/** Starts Redis, Postgres, a main, two workers and two webhook processes. close() ends and removes them all. */
export async function startCluster(found: Found): Promise<Cluster> {
	const n8n = await installN8n(process.env.N8N_VERSION);
	const root = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
	const endings: Array<() => Promise<void>> = [() => rm(root, { recursive: true, force: true })];
	const close = async () => {
		for (const end of endings.splice(0).reverse()) await end().catch(console.error);
	};
	try {
		const package_ = await copyOfPackage(join(root, 'package'));
		const postgresFolder = await mkdtemp(join(tmpdir(), 'n8n-queue-db-'));
		endings.push(() => rm(postgresFolder, { recursive: true, force: true }));
		const postgres = await startPostgres(found, postgresFolder);
		endings.push(postgres.stop);
		const redis = await startRedis(found.redis, root);
		endings.push(redis.stop);
		const balancer = await startBalancer();
		endings.push(balancer.close);
		const emulator = await startEmulator({ jobMs: [1000, 3000], callbacks: { retryMs: 1000, maxTries: 12 } });
		endings.push(async () => await emulator.close());

		let count = 0;
		const running: Record<N8nMode, RunningN8n[]> = { main: [], worker: [], webhook: [] };
		const { worker: workers, webhook: webhooks } = running;
		/** Of workers that ended, as a service manager, a container or a volume keeps them. */
		const left: string[] = [];
		const start = async (
			mode: N8nMode,
			env: Record<string, string> = {},
			old?: Pick<RunningN8n, 'userFolder' | 'port'>,
		) => {
			// As on separate machines, the processes share only the database, the queue and the key.
			const userFolder =
				old?.userFolder ?? ((mode === 'worker' && left.shift()) || join(root, `${mode}-${++count}`));
			const server = await startN8n({
				...{ n8n, mode, userFolder, port: old?.port },
				packages: old ? [] : [package_],
				env: { ...shared, ...postgres.env, ...redis.env, WEBHOOK_URL: balancer.baseUrl, ...env },
			});
			endings.push(server.stop);
			running[mode].push(server);
			const isGone = () => !running[mode].includes(server);
			if (mode === 'worker') server.process.once('exit', () => isGone() && left.push(userFolder));
			return server;
		};
		const startWorker = async (env?: Record<string, string>) => void (await start('worker', env));
		const restart: Cluster['restart'] = async (modes, { end = 'stop', meanwhile, areTogether } = {}) => {
			const gone = modes.flatMap((mode) => running[mode].map((server) => ({ mode, server })));
			for (const { server } of gone) await server[end]();
			await meanwhile?.(gone.map(({ server }) => server.userFolder));
			for (const mode of modes) running[mode].length = 0;
			const [first] = gone;
			const together = areTogether && first ? { userFolder: first.server.userFolder } : {};
			for (const { mode, server } of gone) await start(mode, {}, { ...server, ...together });
		};
		const main = await start('main');
		await Promise.all([
			...Array.from({ length: WORKERS }, async () => await startWorker()),
			...Array.from({ length: WEBHOOK_PROCESSES }, async () => await start('webhook')),
		]);
		const useWebhooks = (used: number) => {
			balancer.targets = webhooks.slice(0, used).map(({ baseUrl }) => baseUrl);
		};
		useWebhooks(1);
		balancer.main = main.baseUrl;

		const client = new N8nClient(main.baseUrl);
		await client.setupOwner();
		const label = 'Emulated service';
		const credential = await client.createCredential(label, CREDENTIAL_TYPE, emulator.credential);
		return {
			emulator,
			client,
			credential,
			tag: await makeTag(client),
			balancer,
			workers,
			query: postgres.query,
			useWebhooks,
			startWorker,
			restart,
			close,
		};
	} catch (cause) {
		await close();
		throw cause;
	}
}
