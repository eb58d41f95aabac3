import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refreshBuild, root } from './build';
import { skipped } from './skippedTime';

type Environment = typeof import('../../nodes/shared/async/environment');

/** How many times faster the nodes' clock goes. */
export const SPEED = 20;
const startedAt = Date.now();

/** Milliseconds since the epoch by the nodes' clock. */
export const now = () => startedAt + skipped.ms + (Date.now() - startedAt) * SPEED;

/**
 * Import this file before the engine, and the nodes' clock goes faster than the one on the wall: a wait that looks first
 * after a second does so after 50 ms. The emulator's jobs, and time-outs of requests, take the time that they take.
 */
refreshBuild();
for (const folder of ['dist/nodes', 'nodes']) {
	const path = join(root, folder, 'shared/async/environment');
	if (existsSync(`${path}.js`) || existsSync(`${path}.ts`)) speedUp(path);
}

function speedUp(path: string): void {
	jest.doMock(path, (): Environment => {
		const { createEnvironment } = jest.requireActual<Environment>(path);
		return {
			createEnvironment(context) {
				const environment = createEnvironment(context);
				return {
					...environment,
					now,
					sleep: async (ms) => {
						const until = now() + ms;
						await environment.sleep(ms / SPEED / skipped.hurry);
						// Sleeps at the same time set the clock forward once.
						skipped.ms += Math.max(0, until - now());
					},
				};
			},
		};
	});
}
