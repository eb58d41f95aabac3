import { spawn, type ChildProcess } from 'node:child_process';
import { root } from '../support/build';

const running = new Set<ChildProcess>();
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	try {
		if (pid !== undefined) process.kill(-pid, signal);
	} catch {
		// The group is gone.
	}
}
const signalAll = (signal: NodeJS.Signals) => running.forEach((child) => signalGroup(child, signal));
process.on('exit', () => signalAll('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => {
		signalAll('SIGTERM');
		// The time for a program to end the processes it started.
		setTimeout(() => process.exit(1), 5_000);
	});
}

interface RunOptions {
	/** Whether its output is shown when it ends, so that two programs do not mix their lines. */
	isQuiet?: boolean;
	/** The runner ends it after so many minutes. */
	most?: number;
	env?: Readonly<Record<string, string>>;
}

/** Runs a program in a process group that ends with it. Resolves with whether it succeeded. */
export async function run(
	program: string,
	args: readonly string[],
	{ isQuiet = false, most = 24 * 60, env }: RunOptions = {},
): Promise<boolean> {
	const output = isQuiet ? 'pipe' : 'inherit';
	const stdio = ['ignore', output, output] as const;
	const options = { cwd: root, env: { ...process.env, ...env }, stdio: [...stdio], detached: true };
	const child = spawn(program, args, options);
	running.add(child);
	const said: Buffer[] = [];
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
	const asked = setTimeout(() => signalGroup(child, 'SIGTERM'), most * 60_000);
	const ended = setTimeout(() => signalGroup(child, 'SIGKILL'), most * 60_000 + 20_000);
	const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
	clearTimeout(asked);
	clearTimeout(ended);
	signalGroup(child, 'SIGKILL');
	running.delete(child);
	process.stdout.write(Buffer.concat(said));
	return code === 0;
}

export const runScript = async (name: string, options?: RunOptions) =>
	await run('npm', ['run', '--silent', name], options);
