import type { IExecuteFunctions } from 'n8n-workflow';
import { State } from '../../../nodes/shared/waiting/state';

test('equal parallel calls of an agent count as one job for Maximum Jobs', () => {
	const stored = {};
	const call = (index: number) => {
		const context: Partial<IExecuteFunctions> = {
			getNode: () => ({ id: '', name: '', typeVersion: 1, position: [0, 0], parameters: {}, type: 'test' }),
			getContext: () => stored,
			getExecutionId: () => '1',
			evaluateExpression: () => String(index),
		};
		return new State(context as IExecuteFunctions);
	};
	call(0).countJobs(1, ['a']);
	call(1).countJobs(2, ['b']);
	const [first, second] = [
		{ jobs: 1, claims: ['a'] },
		{ jobs: 2, claims: ['b'] },
	];
	expect([0, 1, 2].map((index) => call(index).others)).toEqual([[second], [first], [first, second]]);
	call(1).countJobs(3);
	expect(call(0).others).toEqual([{ ...second, jobs: 3 }]);
});

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
