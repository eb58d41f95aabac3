import type { IExecuteFunctions } from 'n8n-workflow';
import { whyNoReentry } from '../../../nodes/shared/n8n/reentry';

/** The context of a node in a workflow that another one called, as n8n gives it. */
const called = (others: object = {}) => {
	const context = {
		getNode: () => ({ type: 'n8n-nodes-media-generation.faceSwap' }),
		runExecutionData: { executionData: { nodeExecutionStack: [] } },
		getWorkflow: () => ({ id: 'workflow' }),
		getExecutionId: () => '7',
		getMode: () => 'integrated',
		...others,
	};
	return context as unknown as IExecuteFunctions;
};

test('a called workflow is parked where n8n waits for it', () => {
	expect(whyNoReentry(called({ customData: {} }))).toBeUndefined();
});

test.each([
	[
		'a tool of an agent',
		{ getNode: () => ({ type: 'n8n-nodes-media-generation.faceSwapTool' }) },
		'an agent waits',
	],
	['an n8n without a stack', { runExecutionData: {} }, 'does not run a node again'],
	['an n8n without what it stores', { runExecutionData: null }, 'does not run a node again'],
	['a workflow that was not saved', { getWorkflow: () => ({ id: '__EMPTY__' }) }, 'that was not saved'],
	['an execution that is not stored', { getExecutionId: () => '' }, 'that was not saved'],
	['an execution from the command line', { getMode: () => 'cli' }, 'nobody wakes up'],
])('%s is not parked, for a reason that is told', (_what, others, reason) => {
	expect(whyNoReentry(called({ customData: {}, ...others }))).toContain(reason);
});

test('it waits in memory on n8n 1, also where npm has installed a newer n8n-workflow beside the package', () => {
	expect(whyNoReentry(called())).toContain('before n8n 2.41');
});
