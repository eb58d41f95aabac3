import { z } from 'zod/v3';
import { shortenDeadlines } from '../support/oddHost';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();
afterEach(() => jest.restoreAllMocks());

test('a failed read is not sent again if no time is left for an answer, and keeps its reason', async () => {
	bench.emulator.faults.add(
		{ kind: 'httpStatus', status: 503, match: { path: read.path } },
		{ kind: 'timeout', match: { path: read.path } },
	);
	let error: unknown;
	bench.call.script = async (transport) => {
		// The first pause takes 500 ms of this time.
		const until = Date.now() + bench.call.skippedMs + 900;
		error = await transport.send(read, z.unknown(), until).catch((thrown: unknown) => thrown);
	};
	await bench.start().finished;
	bench.emulator.faults.clear();
	expect(error).toMatchObject({ details: { httpStatus: 503 } });
});

test('a create has three minutes, a read one minute, and a token half a minute', async () => {
	const { clientId = '', clientSecret = '' } = bench.emulator.accounts[1] ?? {};
	bench.engine.saveCredential({ ...bench.engine.readCredential(), clientId, clientSecret });
	const times = shortenDeadlines(1);
	await bench.send(read);
	await bench.send(create);
	expect(new Set(times.mock.calls.map(([ms]) => ms))).toEqual(new Set([30_000, 60_000, 180_000]));
	times.mockClear();
	await bench.send(create);
	expect(times.mock.calls).toEqual([[180_000]]);
});
