import { inTurn } from '../../../nodes/MediaGenerationTrigger/decide';

/** As many plain callbacks as are taken at a time. */
const MANY = 100;

/** Plain callbacks whose tasks end when the test says so. */
function start(count: number) {
	const ends: Array<(error?: Error) => void> = [];
	const task = async () =>
		await new Promise<string>((resolve, reject) =>
			ends.push((error) => (error ? reject(error) : resolve('done'))),
		);
	const waiting = Array.from({ length: count }, async () => await inTurn(false, task).catch(() => 'failed'));
	/** Ends all tasks, some of them with an error. */
	const end = async (fails: (index: number) => boolean = () => false) => {
		for (let index = 0; index < count; index++) {
			while (ends[index] === undefined) await settled();
			ends[index]?.(fails(index) ? new Error('no') : undefined);
		}
		return await Promise.all(waiting);
	};
	return { ends, end };
}
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

test('signed callbacks have their turn whatever number of plain ones is waiting', async () => {
	const plain = start(MANY);
	expect(await inTurn(true, async () => 'taken')).toBe('taken');
	expect(plain.ends).toHaveLength(10);
	expect(new Set(await plain.end())).toEqual(new Set(['done']));
});

test('one plain callback too many is told so at once, and has no turn later', async () => {
	const plain = start(MANY);
	let isRun = false;
	await expect(inTurn(false, async () => (isRun = true))).rejects.toThrow('too many callbacks');
	await plain.end();
	expect(isRun).toBe(false);
});

test('the count of plain callbacks under way goes down again, also when one fails', async () => {
	for (let round = 0; round < 3; round++) {
		const plain = start(MANY);
		const ended = await plain.end((index) => index % 3 === 1);
		expect(ended.filter((each) => each === 'failed')).toHaveLength(33);
	}
});
