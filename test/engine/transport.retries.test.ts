import { shortenDeadlines } from '../support/oddHost';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();

test('a create has three minutes, or one at the end of a run, a read one minute, and a token half a minute', async () => {
	const { clientId = '', clientSecret = '' } = bench.emulator.accounts[1] ?? {};
	bench.engine.saveCredential({ ...bench.engine.readCredential(), clientId, clientSecret });
	const times = shortenDeadlines(1);
	await bench.send(read);
	await bench.send(create);
	expect(new Set(times.mock.calls.map(([ms]) => ms))).toEqual(new Set([30_000, 60_000, 180_000]));
	times.mockClear();
	await bench.send(create);
	bench.limits = { endsAt: () => 0 };
	await bench.send(create);
	// After half a minute, others no longer wait for a create.
	expect(times.mock.calls.flat()).toEqual([180_000, 30_000, 60_000, 30_000]);
});
