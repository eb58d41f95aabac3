import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { InstalledN8n } from './install';
import { outsideNpm } from './npm';
import { provideNodePackage, type NodePackage } from './packages';
import { startProgram, type Program } from './program';
import { request } from './request';
import { freePort } from '../support/listen';

export type N8nMode = 'main' | 'worker' | 'webhook';

export interface StartOptions {
	readonly n8n: InstalledN8n;
	/** Holds database, key and packages. With the same folder, a start is a restart. Never your own folder. */
	readonly userFolder: string;
	readonly packages?: readonly NodePackage[];
	readonly mode?: N8nMode;
	readonly port?: number;
	/** Settings of n8n in addition to `settings` below. */
	readonly env?: Readonly<Record<string, string>>;
}

export interface RunningN8n extends Program {
	readonly baseUrl: string;
	readonly port: number;
	readonly userFolder: string;
}

/** Settings of an n8n that sends nothing outside this machine and writes only to its own folder. */
function settings(userFolder: string, port: number, brokerPort: number): Record<string, string> {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		// On a busy machine the database answers the ping late, and n8n then refuses all requests.
		DB_PING_INTERVAL_SECONDS: '3600',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
	};
}

/** The caller's environment without settings of the caller's n8n and of npm. */
function surroundings(nodeBin: string, userFolder: string): NodeJS.ProcessEnv {
	const own = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_URL$|NODE_OPTIONS$)/;
	const kept = Object.entries(outsideNpm()).filter(([name]) => !own.test(name));
	return { ...Object.fromEntries(kept), PATH: `${nodeBin}:${process.env.PATH}`, HOME: userFolder };
}

/** Starts one n8n process and waits until it answers. Throws with the end of its log if it does not answer. */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	const { n8n, packages = [], mode = 'main' } = options;
	const userFolder = resolve(options.userFolder);
	const port = options.port ?? (await freePort());
	await mkdir(join(userFolder, '.n8n'), { recursive: true });
	for (const source of packages) await provideNodePackage(userFolder, source);

	const baseUrl = `http://127.0.0.1:${port}`;
	const program = await startProgram({
		command: n8n.node.binary,
		args: [n8n.script, mode === 'main' ? 'start' : mode],
		cwd: userFolder,
		env: {
			...surroundings(n8n.node.bin, userFolder),
			...settings(userFolder, port, await freePort()),
			...options.env,
		},
		isUp: async () => await isReady(baseUrl, mode),
	});
	return { baseUrl, port, userFolder, ...program };
}

/** A main process is up when its REST API answers with JSON, and another process when it logs that it is ready. */
async function isReady(baseUrl: string, mode: N8nMode): Promise<boolean> {
	const paths = mode === 'main' ? ['/healthz/readiness', '/rest/settings'] : ['/healthz/readiness'];
	const isJson = async (path: string) => {
		const answer = await request(baseUrl + path);
		return answer.ok && (await answer.text()).startsWith('{');
	};
	return (await Promise.all(paths.map(isJson))).every(Boolean);
}
