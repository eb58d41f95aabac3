import { getEventListeners } from 'node:events';
import { z } from 'zod/v3';
import { outcomeOf } from '../support/callNode';
import { shortenDeadlines } from '../support/oddHost';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();
afterEach(() => jest.restoreAllMocks());

/* test/unit/transport/verdict.test.ts checks which requests are sent again. */
test('a create that the service did not take is sent again after the requested pause', async () => {
	const headers = { 'Retry-After': '7' };
	const { data, waits } = await bench.send(create, {
		kind: 'code',
		code: 1005,
		headers,
		match: { path: create.path },
	});
	expect(data).toMatchObject({ _id: expect.any(String) });
	expect(waits.map((ms) => Math.floor(ms / 1_000))).toEqual([7]);
	expect(bench.sent(create)).toHaveLength(2);
});

test('a create whose connection broke is sent once, and the error says that it may be paid', async () => {
	const { error, waits } = await bench.send(create, {
		kind: 'afterTakenReset',
		match: { path: create.path },
	});
	expect(error).toMatchObject({ submitted: 'unknown', scope: 'row' });
	expect(error?.message).toBe('The service did not answer: the connection broke, so this job may be paid');
	expect(error?.description).toBe(
		'Before you run this item again, look for the job and its credits in your account at the service.',
	);
	expect(waits).toEqual([]);
	expect(bench.sent(create)).toHaveLength(1);
});

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

test('the signal of a run has no more listeners after its requests than before', async () => {
	const left: number[] = [];
	bench.call.script = async (transport, waits, context) => {
		const signal = context.getExecutionCancelSignal();
		if (signal === undefined) throw new Error('No signal');
		const count = () => getEventListeners(signal, 'abort').length;
		left.push(count());
		for (let sent = 0; sent < 5; sent++) await outcomeOf(transport, waits, read);
		left.push(count());
	};
	await bench.start().finished;
	expect(left).toEqual([left[0], left[0]]);
	expect(left).toHaveLength(2);
});
