import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceAccount } from './find';

export interface Service {
	readonly pid: number | undefined;
	/** Ends it, and waits for its end. */
	stop(): Promise<void>;
}

export interface ServiceOptions {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly account?: ServiceAccount;
	isUp(): Promise<boolean>;
	readonly stopSignal: NodeJS.Signals;
}

const START_MS = 60_000;

/** Starts a program and waits until it is up. Throws with the end of its output if it does not start. */
export async function startService(options: ServiceOptions): Promise<Service> {
	const { command, args, cwd, account = {} } = options;
	const child = spawn(command, [...args], { cwd, ...account, stdio: ['ignore', 'pipe', 'pipe'] });
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
	}
	let isOver = false;
	const ended = once(child, 'exit')
		.catch((cause: unknown) => void (said += String(cause)))
		.finally(() => (isOver = true));
	const stop = async () => {
		child.kill(options.stopSignal);
		await ended;
	};
	const deadline = Date.now() + START_MS;
	while (!(await options.isUp())) {
		if (isOver || Date.now() > deadline) {
			child.kill('SIGKILL');
			throw new Error(`${command} did not come up:\n${said}`);
		}
		await pause(100);
	}
	return { pid: child.pid, stop };
}
