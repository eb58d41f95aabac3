import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startProgram, type Program } from '../../n8n/program';
import { freePort } from '../../support/listen';

export interface Redis extends Program {
	/** n8n's settings for it. */
	readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);

/** A new Redis on the loopback address that keeps nothing. */
export async function startRedis(program: string, folder: string): Promise<Redis> {
	const port = await freePort();
	const options = { bind: '127.0.0.1', port, dir: folder, save: '', appendonly: 'no' };
	const service = await startProgram({
		command: program,
		args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
		cwd: folder,
		isUp: async () => {
			const { stdout } = await run(join(dirname(program), 'redis-cli'), ['-p', String(port), 'ping']);
			return stdout.startsWith('PONG');
		},
	});
	const env = { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) };
	return { ...service, env };
}
