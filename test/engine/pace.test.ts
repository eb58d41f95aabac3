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
