import { execFile } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Found } from './find';
import { startProgram, type Program } from '../../n8n/program';
import { freePort } from '../../support/listen';

export interface Postgres extends Program {
	/** n8n's settings for it. */
	readonly env: Readonly<Record<string, string>>;
	/** The only column of the rows that a statement returns. */
	query(sql: string): Promise<string[]>;
}

const run = promisify(execFile);
const USER = 'n8n';

/** A new PostgreSQL in `folder`, on the loopback address. Its data need not survive a power cut. */
export async function startPostgres(found: Found, folder: string): Promise<Postgres> {
	const { postgresBin: bin, postgresAccount: account } = found;
	if (account) await chown(folder, account.uid, account.gid);
	const data = join(folder, 'data');
	const options = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
	await run(join(bin, 'initdb'), ['-D', data, '-U', USER, ...options], { cwd: folder, ...account });
	const port = await freePort();
	const service = await startProgram({
		command: join(bin, 'postgres'),
		args: ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'fsync=off'],
		cwd: folder,
		account,
		isUp: async () => await run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]),
		// PostgreSQL ends its open sessions, and then itself.
		stopSignal: 'SIGINT',
	});
	const env = {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: USER,
		DB_POSTGRESDB_PASSWORD: 'not-asked-for',
	};
	const query = async (sql: string) => {
		const place = ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', 'postgres'];
		const { stdout } = await run(join(bin, 'psql'), [...place, '--tuples-only', '--no-align', '-c', sql]);
		return stdout.split('\n').filter((line) => line !== '');
	};
	return { ...service, env, query };
}
