import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import { root } from '../support/build';
import { loadPackage, type LoadedPackage } from '../support/package';

const folder = join(root, 'examples');
const names = readdirSync(folder).flatMap((name) => /(.+)\.json$/.exec(name)?.[1] ?? []);

const kind = z.enum(['main', 'ai_tool', 'ai_languageModel']);
const link = z.object({ node: z.string(), type: kind, index: z.number() }).strict();
const nodeShape = z
	.object({
		id: z.string().uuid(),
		name: z.string().min(1),
		type: z.string(),
		typeVersion: z.number(),
		position: z.tuple([z.number(), z.number()]),
		parameters: z.custom<INodeParameters>((value) => typeof value === 'object' && value !== null),
		credentials: z
			.object({
				mediaGenerationApi: z.object({ id: z.literal(''), name: z.literal('Media Generation account') }),
			})
			.strict()
			.optional(),
		onError: z.enum(['continueErrorOutput', 'continueRegularOutput']).optional(),
		webhookId: z.string().uuid().optional(),
		disabled: z.literal(true).optional(),
		executeOnce: z.literal(true).optional(),
		notes: z.string().optional(),
		notesInFlow: z.literal(true).optional(),
	})
	.strict();
const fileShape = z
	.object({
		name: z.string().min(1),
		nodes: z.array(nodeShape),
		connections: z.record(z.record(kind, z.array(z.array(link)))),
		settings: z.object({ executionOrder: z.literal('v1') }).strict(),
		pinData: z.record(z.array(z.object({ json: z.record(z.unknown()) }).strict()).min(1)),
	})
	.strict();

/** The nodes of n8n that examples may use. */
const n8nNodes = readFileSync(join(__dirname, 'nodes.txt'), 'utf8').split('\n');
const textOf = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8');
const read = (name: string) => fileShape.parse(JSON.parse(textOf(name)));
const OWN = 'n8n-nodes-media-generation.';
const BASE = 'n8n-nodes-base.';
/** Nodes that fail without an account, an address or a folder of yours. Only the agent reaches its model and bot. */
const needsAnAccount =
	/^n8n-nodes-base\.(googleSheets|googleDrive|httpRequest|slack|rssFeedRead|readWriteFile)$|langchain\.agent$/;
const isNote = ({ type }: { type: string }) => type === `${BASE}stickyNote`;

