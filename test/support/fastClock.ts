import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { ClientRequest, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { refreshBuild, root } from './build';
import { skipped } from './skippedTime';

type Environment = typeof import('../../nodes/shared/async/environment');

/** How many times faster a sleep ends during a long request. */
const SPEED = 20;
const startedAt = Date.now();

/** Milliseconds since the epoch by the nodes' clock. */
export const now = () => startedAt + skipped.ms;
/** Moves by integer milliseconds, like the clock of a computer. */
const forwardTo = (time: number) => void (skipped.ms += Math.max(0, Math.ceil(time - now())));

/**
 * Import this file before the engine. The nodes' clock then stands still during all work. Once all requests are
 * answered, it moves to the end of the first sleep. If the emulator holds an answer back forever, it also moves to the
 * request's deadline. So no machine is too slow for a test.
 */
refreshBuild();
for (const folder of ['dist/nodes', 'nodes']) {
	const path = join(root, folder, 'shared/async/environment');
	if (existsSync(`${path}.js`) || existsSync(`${path}.ts`)) simulate(path);
}

/** Something that waits for a time. */
interface Waiter {
	until: number;
	wake(): void;
}
const sleepers = new Set<Waiter>();
const deadlines = new Set<Waiter>();
const counts = {
	/** Requests that were sent and not answered. */
	open: 0,
	/** Requests that will get no answer. */
	held: 0,
	/** How often anything began or ended. */
	changes: 0,
};

function count(what: 'open' | 'held', exchange: ClientRequest | ServerResponse): void {
	counts[what] += 1;
	counts.changes += 1;
	exchange.once('close', () => {
		counts[what] -= 1;
		counts.changes += 1;
	});
	void goOn();
}
const sent = (message: unknown) => count('open', (message as { request: ClientRequest }).request);
const heldBack = (response: unknown) => count('held', response as ServerResponse);

const { timeout } = AbortSignal;
/** Made once, because thousands of requests are long over when their deadlines come. */
const TIME_UP = new DOMException('The time is up', 'TimeoutError');
beforeAll(() => {
	subscribe('http.client.request.start', sent);
	subscribe('emulator.holds', heldBack);
	AbortSignal.timeout = (ms) => {
		const ending = new AbortController();
		const wake = () => {
			deadlines.delete(deadline);
			clearTimeout(timer);
			forwardTo(deadline.until);
			ending.abort(TIME_UP);
		};
		const deadline = { until: now() + ms, wake };
		deadlines.add(deadline);
		const timer = setTimeout(wake, ms).unref();
		return ending.signal;
	};
});
afterAll(() => {
	unsubscribe('http.client.request.start', sent);
	unsubscribe('emulator.holds', heldBack);
	AbortSignal.timeout = timeout;
});

let isGoing = false;

/** Moves the clock while someone waits. */
async function goOn(): Promise<void> {
	if (isGoing) return;
	isGoing = true;
	while (sleepers.size > 0 || counts.held > 0) {
		const { changes } = counts;
		await pause(1);
		for (let turns = 0; turns < 3; turns++) await turn();
		if (counts.open > counts.held || counts.changes !== changes || skipped.isPaced) continue;
		const waiters = counts.held > 0 ? [...sleepers, ...deadlines] : [...sleepers];
		if (waiters.length > 0) forwardTo(Math.min(...waiters.map(({ until }) => until)));
		for (const waiter of [...sleepers, ...deadlines]) if (waiter.until <= now()) waiter.wake();
		counts.changes += 1;
	}
	isGoing = false;
}

/** Waits until the time has come, or until `slept` during a long request. */
async function sleepUntil(until: number, slept: Promise<void>): Promise<void> {
	let wake = () => {};
	const woken = new Promise<void>((resolve) => (wake = resolve));
	const sleeper = { until, wake };
	sleepers.add(sleeper);
	counts.changes += 1;
	void goOn();
	await Promise.race([slept, woken]).finally(() => {
		sleepers.delete(sleeper);
		counts.changes += 1;
	});
	forwardTo(until);
}

function simulate(path: string): void {
	jest.doMock(path, (): Environment => {
		const { createEnvironment, ...others } = jest.requireActual<Environment>(path);
		return {
			...others,
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
