import type { Playground } from '../n8n/play';
import type { StoredCredential, WorkflowFile } from '../n8n/shapes';
import { swapParameters } from '../support/workflow';
import { line, locator, ours, passOn, rows as rowsOf, start, target, type LineNode } from './line';

/** A swap in a picture at an address without a server, so its result is not downloaded. */
export const providedSwap = swapParameters({
	modifyImage: locator('url', 'https://example.com/picture.png'),
});

export interface SwapOptions {
	trigger?: LineNode;
	/** The rows, or the node that returns them. */
	rows?: number | LineNode;
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	parameters?: Record<string, unknown> & { options?: object; waitOptions?: object; limits?: object };
	settings?: object;
}

/** Start -> Rows -> Swap -> After (output 0) and Failed (output 1). */
export function swapWorkflow(credential: StoredCredential, options: SwapOptions = {}): WorkflowFile {
	const { trigger = start, rows = 3, onError = 'stopWorkflow', parameters, settings } = options;
	const given = {
		...providedSwap,
		...parameters,
		options: { reference: '=row {{ $json.row }}', ...parameters?.options },
	};
	const source = typeof rows === 'number' ? rowsOf(rows) : rows;
	const swap = ours('Swap', 'faceSwap', credential, given, { onError });
	const connections = { Swap: { main: [target('After'), target('Failed')] }, After: {} };
	const plain = line([trigger, source, swap, passOn('After'), passOn('Failed')], connections);
	return { ...plain, settings: { executionOrder: 'v1', ...settings } };
}

let made = 0;

/** A swap with its own picture that suspends its run as early as it may, and the jobs that it has created so far. */
export function swapOn({ credential, emulator }: Playground, parameters: Record<string, unknown> = {}) {
	const picture = `https://example.com/swapped-${++made}.png`;
	const waitOptions = { saveAfter: 0, ...Object(parameters.waitOptions) };
	const own = { ...providedSwap, modifyImage: locator('url', picture), ...parameters, waitOptions };
	return {
		node: ours('Swap', 'faceSwap', credential, own),
		jobs: () => emulator.jobs.created().filter(({ request }) => request.modifyImage === picture),
	};
}
