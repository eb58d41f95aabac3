import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { root } from './build';
import type { WorkflowJson } from './workflow';

export interface Changes {
	/** Parameters by node name, which override the file. */
	parameters?: Record<string, INodeParameters>;
}

/** Reads a workflow file. All its nodes run, also those that the file disables or pins because they need an account. */
export function readExample(path: string, { parameters = {} }: Changes = {}): WorkflowJson {
	const workflow: WorkflowJson = JSON.parse(readFileSync(join(root, path), 'utf8'));
	const names = new Set(workflow.nodes.map(({ name }) => name));
	const unknown = Object.keys(parameters).filter((name) => !names.has(name));
	if (unknown.length > 0) throw new Error(`${path} has no node ${unknown.join(', ')}`);
	const nodes = workflow.nodes.map((node) => ({
		...node,
		disabled: false,
		parameters: { ...node.parameters, ...parameters[node.name] },
	}));
	return { ...workflow, nodes, pinData: {} };
}
