import { setTimeout as pause } from 'node:timers/promises';
import { createBreathe } from '../../../nodes/shared/run/pace';

afterEach(() => void jest.restoreAllMocks());

async function callersOf(workMs: number): Promise<string[]> {
	let now = 100;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const told: string[] = [];
	const breathe = createBreathe({
		sleep: async (ms) => {
			told.push('break');
			await pause(ms);
		},
	});
	now += 1_000;
	await Promise.all(
		['a', 'b', 'c'].map(async (caller) => {
			await breathe();
			told.push(caller);
			now += workMs;
		}),
	);
	return told;
}

test('callers that come at once have a turn of their own each, where their work is long', async () => {
	expect(await callersOf(20)).toEqual(['break', 'a', 'break', 'b', 'break', 'c']);
});

test('short work goes on in one turn', async () => {
	expect(await callersOf(1)).toEqual(['break', 'a', 'b', 'c']);
});

test('a break that a Stop ends holds nobody back', async () => {
	let now = 100;
	jest.spyOn(performance, 'now').mockImplementation(() => (now += 100));
	const sleep = jest.fn().mockRejectedValueOnce(new Error('Stopped')).mockResolvedValue(undefined);
	const breathe = createBreathe({ sleep });
	await expect(breathe()).rejects.toThrow('Stopped');
	await expect(breathe()).resolves.toBeUndefined();
});
