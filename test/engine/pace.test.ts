import type { FaultSpec } from '../emulator';
import { rows, setUp, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { now } from '../support/fastClock';
import { clock } from '../support/clock';

/* A run over the rate limit continues more slowly. test/unit/async/pace.test.ts measures how well it uses the limit. */

ClaimTable.install();
const bench = setUp({ now });
const CREATE = 'specifyimage';
const MINUTE_MS = 60_000;

const sent = (path = CREATE) => bench.emulator.requestsTo(path);
const limit = (most: number, path: string, fault: Partial<FaultSpec> = {}, hasRetryAfter = false) =>
	bench.emulator.faults.add({
		kind: 'code',
		code: 1005,
		...fault,
		limit: { most, perMs: MINUTE_MS, hasRetryAfter },
		match: { path },
	});

// Each test starts without the pace of earlier tests.
beforeEach(() => {
	clock.time += 3_600_000;
});

test('creates over the rate limit are all accepted in the end, and the run says that it was slowed', async () => {
	limit(10, CREATE, { kind: 'httpStatus', status: 429 }, true);
	const before = bench.created.length;
	const result = await bench.engine.run(swap(), { input: rows(25) });
	expect(result.json('Node').map(({ status }) => status)).toEqual(Array(25).fill('completed'));
	expect(bench.created.length - before).toBe(25);
	const hint = result.runs('Node').at(-1)?.hints?.[0]?.message;
	expect(hint).toMatch(/which slowed this run/);
});

test('a rate limit of detections does not delay the creates and polls of another run', async () => {
	limit(0, '/detect', {}, true);
	const sourcePicture = bench.media('portrait-ada.png');
	const held = bench.engine.start(swap({ whichFaces: 'inOrder', sourcePicture }), {
		input: [{ picture: bench.media('people-1.png') }],
	});
	while (sent('/detect').length < 1) await new Promise((go) => setTimeout(go, 5));
	const result = await bench.engine.run(swap(), { input: rows(3) });
	expect(result.json('Node').map(({ status }) => status)).toEqual(Array(3).fill('completed'));
	held.stop();
	await held.finished;
});