describe.each(names)('examples/%s.json', (name) => {
	test('opens with a sticky note about its purpose and the fields to fill in', () => {
		const [first] = read(name).nodes;
		expect(first).toMatchObject({ type: `${BASE}stickyNote`, name: 'About' });
		expect(first?.parameters.content).toMatch(/^## .+\n.+\n/);
		expect(first?.parameters.content).toContain('**Fill in**');
		expect(String(first?.parameters.content).length).toBeLessThan(1600);
	});

	test('names only existing nodes and examples in its note', () => {
		const { nodes } = read(name);
		const content = String(nodes[0]?.parameters.content);
		const isThere = [
			...nodes.map((node) => node.name),
			...names.map((each) => read(each).name.split(':')[0]),
			...'Orders,Results,One New Face for Everyone,Choose Faces,In Order,Callback,Detect…'.split(','),
		];
		const named = [...content.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map((match) => match[1]);
		expect(named.filter((each) => !isThere.includes(each ?? ''))).toEqual([]);
	});

	test('can be imported, because names, IDs and places are unique and connections join existing nodes', () => {
		const { nodes, connections } = read(name);
		const distinct = (values: unknown[]) => expect(new Set(values.map(String)).size).toBe(nodes.length);
		distinct(nodes.map((node) => node.name));
		distinct(nodes.map(({ id }) => id));
		distinct(nodes.map(({ position }) => position));
		const links = Object.values(connections).flatMap((outputs) => Object.values(outputs).flat(2));
		const connected = new Set([...Object.keys(connections), ...links.map(({ node }) => node)]);
		const others = nodes.filter((node) => !isNote(node)).map((node) => node.name);
		expect([...connected].sort()).toEqual(others.sort());
	});

	test('reads from left to right, and no node lies under its note', () => {
		const { nodes, connections } = read(name);
		const at = (node: string) => nodes.find((each) => each.name === node)?.position[0] ?? NaN;
		for (const [from, { main = [] }] of Object.entries(connections)) {
			// A wait leads back into its loop.
			if (nodes.some(({ name, type }) => name === from && type.endsWith('.wait'))) continue;
			for (const { node } of main.flat()) expect(at(node)).toBeGreaterThan(at(from));
		}
		const [note, ...others] = nodes;
		const bottom = (note?.position[1] ?? 0) + Number(note?.parameters.height);
		for (const { position } of others) expect(position[1]).toBeGreaterThanOrEqual(bottom);
	});

	test('runs as shipped, because one click reaches no node that needs another account, and its note says so', () => {
		const { nodes, pinData, connections } = read(name);
		const elsewhere = nodes.filter(({ type }) => needsAnAccount.test(type));
		const manual = nodes.filter(({ type }) => type === `${BASE}manualTrigger`);
		const reached = new Set(manual.map((each) => each.name));
		for (const each of reached)
			for (const { node } of connections[each]?.main?.flat() ?? []) reached.add(node);
		for (const node of elsewhere) {
			const isPinned = pinData[node.name] !== undefined;
			const isOff = !isPinned && (reached.size === 0 || reached.has(node.name));
			expect([node.name, node.disabled === true, node.notesInFlow]).toEqual([node.name, isOff, true]);
			expect(node.notes).toMatch(
				isPinned
					? /^Sample .+ are pinned: unpin them after /
					: /^(Connect your account|Enable it after (connecting your account|checking the folder))$/,
			);
		}
		expect(nodes.filter((node) => node.disabled && !elsewhere.includes(node))).toEqual([]);
		const hasSamples = nodes.some((node) => node.name.startsWith('Sample '));
		const isChanged = hasSamples || elsewhere.length > 0 || Object.keys(pinData).length > 0;
		expect(String(nodes[0]?.parameters.content).includes('**Try it** as it is: ')).toBe(isChanged);
	});

	test('connects the error output of each node that has one, as one that writes files has', () => {
		const { nodes, connections } = read(name);
		const open = nodes
			.filter(({ onError, type }) => onError === 'continueErrorOutput' || /readWriteFile$/.test(type))
			.filter((node) => !node.onError || (connections[node.name]?.main?.[1] ?? []).length === 0)
			.map((node) => node.name);
		expect(open).toEqual([]);
	});

	test('holds no address that you have to replace to try it, no secrets and no credentials of other services', () => {
		const hosts = [...textOf(name).matchAll(/\b(?:https?|wss?):\/\/([^/"\\\s]+)/g)].map((match) => match[1]);
		expect(hosts.filter((host) => host !== 'blog.n8n.io')).toEqual([]);
		expect(textOf(name)).not.toMatch(/[\w.]+@[\w.]+|secret|token|\/tmp\/|\/home\/(?!node\/\.n8n-files)/i);
	});
});

/** The paths of values that another value does not have. */
function pathsMissing(given: unknown, known: unknown, path: string): string[] {
	if (known === undefined) return [path];
	if (typeof given !== 'object' || given === null) return [];
	return Object.entries(given).flatMap(([name, value]) =>
		pathsMissing(value, Object(known)[name], path === '' ? name : `${path}.${name}`),
	);
}

describe('the nodes of the examples', () => {
	let loaded: LoadedPackage;
	beforeAll(async () => {
		loaded = await loadPackage();
	});
	const all = names.flatMap((name) => read(name).nodes.map((node): [string, INode] => [name, node]));
	const own = all.filter(([, { type }]) => type.startsWith(OWN));
	/** An agent's tool is made from the node. */
	const typeOf = ({ type }: INode) => loaded.nodes.get(type.replace(/Tool$/, ''));

	/** The parameters that n8n drops because the node has or shows no such field. They are mostly misspelled. */
	function unknownParameters(node: INode): string[] {
		const { description } = NodeHelpers.getVersionedNodeType(typeOf(node)!, node.typeVersion);
		const { properties } = description;
		const known = NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description);
		return pathsMissing(node.parameters, known, '');
	}

	test('have types and versions that this package or n8n has', () => {
		const unknown = all.filter(([, node]) => {
			const { type, typeVersion } = node;
			const ofN8n = n8nNodes.find((line) => line.startsWith(`${type} `))?.split(' ');
			const nodeType = typeOf(node);
			const version = nodeType && NodeHelpers.getVersionedNodeType(nodeType).description.version;
			return !(ofN8n ?? [version].flat().map(String)).includes(String(typeVersion));
		});
		expect(unknown.map(([name, node]) => `${name}: ${node.type} ${node.typeVersion}`)).toEqual([]);
	});

	test('have the credential, and only parameters that their operation shows', () => {
		const unknown = own.flatMap(([name, node]) => unknownParameters(node).map((path) => `${name}: ${path}`));
		expect(unknown).toEqual([]);
		const withoutKeys = own.filter(([, node]) => node.credentials === undefined).map(([, { type }]) => type);
		expect(new Set(withoutKeys)).toEqual(new Set([`${OWN}faceMapper`]));
	});
});

test('every example has a test that runs it, and a line in the list', () => {
	const tests = readdirSync(__dirname)
		.filter((file) => file.endsWith('.test.ts') && file !== 'files.test.ts')
		// An agent, n8n's own tables and n8n's API need a real n8n.
		.concat(['approval', 'dataTables', 'examples', 'n8nAgents'].map((suite) => `../e2e/${suite}.e2e.ts`))
		.concat('../queue/healer.ts')
		.map((file) => readFileSync(join(__dirname, file), 'utf8'))
		.join();
	const list = readFileSync(join(folder, 'README.md'), 'utf8');
	expect(names.filter((name) => !new RegExp(`'${name}[':]`).test(tests))).toEqual([]);
	const listed = [...list.matchAll(/\]\(([\w-]+)\.json\)/g)].map((match) => match[1]);
	expect(listed.sort()).toEqual([...names].sort());
});
