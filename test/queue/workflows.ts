import { swapWorkflow, type SwapOptions } from '../e2e/workflows';
import type { StoredCredential, WorkflowFile } from '../n8n/shapes';

const calledBy = (path: string) => ({
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
});

const rowsOfBody = {
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.rows', options: {} },
};

/** A call by webhook -> its rows -> Swap -> After and Failed. */
export function calledSwaps(credential: StoredCredential, path: string, options: SwapOptions): WorkflowFile {
	const plain = swapWorkflow(credential, options);
	const replaced: Record<string, object> = { Start: calledBy(path), Rows: rowsOfBody };
	return { ...plain, nodes: plain.nodes.map((node) => ({ ...node, ...replaced[node.name] })) };
}

/** The trigger -> After, for callbacks at `/webhook/<path>/callback`. */
export function triggered(credential: StoredCredential, path: string): WorkflowFile {
	const node = { typeVersion: 1, parameters: {} };
	return {
		name: 'Triggered',
		nodes: [
			{
				...node,
				id: 'trigger',
				name: 'Trigger',
				type: 'n8n-nodes-media-generation.mediaGenerationTrigger',
				position: [0, 0],
				webhookId: path,
				credentials: { mediaGenerationApi: credential },
			},
			{ ...node, id: 'after', name: 'After', type: 'n8n-nodes-base.noOp', position: [200, 0] },
		],
		connections: { Trigger: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
