/**
 * What it takes to install one n8n version. Some published versions name dependencies that npm can't get
 * (withdrawn, or only on a file server), so those are overridden; the database driver and the sandbox have
 * native parts that are built for the Node binary that will run them.
 */
export interface Recipe {
	/** The Node release that runs this n8n, exact. */
	readonly nodeVersion: string;
	/** npm `overrides` of the folder that n8n is installed into. */
	readonly overrides: Readonly<Record<string, string>>;
	/** Packages whose install scripts must run, for their native parts. */
	readonly native: readonly string[];
	/** Settings that this n8n needs with what is installed here. */
	readonly env?: Readonly<Record<string, string>>;
	/** What a first installation took on two cores, for the word that is printed. */
	readonly minutes: number;
}

/** The newest n8n that this package is tried on, and the last line of the version before. */
export const N8N_CURRENT = '2.41.1';
export const N8N_PREVIOUS = '1.123.81';

const NODE_20 = '20.20.2';
const NODE_24 = '24.21.0';

const NATIVE = ['sqlite3', 'isolated-vm'] as const;

const first: Omit<Recipe, 'nodeVersion'> = {
	// A later checkpoint wants a newer core than the one that this n8n brings; a later sandbox needs Node 22.
	overrides: { xlsx: '0.18.5', '@langchain/langgraph-checkpoint': '1.0.0', 'isolated-vm': '5.0.4' },
	native: NATIVE,
	// With the earlier sandbox n8n's newer engine of expressions gives nothing for `$('Node')`, and says nothing.
	env: { N8N_EXPRESSION_ENGINE: 'legacy' },
	minutes: 4,
};

const second: Omit<Recipe, 'nodeVersion'> = {
	overrides: {
		linkedom: '0.18.12',
		'@langchain/core': '1.2.8',
		'@langchain/langgraph-checkpoint': '1.0.0',
		'@langchain/langgraph': '1.0.2',
	},
	native: NATIVE,
	minutes: 5,
};

/** The recipe for `version`: n8n 1.x runs on Node 20, 2.x up to 2.8 too, later ones need Node 24. */
export function recipeFor(version: string): Recipe {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	if (major === 1) {
		return { ...first, nodeVersion: NODE_20 };
	}
	if (major === 2) return { ...second, nodeVersion: minor <= 8 ? NODE_20 : NODE_24 };
	throw new Error(`There is no recipe to install n8n ${version}. Add one to recipes.ts.`);
}
