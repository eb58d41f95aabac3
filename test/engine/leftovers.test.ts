import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { refreshBuild, root } from '../support/build';

/* What is left of n8n's objects after their work, counted in a process of its own: a heap without a test around it. */

const TIMES = Number(process.env.TIMES ?? 200);

test(`after ${TIMES} runs, callbacks of a trigger and calls to a parked run nothing of n8n's is alive`, async () => {
	refreshBuild();
	const child = fork(join(root, 'test/support/leftoversChild.ts'), [String(TIMES)], {
		execArgv: ['--import', 'tsx', '--no-warnings'],
	});
	const exited = once(child, 'exit');
	const [left]: unknown[] = await Promise.race([once(child, 'message'), exited]);
	await exited;
	expect(left).toEqual({
		afterRuns: [0, 0, 0],
		afterCallbacks: [0, 0, 0],
		started: expect.any(Number),
		// What sends the call to its own address when the pause ends.
		inPause: [1, 1, 0],
		afterCalls: [0, 0, 0],
	});
	expect(Object(left).started).toBeGreaterThan(0.9 * TIMES);
}, 1_200_000);
