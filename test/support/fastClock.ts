import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { refreshBuild, root } from './build';
import { skipped } from './skippedTime';

type Environment = typeof import('../../nodes/shared/async/environment');

/** How many times sooner a sleep is over while a request gets no answer. */
export const SPEED = 20;
const startedAt = Date.now();

/** Milliseconds since the epoch by the nodes' clock. */
export const now = () => startedAt + skipped.ms;
/** Whole milliseconds, as any clock of a computer has. */
const forwardTo = (time: number) => void (skipped.ms += Math.max(0, Math.ceil(time - now())));

/**
 * Import this file before the engine, and the nodes' clock stands still while anything is done. Once all requests are
 * answered it goes to the end of the first sleep, and a deadline that has passed sets it forward as well. So no machine is
 * too slow for a test.
 */
refreshBuild();
for (const folder of ['dist/nodes', 'nodes']) {
	const path = join(root, folder, 'shared/async/environment');
	if (existsSync(`${path}.js`) || existsSync(`${path}.ts`)) simulate(path);
}

/** Requests that were sent and not answered, and how often anything began or ended. */
let [inFlight, changes] = [0, 0];
const begun = (message: unknown) => {
	const { request } = message as { request: ClientRequest };
	inFlight += 1;
	changes += 1;
	request.once('close', () => {
		inFlight -= 1;
		changes += 1;
	});
};
const { timeout } = AbortSignal;
beforeAll(() => {
	subscribe('http.client.request.start', begun);
	AbortSignal.timeout = (ms) => {
		const until = now() + ms;
		const signal = timeout.call(AbortSignal, ms < 20_000 ? ms : Math.ceil(ms / skipped.deadlines));
		signal.addEventListener('abort', () => forwardTo(until));
		return signal;
	};
});
afterAll(() => {
	unsubscribe('http.client.request.start', begun);
	AbortSignal.timeout = timeout;
});

const sleepers = new Set<{ until: number; wake: () => void }>();
let isRunning = false;

async function wakeSleepers(): Promise<void> {
	if (isRunning) return;
	isRunning = true;
	while (sleepers.size > 0) {
		const before = changes;
		await pause(1);
		for (let turns = 0; turns < 3; turns++) await turn();
		if (inFlight > 0 || changes !== before || skipped.isPaced) continue;
		forwardTo(Math.min(...[...sleepers].map(({ until }) => until)));
		for (const { until, wake } of sleepers) if (until <= now()) wake();
		changes += 1;
	}
	isRunning = false;
}

/** Until the time has come, or until `slept` where requests get no answer. */
async function sleepUntil(until: number, slept: Promise<void>): Promise<void> {
	let wake = () => {};
	const woken = new Promise<void>((resolve) => (wake = resolve));
	const sleeper = { until, wake };
	sleepers.add(sleeper);
	changes += 1;
	void wakeSleepers();
	await Promise.race([slept, woken]).finally(() => {
		sleepers.delete(sleeper);
		changes += 1;
	});
	forwardTo(until);
}

function simulate(path: string): void {
	jest.doMock(path, (): Environment => {
		const { createEnvironment } = jest.requireActual<Environment>(path);
		return {
			createEnvironment(context) {
				const environment = createEnvironment(context);
				return {
					...environment,
					now,
					sleep: async (ms) =>
						await sleepUntil(now() + ms, environment.sleep(skipped.isPaced ? ms : ms / SPEED)),
				};
			},
		};
	});
}
