import { createBreathe } from '../../../nodes/shared/async/limit';

const HELD_MS = 10;

/** A pace on a clock of its own, whose turns end when the test says so. */
function pace() {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const turns: Array<() => void> = [];
	const sleep = async () => await new Promise<void>((resolve) => void turns.push(resolve));
	const breathe = createBreathe({ sleep });
	return { breathe, turns, pass: (ms: number) => void (now += ms) };
}

afterEach(() => {
	jest.restoreAllMocks();
});

it('goes on at once as long as the process was not held for long', async () => {
	const { breathe, turns, pass } = pace();
	pass(HELD_MS - 1);
	await breathe();
	expect(turns).toHaveLength(0);
});

it('gives a turn once the process was held for long, and counts anew from its end', async () => {
	const { breathe, turns, pass } = pace();
	pass(HELD_MS);
	const breathing = breathe();
	pass(HELD_MS);
	turns[0]?.();
	await breathing;
	pass(HELD_MS - 1);
	await breathe();
	expect(turns).toHaveLength(1);
});

it('gives one turn for all items that are under way: each one of its own would hold the process for as many', async () => {
	const { breathe, turns, pass } = pace();
	pass(HELD_MS);
	const breathing = [breathe(), breathe(), breathe()];
	await new Promise(setImmediate);
	expect(turns).toHaveLength(1);
	turns[0]?.();
	await Promise.all(breathing);
	expect(turns).toHaveLength(1);
});

it('lets the items that shared a turn go on only until the process was held for long again', async () => {
	const { breathe, turns, pass } = pace();
	pass(HELD_MS);
	let goneOn = 0;
	const items = Array.from({ length: 100 }, async () => {
		await breathe();
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
	const breathe = createBreathe({ sleep });
	pass(HELD_MS);
	await expect(breathe()).resolves.toBeUndefined();
	await expect(breathe()).resolves.toBeUndefined();
});
