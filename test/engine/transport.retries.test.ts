import { z } from 'zod/v3';
import { shortenDeadlines } from '../support/oddHost';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();
afterEach(() => jest.restoreAllMocks());

test('a turn in which nothing was sent does not delay the next create', async () => {
	bench.emulator.faults.add({ kind: 'code', code: 1005, match: { path: create.path } });
	const turns = [true, false, true];
	const right = { take: async () => turns.shift() ?? false, release: async () => undefined };
	const slept: number[] = [];
	bench.call.script = async (transport, waits) => {
		for (let sent = 0; sent < 2; sent++) {
			await transport.create(create, z.unknown(), Infinity, right);
			slept.push(waits.length);
		}
	};
	await bench.start().finished;
	expect([turns, slept]).toEqual([[], [1, 1]]);
});

test('a create has three minutes, or one at the end of a run, a read one minute, and a token half a minute', async () => {
	const { clientId = '', clientSecret = '' } = bench.emulator.accounts[1] ?? {};
	bench.engine.saveCredential({ ...bench.engine.readCredential(), clientId, clientSecret });
	const times = shortenDeadlines(1);
	await bench.send(read);
	await bench.send(create);
	expect(new Set(times.mock.calls.map(([ms]) => ms))).toEqual(new Set([30_000, 60_000, 180_000]));
	times.mockClear();
	await bench.send(create);
	bench.call.limits = { endsAt: () => 0 };
	await bench.send(create);
	expect(times.mock.calls).toEqual([[180_000], [60_000]]);
});
