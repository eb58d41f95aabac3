import type { StoredCredential, WorkflowFile } from '../n8n/shapes';

/** A node of a workflow of these tests, with what n8n knows beside its parameters: onError, retryOnFail, ... */
export type LineNode = { name: string; type: string; parameters?: Record<string, unknown> } & Record<
	string,
	unknown
>;

export const PACKAGE = 'n8n-nodes-media-generation';

export const start: LineNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** A node that makes items of the given JSON by a script. */
export const script = (name: string, jsCode: string): LineNode => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});

/** A node that gives `count` items `{ row }`. */
export const rows = (count: number): LineNode =>
	script('Rows', `return Array.from({ length: ${count} }, (_, row) => ({ json: { row } }));`);

export const passOn = (name: string): LineNode => ({ name, type: 'n8n-nodes-base.noOp' });

/** A node of this package, by its short name. */
export const ours = (
	name: string,
	type: string,
	credential: StoredCredential,
	parameters: Record<string, unknown> = {},
	rest: Record<string, unknown> = {},
): LineNode => ({
	name,
	type: `${PACKAGE}.${type}`,
	credentials: { mediaGenerationApi: credential },
	parameters,
	...rest,
});

/** A media parameter, or an id, as the screen stores it. */
export const locator = (mode: 'url' | 'id' | 'binary', value: string) => ({ __rl: true, mode, value });

let made = 0;

/** Nodes one after the other, each on the first output of the one before; `more` are further connections by source. */
export function line(nodes: readonly LineNode[], more: Record<string, unknown> = {}): WorkflowFile {
	made += 1;
	const to = (node: LineNode) => ({ main: [[{ node: node.name, type: 'main', index: 0 }]] });
	const pairs = nodes.slice(0, -1).map((node, index) => [node.name, to(nodes[index + 1]!)] as const);
	return {
		name: `Line ${made}`,
		nodes: nodes.map((node, index) => ({
			id: `00000000-0000-4000-8000-${String(made * 100 + index).padStart(12, '0')}`,
			typeVersion: 1,
			position: [index * 200, 0],
			parameters: {},
			...node,
		})),
		connections: { ...Object.fromEntries(pairs), ...more },
		settings: { executionOrder: 'v1' },
	};
}

/** A connection of one output, for `more`. */
export const target = (node: string, type = 'main') => [{ node, type, index: 0 }];
