import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface NpmRun {
	readonly args: readonly string[];
	readonly cwd: string;
	/** Folder of the Node binary that npm and the install scripts run on. By default, the caller's own. */
	readonly nodeBin?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Gets a line about every 15 seconds while npm runs. */
	readonly progress?: (seconds: number) => void;
}

/** The environment without settings of an outer `npm run` and of a test runner, which would change n8n and npm. */
export function outsideNpm(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	const foreign =
		/^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|npm_command$|INIT_CWD$|NODE_ENV$|JEST_)/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}

/** Runs npm in `cwd`, with its output in `npm.log` there. Throws with the end of the output when npm fails. */
export async function runNpm({ args, cwd, nodeBin, env, progress }: NpmRun): Promise<void> {
	const file = join(cwd, 'npm.log');
	const log = await open(file, 'a');
	const started = Date.now();
	const ticker = setInterval(() => progress?.(Math.round((Date.now() - started) / 1000)), 15_000);
	const surroundings = outsideNpm();
	const path = nodeBin === undefined ? surroundings.PATH : `${nodeBin}:${surroundings.PATH}`;
	try {
		const stdio = ['ignore', log.fd, log.fd] as const;
		const child = spawn('npm', args, {
			cwd,
			env: { ...surroundings, PATH: path, ...env },
			stdio: [...stdio],
		});
		const [code] = await once(child, 'close');
		if (code === 0) return;
		const tail = (await readFile(file, 'utf8')).slice(-3000);
		throw new Error(`npm ${args[0]} in ${cwd} ended with ${code}:\n${tail}`);
	} finally {
		clearInterval(ticker);
		await log.close();
	}
}
