import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeParameters } from 'n8n-workflow';
import { root } from './build';
import { define } from './substitutes';
import type { WorkflowJson } from './workflow';

type Items = Array<Record<string, unknown>>;

/** A fake of a node: its output, or a function of its items. Items with a `json` key are used unchanged. */
export type Fake =
	Items | ((items: INodeExecutionData[], context: IExecuteFunctions) => Items | Promise<Items>);

export interface Changes {
	/** Fakes by node name or by node type. The node keeps its name, connections, and settings. */
	replace?: Record<string, Fake>;
	/** Parameters by node name, which override the file. */
	parameters?: Record<string, INodeParameters>;
	/** Texts anywhere in the file, such as addresses, and their replacements. */
	texts?: Record<string, string>;
	/** Whether nodes of other services stay disabled and sample rows pinned, as in the file. If not, all nodes run. */
	asShipped?: boolean;
}

/** Reads a workflow file, and inserts the fakes of `replace`. */
export function readExample(
	path: string,
	{ texts = {}, parameters = {}, replace = {}, asShipped = false }: Changes,
): {
	workflow: WorkflowJson;
	fakes: Map<string, INodeType>;
} {
	let text = readFileSync(join(root, path), 'utf8');
	for (const [from, to] of Object.entries(texts)) text = text.replaceAll(from, to);
	const workflow: WorkflowJson = JSON.parse(text);
	if (!asShipped) workflow.pinData = {};
	const fakes = new Map<string, INodeType>();
	const used = new Set<string>();
	workflow.nodes = workflow.nodes.map((node) => {
		const key = [node.name, node.type].find((name) => replace[name] !== undefined);
		const disabled = asShipped && node.disabled === true;
		const merged = { ...node, disabled, parameters: { ...node.parameters, ...parameters[node.name] } };
		if (key === undefined) return merged;
		used.add(key);
		const type = `fake.${node.name}`;
		fakes.set(type, fakeType(replace[key]!, /trigger$/i.test(node.type)));
		return { ...merged, type, typeVersion: 1, parameters: {} };
	});
	const names = new Set(workflow.nodes.map(({ name }) => name));
	const unknown = [
		...Object.keys(replace).filter((key) => !used.has(key)),
		...Object.keys(parameters).filter((name) => !names.has(name)),
	];
	if (unknown.length > 0) throw new Error(`${path} has no node ${unknown.join(', ')}`);
	return { workflow, fakes };
}

/** A node type that runs a fake. */
export function fakeType(fake: Fake, isTrigger = false): INodeType {
	return define(
		'fake',
		async function () {
			const given = typeof fake === 'function' ? await fake(this.getInputData(), this) : fake;
			return [
				given.map((entry): INodeExecutionData =>
					'json' in entry ? { json: {}, ...entry } : { json: JSON.parse(JSON.stringify(entry)) },
				),
			];
		},
		[],
		isTrigger ? { group: ['trigger'], inputs: [] } : {},
	);
}
