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

const MISSING_ON_NPM = {
	linkedom: '0.18.12',
	'@langchain/core': '1.2.8',
	'@langchain/langgraph-checkpoint': '1.0.0',
	'@langchain/langgraph': '1.0.2',
};

/** n8n up to 2.8 gets xlsx from a host of its own. A newer checkpoint needs a newer core than n8n 2.0.0 names. */
const FOR_OLD = { xlsx: '0.18.5', '@langchain/langgraph-checkpoint': '1.0.0' };

/** npm has n8n 2.41.3, but these packages of it only in the versions of 2.41.1. */
const PACKAGES_OF_2_41_1 = {
	'@n8n/agents': '0.26.1',
	'@n8n/ai-node-sdk': '0.31.1',
	'@n8n/ai-utilities': '0.34.1',
	'@n8n/ai-workflow-builder': '1.41.1',
	'@n8n/api-types': '1.41.0',
	'@n8n/backend-common': '1.41.1',
	'@n8n/backend-network': '1.15.1',
	'@n8n/blob-storage': '1.9.1',
	'@n8n/chat-hub': '1.34.0',
	'@n8n/client-oauth2': '1.23.1',
	'@n8n/config': '2.39.0',
	'@n8n/decorators': '1.41.0',
	'@n8n/engine': '0.21.0',
	'@n8n/instance-ai': '1.26.1',
	'@n8n/mcp-apps': '0.18.0',
	'@n8n/n8n-nodes-langchain': '2.41.1',
	'@n8n/node-engine-compatibility': '0.9.1',
	'@n8n/task-runner': '2.41.1',
	'@n8n/telemetry': '1.9.0',
	'n8n-core': '2.41.1',
	'n8n-editor-ui': '2.41.0',
};

/** The recipe for `version`. n8n 2.0 to 2.8 runs on Node 20, and later versions need Node 24. */
export function recipeFor(version: string): Recipe {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	if (major !== 2) throw new Error(`There is no recipe to install n8n ${version}. Add one to recipes.ts.`);
	const more = version === N8N_CURRENT ? PACKAGES_OF_2_41_1 : {};
	const isOld = minor <= 8;
	const overrides = isOld ? FOR_OLD : { ...MISSING_ON_NPM, ...more };
	return { overrides, nodeVersion: isOld ? '20.20.2' : '24.21.0' };
}
