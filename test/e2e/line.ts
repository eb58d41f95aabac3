import type { StoredCredential, WorkflowFile } from '../n8n/shapes';
import { PACKAGE } from '../support/workflow';

/** A node of a workflow of these tests, with its settings such as onError. */
export type LineNode = { name: string; type: string; parameters?: Record<string, unknown> } & Record<
	string,
	unknown
>;

export const start: LineNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** A trigger that answers a POST immediately. */
export const webhook = (path: string, parameters: Record<string, unknown> = {}): LineNode => ({
	name: 'Start',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { path, httpMethod: 'POST', ...parameters },
});

/** The trigger of a workflow that another workflow calls with all of its items. */
export const calledTrigger: LineNode = {
	name: 'Called',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

/** A node that makes items of the given JSON by a script. */
export const script = (name: string, jsCode: string): LineNode => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});

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

/** A media parameter, or an ID, as the screen stores it. */
export const locator = (mode: 'url' | 'id' | 'binary', value: string) => ({ __rl: true, mode, value });

/** A text that the model of an agent fills in. */
export const fromModel = (key: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`Address of a picture\`, 'string') }}`;

/** A connection to a node, for the `more` of a line. */
export const target = (node: string, type = 'main') => [{ node, type, index: 0 }];

let made = 0;

/** Nodes in a line, each on the first output of the previous node. `more` holds further connections by source. */
export function line(nodes: readonly LineNode[], more: Record<string, unknown> = {}): WorkflowFile {
	made += 1;
	const pairs = nodes
		.slice(1)
		.map(({ name }, index) => [nodes[index]?.name, { main: [target(name)] }] as const);
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
