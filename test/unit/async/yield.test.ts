import { createYield } from '../../../nodes/shared/async/limit';

const HELD_MS = 10;

/** A pace on a clock of its own, whose turns end when the test says so. */
function pace() {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const turns: Array<() => void> = [];
	const sleep = async () => await new Promise<void>((resolve) => void turns.push(resolve));
	const yieldToEventLoop = createYield({ sleep });
	return { yieldToEventLoop, turns, pass: (ms: number) => void (now += ms) };
}

afterEach(() => {
	jest.restoreAllMocks();
});

it('gives a turn once the process was held for long, and counts anew from its end', async () => {
	const { yieldToEventLoop, turns, pass } = pace();
	pass(HELD_MS);
	const breathing = yieldToEventLoop();
	pass(HELD_MS);
	turns[0]?.();
	await breathing;
	pass(HELD_MS - 1);
	await yieldToEventLoop();
	expect(turns).toHaveLength(1);
});

it('lets the items that shared a turn go on only until the process was held for long again', async () => {
	const { yieldToEventLoop, turns, pass } = pace();
	pass(HELD_MS);
	let goneOn = 0;
	const items = Array.from({ length: 100 }, async () => {
		await yieldToEventLoop();
		goneOn++;
		pass(HELD_MS);
	});
	await new Promise(setImmediate);
	for (let turn = 0; goneOn < items.length; turn++) {
		const before = goneOn;
		turns[turn]?.();
		await new Promise(setImmediate);
		expect(goneOn - before).toBeLessThan(5);
	}
	await Promise.all(items);
});

it('goes on after a Stop, which ends all sleep', async () => {
	const sleep = jest.fn().mockRejectedValueOnce(new Error('Stopped')).mockResolvedValue(undefined);
	const { pass } = pace();
	const yieldToEventLoop = createYield({ sleep });
	pass(HELD_MS);
	await expect(yieldToEventLoop()).resolves.toBeUndefined();
	await expect(yieldToEventLoop()).resolves.toBeUndefined();
});
