import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { leadToErrorOutput } from '../../../nodes/shared/n8n/errorOutput';

const failed = (): INodeExecutionData => ({ json: { error: 'No face', details: { submitted: 'no' } } });

function led(item: INodeExecutionData, onError = 'continueErrorOutput', source: object | null = {}) {
	const context = {
		getNode: () => ({ name: 'Swap', type: 'x', typeVersion: 1, position: [0, 0], parameters: {}, onError }),
		getExecuteData: () => ({ source }),
	} as unknown as IExecuteFunctions;
	return leadToErrorOutput(context, [item])[0];
}

test('a failed item has an error that a copy of it has not', () => {
	const item = led(failed());
	expect(item?.error?.message).toBe('No face');
	expect(Object.keys(item ?? {})).toEqual(['json']);
});

test.each<[string, INodeExecutionData]>([
	['a result', { json: { id: 'a', status: 'completed' } }],
	['a result with a field of that name', { json: { id: 'a', error: 'No face', details: {} } }],
	['an item of another node that failed', { json: { error: 'No face' } }],
	['a failure whose error is no text', { json: { error: { message: 'No face' }, details: {} } }],
])('%s has none', (_name, item) => {
	expect(led(item)?.error).toBeUndefined();
});

test('so it is only for a node with an error output, and one before it', () => {
	expect(led(failed(), 'continueRegularOutput')?.error).toBeUndefined();
	expect(led(failed(), 'continueErrorOutput', null)?.error).toBeUndefined();
});
