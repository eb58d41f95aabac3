import { z } from 'zod/v3';
import type { FaultSpec } from '../emulator';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();

describe('Stop', () => {
	test.each<[string, FaultSpec]>([
		[
			'a wait between tries',
			{ kind: 'code', code: 1005, headers: { 'Retry-After': '2' }, match: { path: read.path } },
		],
		['a request under way', { kind: 'timeout', match: { path: read.path } }],
	])('ends %s', async (_name, fault) => {
		await bench.send(read);
		bench.emulator.faults.add(fault);
		bench.emulator.requests.length = 0;
		bench.call.usesRealClock = true;
		bench.call.limits = { readTimeoutMs: 60_000, createTimeoutMs: 60_000 };
		bench.call.script = async (transport) => await transport.send(read, z.unknown());
		const running = bench.start();
		while (bench.sent(read).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await new Promise((resolve) => setTimeout(resolve, 30));
		running.stop();
		const { status, error } = await running.finished;
		expect(status).toBe('canceled');
		expect(error?.message).toContain('cancelled');
		expect(bench.sent(read)).toHaveLength(1);
	});

	test('before a request sends nothing', async () => {
		await bench.send(read);
		bench.emulator.requests.length = 0;
		bench.call.usesRealClock = true;
		bench.call.script = async (transport) => {
			running.stop();
			await transport.send(create, z.unknown());
		};
		const running = bench.start();
		expect((await running.finished).status).toBe('canceled');
		expect(bench.sent(create)).toEqual([]);
	});
});
