import { spawn } from 'node:child_process';
import { endWithUs } from '../n8n/program';
import { root } from '../support/build';

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
	const end = endWithUs(child);
	const said: Buffer[] = [];
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
	const timer = setTimeout(end, most * 60_000);
	const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
	clearTimeout(timer);
	end();
	process.stdout.write(Buffer.concat(said));
	return code === 0;
}

export const runScript = async (name: string, options?: RunOptions) =>
	await run('npm', ['run', '--silent', name], options);
