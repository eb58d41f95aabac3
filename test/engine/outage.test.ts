import { Socket } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { byId, GOES_ON, rows, setUp, swap } from '../support/bench';
import { single } from '../support/engine';
import { sampleAccounts, type FaultSpec } from '../emulator';
import { now } from '../support/fastClock';
import type { RunOptions } from '../support/run';
import type { RunResult } from '../support/runResult';
import { clock } from '../support/clock';
import type * as Accounts from '../../nodes/shared/transport/account';

/* A service that is away for a while. Only creates that were under way may be in doubt, and no other row is lost. */

const bench = setUp({ now });
const ROWS = 24;
const CREATE = 'specifyimage';
const SENT_BEFORE = 8;

const kinds: Record<string, Partial<FaultSpec> & { kind: FaultSpec['kind'] }> = {
	'HTTP 502': { kind: 'httpStatus', status: 502 },
	'HTTP 503 with Retry-After': { kind: 'httpStatus', status: 503, headers: { 'Retry-After': '5' } },
	"a proxy's page": { kind: 'html', status: 200 },
	'broken connections': { kind: 'reset' },
	'connections that hang': { kind: 'timeout' },
	'connections that hang once a job was made': { kind: 'afterTakenTimeout' },
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

const { sharedBy }: typeof Accounts = require('../../dist/nodes/shared/transport/account');
/** n8n looks once a minute for executions to wake. */
const SWEEP_MS = 60_000;
const ways: Array<[string, INodeParameters, RunOptions]> = [
	['in memory', { waitOptions: { waitMethod: 'polling' } }, {}],
	['saved', { waitOptions: { saveAfter: 0 } }, {}],
	['on another worker in each leg', {}, { isWorker: true, instanceTimeout: 240 }],
];
/** Each kind with each time and with each way, and each time with each way. */
const cases = [...Object.keys(kinds), 'refused connections'].flatMap((kind, n) =>
	[10, 60, 540].map((s, at) => [kind, s, ...ways[(n + at) % ways.length]!] as const),
);

test.each(cases)('%s for %i s cost no row, %s', async (kind, s, _, parameters, options) => {
	const fault = kinds[kind];
	if (fault) bench.emulator.faults.add({ ...fault, lastsMs: s * 1_000, times: Infinity, match: { nth: 12 } });
	else refusal = { ms: s * 1_000 };
	const jobs = bench.created.length;
	const how = { input: rows(ROWS), mode: 'trigger', now, ...options } as const;
	const run = await bench.engine.store(swap(parameters, GOES_ON), how);
	while (run.status === 'waiting') {
		clock.time += SWEEP_MS;
		// The memory of a process holds 50 accounts.
		if (options.isWorker) for (let n = 0; n < 50; n++) sharedBy({ owner: String(n) } as Accounts.Account);
		await run.wake();
	}
	const words = submittedOf(await run.toTheEnd());
	const sent = bench.emulator.requestsTo(CREATE);
	const api = bench.emulator.requests.filter(({ area }) => area === 'api' || area === 'detect');
	const end = (refusal?.from ?? api[11]?.at ?? Infinity) + s * 1_000;
	const next = sent.find(({ at }) => at >= end);
	expect(count(words, 'unknown')).toBeLessThanOrEqual(fault ? 5 : 0);
	expect(count(words, 'completed')).toBe(ROWS - count(words, 'unknown'));
	const paid = bench.created.slice(jobs).map(({ request }) => request.modifyImage);
	expect(new Set(paid).size).toBe(paid.length);
	expect((next?.at ?? Infinity) - end).toBeLessThan(35_000);
});

test('after ten minutes the rows that are left fail unpaid, with the time since when', async () => {
	refusal = { ms: Infinity };
	const node = swap({ waitForCompletion: false }, GOES_ON);
	const result = await bench.engine.run(node, { input: rows(ROWS), mode: 'trigger' });
	const failed = result.json('Node').filter(({ details }) => Object(details).submitted === 'no');
	expect(failed.length).toBeGreaterThanOrEqual(ROWS - SENT_BEFORE - 5);
	expect(failed.at(-1)?.error).toMatch(/has not answered since \d{4}-\d\d-\d\d \d\d:\d\d/);
	expect(failed.at(-1)?.details).toMatchObject({ next: 'runAgainLater' });
	// At most one line a minute, and the execution says it.
	const lines = bench.engine.logs.messages('warn').filter((line) => line.includes('has not answered since'));
	expect(lines.length).toBeGreaterThanOrEqual(6);
	expect(lines.length).toBeLessThanOrEqual(11);
	expect(result.run.data.resultData.metadata?.mediaProgress).toContain('has not answered since');
});

const detected = { whichFaces: 'oneForAll', sourcePicture: '={{ $json.picture }}' };
const translation = {
	...{ resource: 'translation', operation: 'create', downloadResult: false },
	...{ sourceLanguage: byId('en'), language: byId('German') },
	video: { __rl: true, mode: 'url', value: 'https://example.com/talk.mp4' },
};
describe.each([
	['the face detection host', '/detect', swap(detected, GOES_ON)],
	['the balance', '/quota/info', swap({ limits: { minimumCredit: 1 } }, GOES_ON)],
	['a list that is read for a name', '/language/list', single('videoTranslation', translation, GOES_ON)],
])('%s', (_, path, workflow) => {
	test.each([...Object.keys(kinds).slice(0, 5), 'refused connections'])(
		'%s for 60 s cost no row',
		async (kind) => {
			const people = ['portrait-ada.png', 'portrait-bo.png'].map((name) => ({ picture: bench.media(name) }));
			// The process has to know the host.
			await bench.engine.run(workflow, { input: people.slice(1), mode: 'trigger' });
			const fault = kinds[kind];
			if (fault) bench.emulator.faults.add({ ...fault, match: { path }, lastsMs: 60_000, times: Infinity });
			else refusal = { from: now(), ms: 60_000 };
			const began = now();
			const result = await bench.engine.run(workflow, { input: people, mode: 'trigger' });
			expect(now() - began).toBeGreaterThan(60_000);
			expect(submittedOf(result)).toEqual(['completed', 'completed']);
		},
	);
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
		bench.emulator.keyring.expireTokens();
		begin();
		const result = await bench.engine.run(swap({}, GOES_ON), { input: rows(5), mode: 'trigger' });
		bench.engine.saveCredential(before);
		expect(submittedOf(result)).toEqual(Array(5).fill('completed'));
	},
);
