import { Socket } from 'node:net';
import { GOES_ON, rows, setUp, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { sampleAccounts, type FaultSpec } from '../emulator';
import { now } from '../support/fastClock';
import type { RunResult } from '../support/runResult';

/* A service that is away for a while. Only creates that were under way may be in doubt, and no other row is lost. */

ClaimTable.install();
const bench = setUp({ now });
const ROWS = 40;
const CREATE = 'specifyimage';
const SENT_BEFORE = 8;

const kinds: Record<string, Partial<FaultSpec> & { kind: FaultSpec['kind'] }> = {
	'HTTP 502': { kind: 'httpStatus', status: 502 },
	'HTTP 503 with Retry-After': { kind: 'httpStatus', status: 503, headers: { 'Retry-After': '5' } },
	"a proxy's page": { kind: 'html', status: 200 },
	'broken connections': { kind: 'reset' },
	'connections that hang': { kind: 'timeout' },
};

/** Refuses connections for a time, from a create on. */
let refusal: { from?: number; ms: number } | undefined;
const { connect } = Socket.prototype;
function connectUnlessAway(this: Socket, ...given: unknown[]): unknown {
	const sent = bench.emulator.requestsTo(CREATE).length;
	if (refusal && sent >= SENT_BEFORE) refusal.from ??= now();
	const isAway = refusal?.from !== undefined && now() < refusal.from + refusal.ms;
	if (!isAway) return Reflect.apply(connect, this, given);
	const error = { code: 'ECONNREFUSED', syscall: 'connect' };
	process.nextTick(() => this.destroy(Object.assign(new Error('connect ECONNREFUSED'), error)));
	return this;
}
beforeEach(() => {
	bench.emulator.requests.length = 0;
	Socket.prototype.connect = connectUnlessAway as typeof connect;
});
afterEach(() => {
	Socket.prototype.connect = connect;
	refusal = undefined;
	bench.emulator.faults.clear();
});

const submittedOf = (result: RunResult) =>
	result.json('Node').map(({ status, details }) => (status as string) ?? Object(details).submitted);
const count = (words: string[], word: string) => words.filter((each) => each === word).length;

const lengths = [10_000, 60_000, 540_000];
const ways = [
	['in memory', {}],
	['when it is saved', { waitOptions: { saveAfter: 0 } }],
] as const;
const cases = ways.flatMap(([way, parameters]) =>
	lengths.map((ms) => [ms / 1_000, way, parameters, ms] as const),
);
/** A third of the cases, others for each kind. */
const third = (kind: number) => cases.filter((_, n) => (n + kind) % 3 === 0);

describe.each(Object.entries(kinds).map(([name, fault], kind) => [name, fault, kind] as const))(
	'%s',
	(_, fault, kind) => {
		test.each(third(kind))('for %i s cost no row, %s', async (__, ___, parameters, lastsMs) => {
			bench.emulator.faults.add({ ...fault, lastsMs, times: Infinity, match: { nth: 12 } });
			const run = await bench.engine.store(swap(parameters, GOES_ON), {
				input: rows(ROWS),
				mode: 'trigger',
				now,
			});
			const words = submittedOf(await run.toTheEnd());
			expect(count(words, 'unknown')).toBeLessThanOrEqual(5);
			expect(count(words, 'completed')).toBe(ROWS - count(words, 'unknown'));
		});
	},
);

test.each(third(5))(
	'a service that refuses connections for %i s costs no row, %s',
	async (_, __, parameters, ms) => {
		refusal = { ms };
		const run = await bench.engine.store(swap(parameters, GOES_ON), {
			input: rows(ROWS),
			mode: 'trigger',
			now,
		});
		const words = submittedOf(await run.toTheEnd());
		expect([count(words, 'completed'), bench.created.length >= ROWS]).toEqual([ROWS, true]);
		const end = (refusal.from ?? Infinity) + ms;
		const next = bench.emulator.requestsTo(CREATE).find(({ at }) => at >= end);
		expect((next?.at ?? Infinity) - end).toBeLessThan(35_000 + (parameters === ways[0][1] ? 0 : 65_000));
	},
);

test('a second outage in one run is waited for, too', async () => {
	const fault = { kind: 'httpStatus', status: 502, lastsMs: 10_000, times: Infinity } as const;
	bench.emulator.faults.add({ ...fault, match: { nth: 12 } });
	bench.emulator.faults.add({ ...fault, match: { path: CREATE, nth: 25 } });
	const node = swap({ limits: { concurrentSubmissions: 1 } }, GOES_ON);
	const words = submittedOf(await bench.engine.run(node, { input: rows(ROWS), mode: 'trigger' }));
	expect(count(words, 'unknown')).toBeLessThanOrEqual(5);
	expect(count(words, 'completed')).toBe(ROWS - count(words, 'unknown'));
});

test('after ten minutes the rows that are left fail unpaid, with the time since when', async () => {
	refusal = { ms: Infinity };
	const node = swap({ waitForCompletion: false }, GOES_ON);
	const result = await bench.engine.run(node, { input: rows(ROWS), mode: 'trigger' });
	const failed = result.json('Node').filter(({ details }) => Object(details).submitted === 'no');
	expect(failed.length).toBeGreaterThan(20);
	expect(failed.at(-1)?.error).toMatch(/has not answered since \d\d:\d\d/);
	expect(failed.at(-1)?.details).toMatchObject({ next: 'runAgainLater' });
	// At most one line a minute, and the execution says it.
	const lines = bench.engine.logs.messages('warn').filter((line) => line.includes('has not answered since'));
	expect(lines.length).toBeGreaterThanOrEqual(6);
	expect(lines.length).toBeLessThanOrEqual(11);
	expect(result.run.data.resultData.metadata?.mediaProgress).toContain('has not answered since');
});

const noToken = { kind: 'httpStatus', status: 502, match: { path: '/getToken' }, times: Infinity } as const;
test.each<[string, number, () => void]>([
	['connection', 1, () => (refusal = { from: now(), ms: 60_000 })],
	['token', 2, () => bench.emulator.faults.add({ ...noToken, lastsMs: 60_000 })],
])(
	'a process that gets no %s in its first minute loses no row of a credential that has worked',
	async (_, at, begin) => {
		const before = bench.engine.readCredential();
		bench.engine.saveCredential({ ...before, ...sampleAccounts[at] });
		await bench.engine.testCredential();
		bench.emulator.expireTokens();
		begin();
		const result = await bench.engine.run(swap({}, GOES_ON), { input: rows(5), mode: 'trigger' });
		bench.engine.saveCredential(before);
		expect(submittedOf(result)).toEqual(Array(5).fill('completed'));
	},
);
