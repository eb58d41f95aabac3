import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

export interface NpmRun {
	readonly args: readonly string[];
	readonly cwd: string;
	/** Folder of the Node binary that npm and the install scripts run on; the caller's own when not given. */
	readonly nodeBin?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Gets a line about every 15 seconds while npm is at work. */
	readonly progress?: (seconds: number) => void;
}

/**
 * The environment without what an outer `npm run` put there about its own project, which would send an inner
 * npm to the wrong folder, and without what a test runner put there, with which n8n is not what people run.
 */
export function outsideNpm(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	const foreign =
		/^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|npm_command$|INIT_CWD$|NODE_ENV$|JEST_)/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}

/**
 * Runs npm in `cwd` and waits for it. Its whole output goes to `npm.log` there; when npm fails, the thrown
 * error holds the end of it.
 */
export async function runNpm({ args, cwd, nodeBin, env, progress }: NpmRun): Promise<void> {
	const log = createWriteStream(join(cwd, 'npm.log'), { flags: 'a' });
	const started = Date.now();
	const ticker = setInterval(() => progress?.(Math.round((Date.now() - started) / 1000)), 15_000);
	let tail = '';
	try {
		const code = await new Promise<number | null>((resolve, reject) => {
			const surroundings = outsideNpm();
			const path = nodeBin === undefined ? surroundings.PATH : `${nodeBin}:${surroundings.PATH}`;
			const child = spawn('npm', [...args], {
				cwd,
				env: { ...surroundings, PATH: path, ...env },
				stdio: ['ignore', 'pipe', 'pipe'],
			});
			for (const stream of [child.stdout, child.stderr]) {
				stream.on('data', (chunk: Buffer) => {
					log.write(chunk);
					tail = (tail + chunk.toString()).slice(-3000);
				});
			}
			child.on('error', reject);
			child.on('close', resolve);
		});
		if (code !== 0) throw new Error(`npm ${args[0]} in ${cwd} ended with ${code}:\n${tail}`);
	} finally {
		clearInterval(ticker);
		log.end();
	}
}
