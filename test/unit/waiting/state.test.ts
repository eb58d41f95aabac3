import type { IExecuteFunctions } from 'n8n-workflow';
import { pastOf, State } from '../../../nodes/shared/waiting/state';
import { testBlocks } from '../../support/table';

const USED_UP = [false, false, true];

test('Retry on Fail has all its tries in each execution and round, and equal rows of all rounds are counted on', () => {
	const stored = {};
	let round = 0;
	const tries = (executionId: string) => {
		const node = { type: 'test', retryOnFail: true, maxTries: 2 };
		const context: Partial<IExecuteFunctions> = {
			getNode: () => ({ id: '', name: '', typeVersion: 1, position: [0, 0], parameters: {}, ...node }),
			getContext: () => stored,
			getExecutionId: () => executionId ?? undefined,
			evaluateExpression: () => String(round),
		};
		return [1, 2, 3].map(() => {
			const state = new State(context as IExecuteFunctions);
			state.begin();
			// Each try counts its equal rows from the first.
			expect([state.count('row'), state.count('row')]).toEqual([2 * round, 2 * round + 1]);
			return state.areTriesUsedUp;
		});
	};
	expect([tries('1'), tries('2')]).toEqual([USED_UP, USED_UP]);
	for (round = 1; round < 4; round++) expect(tries('2')).toEqual(USED_UP);
});

testBlocks(__dirname, 'states.txt', async (situation) => {
	const { executionId = '1', index = 0, node, ...stored } = JSON.parse(situation);
	const entry = { node: {}, data: {}, metadata: { forwardAllOutputs: true } };
	const context = {
		...{ getNode: () => ({ type: 'test', ...node }), getContext: () => stored },
		...{ getExecutionId: () => executionId ?? undefined, evaluateExpression: () => String(index) },
		...{ getExecuteData: () => entry, runExecutionData: { executionData: {} } },
	};
	const state = pastOf(context as never)!;
	const told = [`saved ${JSON.stringify(state.saved)}, retry ${state.isRetry}, ${JSON.stringify(state.run)}`];
	told.push(`enters ${entry.metadata.forwardAllOutputs ? 'for the first time' : 'again'}`);
	const { jobsBefore } = state;
	state.begin();
	const counts = ['a', 'a', 'b'].map((hash) => state.count(hash));
	told.push(
		`equal rows before ${counts.join(', ')}; ${state.areTriesUsedUp ? 'tries are used up' : 'tries are left'}`,
	);
	state.noteSent(3, { name: 'job a', by: 'row', request: 'ab' });
	state.countJobs(7);
	return [...told, `jobs before ${jobsBefore}, then ${state.jobsBefore}`, JSON.stringify(stored)];
});
