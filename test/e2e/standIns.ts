import type { WorkflowFile, WorkflowNode } from '../n8n/shapes';

export type Row = Readonly<Record<string, unknown>>;

const ELSEWHERE = /^n8n-nodes-base\.(googleSheets|googleDrive|slack|rssFeedRead)$/;

/**
 * The workflow as after connecting its accounts, with nodes of n8n's own in place of those that need one: a sheet or feed
 * gives `rows`, what writes hands on its items.
 */
export function standIns(workflow: WorkflowFile, rows: readonly Row[]): WorkflowFile {
	return {
		...workflow,
		pinData: {},
		nodes: workflow.nodes.map((node) =>
			ELSEWHERE.test(node.type) ? standIn({ ...node, disabled: undefined }, rows) : node,
		),
	};
}

function standIn(node: WorkflowNode, rows: readonly Row[]): WorkflowNode {
	const isRead = node.type.endsWith('rssFeedRead') || node.parameters.operation === 'read';
	const jsCode = `return ${JSON.stringify(rows.map((json) => ({ json })))};`;
	return isRead
		? { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode }, credentials: undefined }
		: { ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {}, credentials: undefined };
}
