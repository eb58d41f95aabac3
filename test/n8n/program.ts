import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProgramOptions {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** The account of this machine to run it under. By default, the caller's. */
	readonly account?: { readonly uid: number; readonly gid: number };
	readonly stopSignal?: NodeJS.Signals;
	/** Returns a true value when it is up. An error means that it is not. */
	isUp(): Promise<unknown>;
}

export interface Program {
	readonly process: ChildProcess;
	/** Its output so far, at most the last two million characters. */
	logs(): string;
	/** Ends it as an operator would, and waits until it is gone. */
	stop(): Promise<void>;
	/** Ends it as a power cut would. */
	kill9(): Promise<void>;
}

const LOG_LIMIT = 2_000_000;
const START_MS = 240_000;
const GRACE_MS = 130_000;

/**
 * Kills the group of a process at any end of this process, such as by Ctrl-C: a shell waits for the end of its input.
 * Returns a function that kills the group now.
 */
export function endWithUs({ pid }: ChildProcess): () => void {
	if (pid === undefined) return () => {};
	const stdio = ['pipe', 'ignore', 'ignore'] as const;
	const shell = spawn('sh', ['-c', 'cat; kill -9 -$0', String(pid)], { detached: true, stdio: [...stdio] });
	shell.stdin?.on('error', () => {});
	shell.unref();
	return () => {
		shell.kill('SIGKILL');
		try {
			process.kill(-pid, 'SIGKILL');
		} catch {
			// The group is gone.
		}
	};
}

/** Starts a program and waits until it is up. Throws with the end of its output if it does not come up. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
	const { command, args, cwd, env, account, stopSignal = 'SIGTERM' } = options;
	const stdio = ['ignore', 'pipe', 'pipe'] as const;
	const child = spawn(command, args, { cwd, env, ...account, stdio: [...stdio], detached: true });
	const killGroup = endWithUs(child);
	// Before the folder of the program is removed.
	process.prependListener('exit', killGroup);
	let log = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-LOG_LIMIT)));
	}
	let end: string | undefined;
	const finish = (how: unknown) => {
		end = `ended by ${String(how)}`;
		process.off('exit', killGroup);
		killGroup();
	};
	const ended = once(child, 'exit').then(finish, finish);
	const kill9 = async () => {
		killGroup();
		await ended;
	};
	const stop = async () => {
		child.kill(stopSignal);
		const timer = setTimeout(killGroup, GRACE_MS);
		await ended;
		clearTimeout(timer);
	};
	const deadline = Date.now() + START_MS;
	while (!(await options.isUp().catch(() => false))) {
		if (end !== undefined || Date.now() > deadline) {
			const said = `${[command, ...args].join(' ')} ${end ?? 'did not come up'}:\n${log.slice(-4000)}`;
			await kill9();
			throw new Error(said);
		}
		await pause(100);
	}
	return { process: child, logs: () => log, stop, kill9 };
}
