import type { IExecuteFunctions } from 'n8n-workflow';
import { State } from '../../../nodes/shared/waiting/state';

test('Retry on Fail has all its tries in each execution, also after an earlier execution used them up', () => {
	const stored = {};
	const tries = (executionId: string) => {
		const node = { type: 'test', retryOnFail: true, maxTries: 2 };
		const context: Partial<IExecuteFunctions> = {
			getNode: () => ({ id: '', name: '', typeVersion: 1, position: [0, 0], parameters: {}, ...node }),
			getContext: () => stored,
			getExecutionId: () => executionId,
			evaluateExpression: () => '0',
		};
		return [1, 2, 3].map(() => {
			const state = new State(context as IExecuteFunctions);
			state.begin();
			// Each try counts its equal rows from the first.
			expect([state.count('row'), state.count('row')]).toEqual([0, 1]);
			return state.areTriesUsedUp;
		});
	};
	expect([tries('1'), tries('2')]).toEqual([
		[false, false, true],
		[false, false, true],
	]);
});
