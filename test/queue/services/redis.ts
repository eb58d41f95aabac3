import { connect } from 'node:net';
import { startService, type Service } from './child';
import { freePort } from '../../n8n/ports';

export interface Redis extends Service {
	/** n8n's settings for it. */
	readonly env: Readonly<Record<string, string>>;
}

/** A new Redis on the loopback address that keeps nothing. */
export async function startRedis(program: string, folder: string): Promise<Redis> {
	const port = await freePort();
	const options = { bind: '127.0.0.1', port, dir: folder, save: '', appendonly: 'no' };
	const service = await startService({
		command: program,
		args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
		cwd: folder,
		isUp: async () => await answersPing(port),
		stopSignal: 'SIGTERM',
	});
	const env = { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) };
	return { ...service, env };
}

async function answersPing(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		const end = (answer: boolean) => {
			socket.destroy();
			resolve(answer);
		};
		socket.on('data', (data: Buffer) => end(data.toString().startsWith('+PONG')));
		socket.on('error', () => end(false));
	});
}
