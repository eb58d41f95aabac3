import type { StoredCredential, WorkflowFile } from '../n8n/shapes';

/** A face of a picture that the service never has to open. */
export const FACE = { path: 'https://example.com/face.png', opts: '10,10:20,10:15,15:15,20' };

const node = (id: string, name: string, type: string, x: number, rest: object) => ({
	id,
	name,
	type,
	typeVersion: 1,
	position: [x, 0] as [number, number],
	parameters: {},
	...rest,
});

/** How a workflow of these tests differs from the plain one. */
export interface SwapOptions {
	rows?: number;
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	retryOnFail?: boolean;
	/** Of the swap; its options are added to those of the plain one. */
	parameters?: Record<string, unknown> & { options?: object; waitOptions?: object };
	settings?: object;
}

/** Start -> Rows (as many as are wanted) -> Swap, with provided faces -> After (output 0) and Failed (output 1). */
export function swapWorkflow(credential: StoredCredential, options: SwapOptions = {}): WorkflowFile {
	const { rows = 3, onError = 'stopWorkflow', retryOnFail = false, parameters, settings = {} } = options;
	const main = (name: string) => [{ node: name, type: 'main', index: 0 }];
	return {
		name: `Swaps ${Math.random().toString(36).slice(2, 8)}`,
		nodes: [
			node('start', 'Start', 'n8n-nodes-base.manualTrigger', 0, {}),
			node('rows', 'Rows', 'n8n-nodes-base.code', 200, {
				typeVersion: 2,
				parameters: { jsCode: `return Array.from({ length: ${rows} }, (_, row) => ({ json: { row } }));` },
			}),
			node('swap', 'Swap', 'n8n-nodes-media-generation.faceSwap', 400, {
				onError,
				retryOnFail,
				waitBetweenTries: 500,
				credentials: { mediaGenerationApi: credential },
				parameters: {
					whichFaces: 'provided',
					modifyImage: { __rl: true, mode: 'url', value: 'https://example.com/picture.png' },
					targetImage: JSON.stringify([FACE]),
					sourceImage: JSON.stringify([FACE]),
					// Nobody answers at the address of the picture.
					downloadResult: false,
					...parameters,
					options: { reference: '=row {{ $json.row }}', ...parameters?.options },
				},
			}),
			node('after', 'After', 'n8n-nodes-base.noOp', 600, {}),
			node('failed', 'Failed', 'n8n-nodes-base.noOp', 600, {}),
		],
		connections: {
			Start: { main: [main('Rows')] },
			Rows: { main: [main('Swap')] },
			Swap: { main: [main('After'), main('Failed')] },
		},
		settings: { executionOrder: 'v1', ...settings },
	};
}
