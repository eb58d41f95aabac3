import packages from './overrides.json';

/**
 * How to install one n8n version. A recipe overrides dependencies that a published version names but npm does not have.
 * The database driver and the sandbox have native parts, built for the Node binary that will run them.
 */
export interface Recipe {
	readonly nodeVersion: string;
	readonly overrides: Readonly<Record<string, string>>;
}

/** The newest n8n that npm has. The suites try the package on it. */
export const N8N_CURRENT = '2.41.3';

/** The oldest n8n 2. A smoke of each promise runs on it, too. */
export const N8N_OLDEST = '2.0.0';

/** The packages whose install scripts must run, because of their native parts. */
export const NATIVE = ['sqlite3', 'isolated-vm'];

/** The recipe for `version`. n8n 2.0 to 2.8 runs on Node 20, and later versions need Node 24. */
export function recipeFor(version: string): Recipe {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	if (major !== 2) throw new Error(`There is no recipe to install n8n ${version}. Add one to recipes.ts.`);
	// npm has n8n 2.41.3, but many of its packages only in the versions of 2.41.1.
	const more = version === N8N_CURRENT ? packages[N8N_CURRENT] : {};
	const isOld = minor <= 8;
	// The old gets xlsx from a host of its own, and a newer checkpoint needs a newer core than n8n 2.0.0 names.
	const overrides = isOld ? packages['up to 2.8'] : { ...packages['from 2.9'], ...more };
	return { overrides, nodeVersion: isOld ? '20.20.2' : '24.21.0' };
}
