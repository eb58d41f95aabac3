import { takeTurn } from '../../../nodes/shared/operation/durable/callback/turns';

/** A run whose looks and rests end when the test says so. */
function startRun() {
	const key = `run ${Math.random()}`;
	const rests: Array<() => void> = [];
	let looks = 0;
	const call = (found: () => string | undefined = () => undefined) =>
		takeTurn(
			key,
			async () => {
				looks += 1;
				return found();
			},
			async () => await new Promise<void>((done) => rests.push(done)),
		);
	const settle = async () => await new Promise((done) => setImmediate(done));
	return {
		call,
		looks: () => looks,
		settle,
		async rested() {
			await settle();
			rests.shift()?.();
			await settle();
		},
	};
}

test('a burst of calls costs one look, and one more after a rest', async () => {
	const run = startRun();
	const calls = Array.from({ length: 50 }, async () => await run.call());
	await run.settle();
	expect(run.looks()).toBe(1);
	await run.rested();
	expect(run.looks()).toBe(2);
	expect(await Promise.all(calls)).toEqual(Array(50).fill(undefined));
});

test('a call in the rest after a look waits for its end; one after it looks at once', async () => {
	const run = startRun();
	await run.call();
	const late = run.call(() => 'done');
	await run.settle();
	expect(run.looks()).toBe(1);
	await run.rested();
	expect(await late).toBe('done');
	await run.rested();
	expect(await run.call(() => 'again')).toBe('again');
});

test('who waits while a look wakes the run up has to try again, and then looks: n8n may not have gone on', async () => {
	const run = startRun();
	const first = run.call(() => 'done');
	const second = run.call(() => 'done');
	void second.catch(() => undefined);
	await run.rested();
	expect(await first).toBe('done');
	await expect(second).rejects.toThrow('woken the run up');
	expect(run.looks()).toBe(1);
	expect(await run.call(() => 'done')).toBe('done');
	expect(run.looks()).toBe(2);
});

test('a look that fails is the failure of its call; who waits looks for itself', async () => {
	const run = startRun();
	const first = run.call(() => {
		throw new Error('The service can not be asked');
	});
	const second = run.call(() => 'done');
	await expect(first).rejects.toThrow('can not be asked');
	await run.rested();
	expect(await second).toBe('done');
});
