import { pastOf } from '../../../nodes/shared/waiting/state';
import { testBlocks } from '../../support/table';

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
