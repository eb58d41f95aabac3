import { faceSwap, rows, setUp, swap } from '../support/bench';

const bench = setUp();

test('a text of any length in the place of an ID harms no other: the service refuses its address alone', async () => {
	const made = await bench.engine.run(swap(), { input: rows(2) });
	const [first, second] = made.json('Node').map(({ id }) => id);
	const input = [{ id: first }, { id: 'x'.repeat(20_000) }, { id: second }];
	const settings = { onError: 'continueRegularOutput' as const };
	const result = await bench.engine.run(faceSwap('result', 'get', {}, settings), { input });
	expect(result.json('Node')).toMatchObject([
		{ id: first, status: 'completed' },
		{ error: expect.stringContaining('HTTP 431') },
		{ id: second, status: 'completed' },
	]);
});

test('an ID that the service does not know is quoted in part', async () => {
	const input = [{ id: 'y'.repeat(3_000) }];
	const settings = { onError: 'continueRegularOutput' as const };
	const result = await bench.engine.run(faceSwap('result', 'get', {}, settings), { input });
	expect(String(result.json('Node')[0]?.error).length).toBeLessThan(200);
});
