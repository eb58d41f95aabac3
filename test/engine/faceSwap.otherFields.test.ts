import { rows, setUp, swap } from '../support/bench';

const bench = setUp();
const sent = () => bench.emulator.requestsTo('specifyimage');
const input = rows(2).map((row) => ({ ...row, error: 'an earlier node said so', customer: row.row }));
const options = { includeOtherFields: true };

test('an error property of the input is not taken for a failure of this node, and nothing is paid for again', async () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const result = await bench.engine.run(swap({ options }, settings), { input });
	expect(sent()).toHaveLength(2);
	expect(result.json('Node')).toMatchObject([
		{ status: 'completed', customer: 0 },
		{ status: 'completed', customer: 1 },
	]);
});

test('nor does it bring a completed job to the error output, whatever the input is like', async () => {
	const result = await bench.engine.run(swap({ options }, { onError: 'continueErrorOutput' }), { input });
	expect(result.json('Node', 0)).toHaveLength(2);
	expect(result.json('Node', 1)).toEqual([]);
	expect(result.json('Node', 0)[0]).not.toHaveProperty('error');
});

test('what Check Only shows has them as well', async () => {
	const result = await bench.engine.run(swap({ options: { ...options, checkOnly: true } }), { input });
	expect(result.json('Node')).toMatchObject([
		{ checkOnly: true, customer: 0 },
		{ checkOnly: true, customer: 1 },
	]);
});
