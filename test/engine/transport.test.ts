import { inspect } from 'node:util';
import type { FaultSpec } from '../emulator';
import { setUp } from '../support/bench';
import { clock } from '../support/clock';
import { single } from '../support/engine';
import { now } from '../support/fastClock';
import { shortenDeadlines } from '../support/oddHost';

const bench = setUp();
const read = bench.runner('faceSwap', 'credit.get');
const prompted = { prompt: 'a tree', waitForCompletion: false };
const create = bench.runner('imageGeneration', 'image.generate', prompted);
const CREATE = '/content/image/createbyprompt';
beforeEach(() => {
	bench.engine.saveCredential(bench.emulator.credential);
	// The pace of an earlier test is forgotten.
	clock.time += 3_600_000;
});

test('no error or log has a secret, after any fault', async () => {
	const secrets = () => [bench.emulator.clientSecret, String(bench.engine.readCredential().accessToken)];
	await read();
	const faults: FaultSpec[] = [
		{ kind: 'reset' },
		{ kind: 'timeout' },
		{ kind: 'httpStatus', status: 500, body: `${bench.emulator.clientSecret} ${secrets()[1]}` },
		{ kind: 'html', status: 404, body: `<html><title>${secrets()[1]}</title></html>` },
		{ kind: 'code', code: 1003, msg: `bad token ${secrets()[1]} of ${bench.emulator.clientSecret}` },
		{ kind: 'code', code: 1101, times: 9 },
	];
	for (const fault of faults) {
		bench.emulator.faults.add({ ...fault, match: { path: CREATE } });
		const { error } = await create.stopping();
		expect(error).toBeDefined();
		const told = inspect(error, { depth: 12, maxStringLength: null, showHidden: true });
		for (const secret of secrets()) expect(told).not.toContain(secret);
		bench.emulator.faults.clear();
	}
	for (const secret of secrets()) expect(bench.engine.logs.text()).not.toContain(secret);
});

test('a create has three minutes, or 55 seconds at the end of a run, a read one minute, and a token half a minute', async () => {
	const { clientId = '', clientSecret = '' } = bench.emulator.accounts[1] ?? {};
	bench.engine.saveCredential({ ...bench.engine.readCredential(), clientId, clientSecret });
	const times = shortenDeadlines(1);
	// Claims have two seconds.
	const seconds = () =>
		new Set(times.mock.calls.map(([ms]) => Math.floor(Number(ms) / 1_000)).filter((each) => each > 2));
	await read();
	await create();
	expect(seconds()).toEqual(new Set([30, 60, 180]));
	times.mockClear();
	clock.forwardTo(clock.now() + 1_000);
	const parameters = { resource: 'image', operation: 'generate', ...prompted };
	await bench.engine.run(single('imageGeneration', parameters), { instanceTimeout: 90, now });
	// After half a minute, others no longer wait for a create.
	expect([30, 55, 180].map((each) => seconds().has(each))).toEqual([true, true, false]);
});
