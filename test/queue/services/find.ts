import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ProgramOptions } from '../../n8n/program';

export interface Found {
	readonly redis: string;
	/** The folder of initdb and postgres. */
	readonly postgresBin: string;
	/** Postgres refuses to run as root. */
	readonly postgresAccount?: ProgramOptions['account'];
}

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

function folderWith(program: string, more: readonly string[] = []): string | undefined {
	const folders = [...more, ...(process.env.PATH ?? '').split(delimiter)];
	return folders.find((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** Debian keeps each release in its own folder, outside PATH. The newest comes first. */
function debianFolders(): string[] {
	if (!existsSync(DEBIAN_POSTGRES)) return [];
	const releases = readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a));
	return releases.map((release) => join(DEBIAN_POSTGRES, release, 'bin'));
}

function accountOf(name: string): ProgramOptions['account'] {
	const number = (flag: string) =>
		Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
	try {
		return { uid: number('-u'), gid: number('-g') };
	} catch {
		return undefined;
	}
}

/** The programs for queue mode, or a sentence for each missing program. Debian: redis-server, postgresql. */
export function findServices(): Found | readonly string[] {
	const redisFolder = folderWith('redis-server');
	const postgresBin = folderWith('initdb', debianFolders());
	const isRoot = process.getuid?.() === 0;
	const postgresAccount = isRoot ? (accountOf('postgres') ?? accountOf('nobody')) : undefined;
	const missing = [
		...(redisFolder === undefined ? ['redis-server is not installed (Debian: redis-server)'] : []),
		...(postgresBin === undefined ? ['PostgreSQL is not installed (Debian: postgresql)'] : []),
		...(isRoot && !postgresAccount ? ['there is no account to run PostgreSQL under'] : []),
	];
	if (redisFolder === undefined || postgresBin === undefined || missing.length > 0) return missing;
	return { redis: join(redisFolder, 'redis-server'), postgresBin, postgresAccount };
}
