import { setImmediate } from 'node:timers/promises';
import { createLimit } from '../../../nodes/shared/async/limit';

function tasks(count: number) {
	const started: number[] = [];
	const ends: Array<() => void> = [];
	let most = 0;
	let running = 0;
	const task = (n: number) => async () => {
		started.push(n);
		most = Math.max(most, ++running);
		await new Promise<void>((end) => ends.push(end));
		running--;
		if (n % 3 === 1) throw new Error(`task ${n}`);
		return n;
	};
	return { started, ends, all: Array.from({ length: count }, (_, n) => task(n)), most: () => most };
}

test('no more than so many tasks run at a time, all of them run, in their order, and one that fails frees its place', async () => {
	const { started, ends, all, most } = tasks(20);
	const limit = createLimit(4);
	const done = Promise.allSettled(all.map(limit));
	for (let ended = 0; ended < 20; ended++) {
		while (ends.length === 0) await setImmediate();
		ends.shift()?.();
		await setImmediate();
	}
	expect((await done).map(({ status }) => status)).toEqual(
		Array.from({ length: 20 }, (_, n) => (n % 3 === 1 ? 'rejected' : 'fulfilled')),
	);
	expect(most()).toBe(4);
	expect(started).toEqual(Array.from({ length: 20 }, (_, n) => n));
});
