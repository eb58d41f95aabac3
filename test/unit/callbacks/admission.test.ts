import { createAdmission } from '../../../nodes/shared/callbacks';

const LIMITS = { signed: 2, plain: 1, mostPlain: 3 };
const plain = { signed: false };
const signed = { signed: true };

/** Tasks that end when the test says so. */
function tasks() {
	const ends: Array<(error?: Error) => void> = [];
	const task = async () =>
		await new Promise<string>((resolve, reject) =>
			ends.push((error) => (error ? reject(error) : resolve('done'))),
		);
	return { ends, task };
}
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

test('signed callbacks have their turn whatever number of plain ones is waiting', async () => {
	const admission = createAdmission(LIMITS);
	const { ends, task } = tasks();
	const waiting = Array.from({ length: 3 }, async () => await admission(plain, task));
	const taken = admission(signed, async () => 'taken');
	expect(await taken).toBe('taken');
	expect(ends).toHaveLength(1);
	for (let count = 0; count < 3; count++) {
		ends[count]?.();
		await settled();
	}
	expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
});

test('one plain callback too many is told so at once, and has no turn later', async () => {
	const admission = createAdmission(LIMITS);
	const { ends, task } = tasks();
	const waiting = Array.from({ length: 3 }, async () => await admission(plain, task));
	let isRun = false;
	expect(await admission(plain, async () => (isRun = true))).toBeUndefined();
	for (let count = 0; count < 3; count++) {
		ends[count]?.();
		await settled();
	}
	await Promise.all(waiting);
	expect(isRun).toBe(false);
});

test('the count of plain callbacks under way goes down again, also when one fails', async () => {
	const admission = createAdmission(LIMITS);
	const { ends, task } = tasks();
	for (let round = 0; round < 5; round++) {
		const waiting = Array.from({ length: 3 }, async () => await admission(plain, task).catch(() => 'failed'));
		for (let count = 0; count < 3; count++) {
			ends[round * 3 + count]?.(count === 1 ? new Error('no') : undefined);
			await settled();
		}
		expect(await Promise.all(waiting)).toEqual(['done', 'failed', 'done']);
	}
});
