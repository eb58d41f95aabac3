import { FACES, rows, setUp } from '../support/bench';
import { chain, node } from '../support/engine';

/* What concerns the whole run is a failure of each item, where the node goes on past failures. */

const bench = setUp({ jobMs: 60_000 });

const run = async (waitUsing: string, onError: 'continueRegularOutput' | 'continueErrorOutput') => {
	const swap = node('Swap', 'faceSwap', {
		resource: 'faceSwap',
		operation: 'swapImage',
		whichFaces: 'provided',
		modifyImage: '={{ $json.picture }}',
		targetImage: JSON.stringify(FACES.targetImage),
		sourceImage: JSON.stringify(FACES.sourceImage),
		waitUsing,
		options: { maxConcurrent: 1 },
	});
	const type = bench.engine.fake(`before-${waitUsing}-${onError}`, (items) => items);
	const before = { ...swap, name: 'Before', type, parameters: {} };
	const result = await bench.engine.run(chain(before, { ...swap, onError }), { input: rows(2) });
	const [good, bad] = [result.json('Swap'), result.json('Swap', 1)];
	return onError === 'continueErrorOutput' ? { good, failed: bad } : { good: [], failed: good };
};

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('with On Error %s', (onError) => {
	test('a wait that is refused fails every item, and nothing is created', async () => {
		const { length } = bench.created;
		const saved = bench.engine.readCredential();
		bench.engine.saveCredential({ ...saved, baseUrl: 'https://service.example.com' });
		const { good, failed } = await run('callback', onError);
		bench.engine.saveCredential(saved);
		expect(good).toEqual([]);
		expect(failed).toEqual(
			Array(2).fill(
				expect.objectContaining({
					error: expect.stringContaining("which the service can't reach"),
					details: expect.objectContaining({ submitted: 'no' }),
				}),
			),
		);
		expect(bench.created).toHaveLength(length);
	});
});
