import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startService, type Service } from './child';
import { freePort } from '../../n8n/ports';

export interface Redis extends Service {
	/** n8n's settings for it. */
	readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);

/** A new Redis on the loopback address that keeps nothing. */
export async function startRedis(program: string, folder: string): Promise<Redis> {
	const port = await freePort();
	const options = { bind: '127.0.0.1', port, dir: folder, save: '', appendonly: 'no' };
	const service = await startService({
		command: program,
		args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
		cwd: folder,
		isUp: async () => {
			const answer = run(join(dirname(program), 'redis-cli'), ['-p', String(port), 'ping']);
			return await answer.then(
				({ stdout }) => stdout.startsWith('PONG'),
				() => false,
			);
		},
		stopSignal: 'SIGTERM',
	});
	const env = { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) };
	return { ...service, env };
}
