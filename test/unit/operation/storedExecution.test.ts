import type { IWebhookFunctions } from 'n8n-workflow';
import { resumeByCallback } from '../../../nodes/shared/operation/durable/callback/resume';
import type { SuspendedState } from '../../../nodes/shared/operation/durable/state';
import { seal } from '../../emulator/callbacks/envelope';

const keys = { clientId: 'emulator-client-0001', clientSecret: 'emulator-secret-of-32-characters' };
const state: SuspendedState = { kind: 'faceSwap', stopOnFailure: true, timeout: 30, entries: [] };

/** A call that a job has begun, as the woken node of an execution gets it; `more` is what n8n has in the context. */
function wokenBy(evaluateExpression: () => unknown, more: object): IWebhookFunctions {
	const context = {
		getNode: () => ({ id: 'swap', name: 'Swap' }),
		getExecutionId: () => '1',
		getCredentials: async () => ({ ...keys, baseUrl: 'https://example.com' }),
		getBodyData: () => seal({ _id: 'a', status: 2, type: 'faceswap', url: '' }, keys, Date.now(), '1529'),
		evaluateExpression,
		...more,
	};
	return context as unknown as IWebhookFunctions;
}

test('a call finds what its run has left without an expression, which takes all of it through a sandbox', async () => {
	const evaluate = jest.fn();
	const stored = { executionData: { contextData: { 'node:Swap': { suspended: state } } } };
	expect(await resumeByCallback(wokenBy(evaluate, { runExecutionData: stored }))).toEqual({
		webhookResponse: 'OK',
	});
	expect(evaluate).not.toHaveBeenCalled();
});

test('an n8n that keeps its data elsewhere is asked by an expression', async () => {
	const evaluate = jest.fn(() => state);
	expect(await resumeByCallback(wokenBy(evaluate, {}))).toEqual({ webhookResponse: 'OK' });
	expect(evaluate).toHaveBeenCalledTimes(1);
});
