import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { installN8n, PROJECT_FOLDER } from '../n8n/install';
import { SEARCHES, type PanelSearch } from '../support/searches';

/* The search that people use in the editor's panel: n8n's own code, over all nodes of n8n and of this package. */

const PREFIX = 'n8n-nodes-media-generation.';
const nodeType = z.object({ name: z.string(), displayName: z.string() }).passthrough();
type NodeType = z.infer<typeof nodeType>;

let modules: string;
let types: NodeType[];

beforeAll(async () => {
	modules = join((await installN8n()).folder, 'node_modules');
	const read = (folder: string, prefix: string) =>
		z
			.array(nodeType)
			.parse(JSON.parse(readFileSync(join(folder, 'dist/types/nodes.json'), 'utf8')))
			.map((type) => ({ ...type, name: prefix + type.name }));
	types = [
		...read(join(modules, 'n8n-nodes-base'), 'n8n-nodes-base.'),
		...read(join(modules, '@n8n/n8n-nodes-langchain'), '@n8n/n8n-nodes-langchain.'),
		...read(PROJECT_FOLDER, PREFIX),
	];
});

/** Whether it is first, or second after a node of n8n's own. */
function isFirst(found: string[], right: string[]): boolean {
	const place = found.findIndex((name) => right.some((one) => name === PREFIX + one));
	return place === 0 || (place === 1 && !found[0]?.startsWith(PREFIX));
}

test.each(SEARCHES)('the panel finds "%s"', (words, ...right) => {
	const { sublimeSearch } = jest.requireActual<PanelSearch>(
		join(modules, '@n8n/utils/dist/search/sublime-search.cjs'),
	);
	const items = [...new Map(types.map((type) => [type.name, type])).values()]
		.filter(({ hidden }) => hidden !== true)
		.map((type) => ({
			key: type.name,
			properties: { ...type, displayName: type.displayName.replace(/ Trigger$/, '') },
		}));
	const found = sublimeSearch(words.toLowerCase(), items).map(({ item }) => item.key);
	expect({ found: found.slice(0, 3), isFirst: isFirst(found, right) }).toMatchObject({ isFirst: true });
});
