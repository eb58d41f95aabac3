import { inspect } from 'node:util';
import { z } from 'zod/v3';
import type { FaultSpec } from '../emulator';
import { clock } from '../support/clock';
import { TransportBench, create, read, type Outcome } from '../support/transportBench';
import { shortenDeadlines } from '../support/oddHost';
import { until } from '../support/until';

const bench = new TransportBench();

test('no error or log has a secret, after any fault', async () => {
	const secrets = () => [bench.emulator.clientSecret, String(bench.engine.readCredential().accessToken)];
	await bench.send(read);
	const faults: FaultSpec[] = [
		{ kind: 'reset' },
		{ kind: 'timeout' },
		{ kind: 'httpStatus', status: 500, body: `${bench.emulator.clientSecret} ${secrets()[1]}` },
		{ kind: 'html', status: 404, body: `<html><title>${secrets()[1]}</title></html>` },
		{ kind: 'code', code: 1003, msg: `bad token ${secrets()[1]} of ${bench.emulator.clientSecret}` },
		{ kind: 'code', code: 1101, times: 9 },
	];
	for (const fault of faults) {
		bench.emulator.faults.add({ ...fault, match: { path: create.path } });
		const { error } = await bench.send(create);
		const told = inspect(error, { depth: 12, maxStringLength: null, showHidden: true });
		for (const secret of secrets()) expect(told).not.toContain(secret);
		bench.emulator.faults.clear();
	}
	for (const secret of secrets()) expect(bench.engine.logs.text()).not.toContain(secret);
});

test('Stop ends a request under way', async () => {
	await bench.send(read);
	bench.emulator.faults.add({ kind: 'timeout', match: { path: read.path } });
	bench.emulator.requests.length = 0;
	clock.isPaced = true;
	bench.limits = { readTimeoutMs: 3_600_000 };
	let end = '';
	bench.script = async (transport) =>
		await transport.send(read, z.unknown()).catch((error: Error) => (end = error.message));
	const running = bench.start();
	await until(() => bench.sent(read).length > 0);
	running.stop();
	await until(() => end !== '');
	clock.isPaced = false;
	expect([end, bench.sent(read).length]).toEqual([expect.stringContaining('cancelled'), 1]);
});

test.each([200, 401] as const)(
	'a token that expires in mid-run is renewed once (HTTP %p)',
	async (status) => {
		bench.emulator.shapes.authHttpStatus = status;
		await bench.send(read);
		bench.emulator.keyring.expireTokens();
		const before = bench.emulator.keyring.tokensIssued;
		let outcomes: Outcome[] = [];
		bench.script = async (_transport, send) => {
			outcomes = await Promise.all(Array.from({ length: 20 }, async () => await send(create)));
		};
		await bench.start().finished;
		expect(outcomes.map(({ error }) => error?.message)).toEqual(Array(20).fill(undefined));
		expect(bench.emulator.keyring.tokensIssued - before).toBe(1);
	},
);

test('a create has three minutes, or one at the end of a run, a read one minute, and a token half a minute', async () => {
	const { clientId = '', clientSecret = '' } = bench.emulator.accounts[1] ?? {};
	bench.engine.saveCredential({ ...bench.engine.readCredential(), clientId, clientSecret });
	const times = shortenDeadlines(1);
	const seconds = () => times.mock.calls.map(([ms]) => Math.floor(Number(ms) / 1_000));
	await bench.send(read);
	await bench.send(create);
	expect(new Set(seconds())).toEqual(new Set([30, 60, 180]));
	times.mockClear();
	clock.forwardTo(clock.now() + 1_000);
	bench.limits = { endsAt: () => 0 };
	await bench.send(create);
	// After half a minute, others no longer wait for a create.
	expect(seconds()).toEqual([60, 30]);
});
