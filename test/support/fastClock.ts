import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { ClientRequest, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { refreshBuild, root } from './build';
import { clock, type Waiter } from './clock';

type Environment = typeof import('../../nodes/shared/async/environment');

/** How many times faster a sleep ends during a long request. */
const SPEED = 20;

/** Milliseconds since the epoch by the nodes' clock. */
export const { now } = clock;

/**
 * Import this file before the engine. The nodes then have the clock of the tests, which stands still until all requests are
 * answered. If the emulator holds an answer back forever, it also moves to the request's deadline.
 */
refreshBuild();
for (const folder of ['dist/nodes', 'nodes']) {
	const path = join(root, folder, 'shared/async/environment');
	if (existsSync(`${path}.js`) || existsSync(`${path}.ts`)) simulate(path);
}

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
// The nodes' deadlines share timers by it. Node's fetch reports to it.
Object.assign(globalThis, { performance: { now, markResourceTiming: () => undefined } });
beforeAll(() => {
	subscribe('http.client.request.start', sent);
	subscribe('emulator.holds', heldBack);
	AbortSignal.timeout = (ms) => {
		const ending = new AbortController();
		const wake = () => {
			deadlines.delete(deadline);
			clearTimeout(timer);
			clock.forwardTo(deadline.at);
			ending.abort();
		};
		const deadline = { at: now() + ms, wake };
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
	while (clock.hasSleepers || counts.held > 0) {
		const { changes } = counts;
		await pause(1);
		for (let turns = 0; turns < 3; turns++) await turn();
		if (counts.open > counts.held || counts.changes !== changes || clock.isPaced) continue;
		clock.jump(counts.held > 0 ? deadlines : []);
		counts.changes += 1;
	}
	isGoing = false;
}

/** Sleeps by the clock, or for a part of the time during a long request. */
async function sleep(ms: number, real: (ms: number) => Promise<void>): Promise<void> {
	counts.changes += 1;
	const slept = clock.until(now() + ms, real(clock.isPaced ? ms : ms / SPEED));
	void goOn();
	await slept.finally(() => (counts.changes += 1));
}

function simulate(path: string): void {
	jest.doMock(path, (): Environment => {
		const { createEnvironment, ...others } = jest.requireActual<Environment>(path);
		return {
			...others,
			createEnvironment(context) {
				const environment = createEnvironment(context);
				return { ...environment, now, sleep: async (ms) => await sleep(ms, environment.sleep) };
			},
		};
	});
}
