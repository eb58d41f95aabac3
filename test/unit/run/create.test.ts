import { createLimit } from '../../../nodes/shared/async/limit';
import { createOnce, endUnplanned } from '../../../nodes/shared/run/create';
import { failedAtDoor } from '../../../nodes/shared/run/door';
import { fail } from '../../../nodes/shared/run/fail';
import type { Leg } from '../../../nodes/shared/run/leg';
import { Row } from '../../../nodes/shared/run/row';
import { Failure } from '../../../nodes/shared/service/failure';
import { databaseIsAway } from '../../../nodes/shared/transport/account';
import type { Right } from '../../../nodes/shared/transport/transport';
import { JOB, LegBench, MINUTE_MS, planned, REFUSED, rowOf, type Service } from './rows';

const failing =
	(failure: Failure): Service =>
	async (right) => {
		if (await right.take()) throw failure;
		return undefined;
	};
const forAll = new Failure('used up', 'runAgain', { submitted: 'no' }, { scope: 'run' });
const unclear = new Failure('late', 'runAgain', { submitted: 'unknown' });
const early = new Failure('early', 'runAgain', { submitted: 'no' }, { again: 'later' });
const LIMITED = { maxJobsPerDay: 5 };
const places = ({ store }: LegBench) =>
	[...store.rows.keys()].filter((name) => name.startsWith('job')).length;

/** Creates a row with a place of the day. */
async function create(bench: LegBench, row = rowOf('one', LIMITED), leg = bench.leg()) {
	await bench.clock.run(createOnce(leg, row));
	const claim = await bench.clock.run(bench.claims.look(row.claim!));
	return {
		row: row.now.is,
		claim: claim.is,
		places: places(bench),
		halted: leg.gate.halted !== undefined,
		leg,
	};
}

describe('the end of a create decides on its claim, its place, its row, and the next creates', () => {
	test.each<[string, Service | undefined, object]>([
		['made', undefined, { row: 'running', claim: 'made', places: 1, halted: false }],
		['refused', failing(REFUSED), { row: 'failed', claim: 'free', places: 0, halted: false }],
		['refused for all rows', failing(forAll), { row: 'failed', claim: 'free', places: 0, halted: true }],
		['unclear', failing(unclear), { row: 'inDoubt', claim: 'inDoubt', places: 1, halted: false }],
		['refused for now, without a later leg', failing(early), { row: 'failed', claim: 'free', places: 0 }],
	])('%s', async (_, service, expected) => {
		const bench = new LegBench();
		if (service) bench.service = service;
		expect(await create(bench)).toMatchObject(expected);
	});

	test('refused for now, with a later leg', async () => {
		const bench = new LegBench();
		bench.legs.saveAfter = 1;
		bench.service = async (right) => {
			await right.take();
			await bench.clock.sleep(2 * MINUTE_MS);
			throw early;
		};
		const { leg, ...end } = await create(bench);
		expect(end).toEqual({ row: 'planned', claim: 'free', places: 0, halted: false });
		expect(leg.gate.refusedSince).toBe(bench.clock.time - 2 * MINUTE_MS);
	});

	test('a failure on which the node stops halts the next creates before its claim is removed', async () => {
		const bench = new LegBench();
		bench.legs.stopsOnFailure = true;
		bench.service = failing(REFUSED);
		const leg = bench.leg();
		const remove = bench.store.remove.bind(bench.store);
		bench.store.remove = async (name) => {
			expect(leg.gate.halted).toBeDefined();
			await remove(name);
		};
		expect(await create(bench, undefined, leg)).toMatchObject({ row: 'failed', claim: 'free', places: 0 });
	});

	test.each<[string, (leg: Leg) => void]>([
		['halt', ({ gate }) => void (gate.halted ??= REFUSED)],
		['Stop', ({ run }) => Object.assign(run, { environment: { signal: AbortSignal.abort() } })],
	])('a create whose turn comes after a %s is not sent', async (_, end) => {
		const bench = new LegBench();
		const leg = bench.leg();
		bench.service = async (right) => {
			end(leg);
			return (await right.take()) ? JOB : undefined;
		};
		expect(await create(bench, undefined, leg)).toMatchObject({ row: 'failed', claim: 'free', places: 0 });
	});

	test('no more is created once the service has taken nothing for ten minutes', () => {
		const bench = new LegBench();
		const { gate } = bench.leg();
		const isHaltedAfter = (minutes: number) => {
			bench.clock.time += minutes * MINUTE_MS;
			gate.haltAtEnd();
			return gate.halted !== undefined;
		};
		gate.note({ since: bench.clock.time });
		expect(isHaltedAfter(9)).toBe(false);
		gate.note();
		gate.note({ since: bench.clock.time });
		expect(isHaltedAfter(9)).toBe(false);
		gate.note({ since: bench.clock.time });
		expect(isHaltedAfter(1)).toBe(true);
		expect(gate.halted).toMatchObject({
			message: 'The service has taken no job of this run for ten minutes',
			details: { next: 'runAgainLater', description: 'It takes only so many requests' },
		});
	});

	test('a create that waits for another turn holds neither a claim nor a place of the day', async () => {
		const bench = new LegBench();
		bench.service = async (right) => {
			await right.take();
			await right.release();
			expect(await bench.claims.look(rowOf('one').claim!)).toEqual({ is: 'free' });
			expect(places(bench)).toBe(0);
			return (await right.take()) ? JOB : undefined;
		};
		expect(await create(bench)).toMatchObject({ row: 'running', claim: 'made', places: 1 });
	});

	test('a create that left its place is sent again once it has a place', async () => {
		const bench = new LegBench();
		const [leg, sent] = [bench.leg(), [] as number[]];
		Object.assign(leg.gate, { submissions: createLimit(1) });
		const send = async (right: Right, ms: number) => {
			if (await right.take()) sent.push(bench.clock.elapsed);
			await bench.clock.sleep(ms);
		};
		bench.service = async (right) => {
			right.leave();
			await send(right, 1_000);
			await right.release();
			await send(right, 10_000);
			return JOB;
		};
		const rows = ['one', 'two'].map((name) => rowOf(name));
		await bench.clock.run(Promise.all(rows.map(async (row) => await createOnce(leg, row))));
		expect(sent).toEqual([0, 0, 1_000, 11_000]);
	});

	test('a row that waited for the create of another run asks for a place of Maximum Open Jobs again', async () => {
		const bench = new LegBench();
		bench.legs.maxOpenJobs = 1;
		const [leg, one, two] = [bench.leg(), rowOf('one'), rowOf('two')];
		const others = await bench.clock.run(bench.claims.take(one.claim!));
		const sent: number[] = [];
		bench.service = async (right) => {
			if (!(await right.take())) return undefined;
			sent.push(bench.clock.elapsed);
			return JOB;
		};
		const follow = async (row: Row) => {
			if (!(await leg.gate.enter(row))) return;
			const making = createOnce(leg, row).then(async () => await bench.clock.sleep(30_000));
			await leg.gate.during(making.then(() => undefined));
		};
		const refuse = async () => {
			await bench.clock.sleep(5_000);
			if (others.is === 'mine') await others.end('refused');
		};
		await bench.clock.run(Promise.all([follow(one), follow(two), refuse()]));
		expect(sent).toEqual([0, 30_000]);
	});
});

test('a create does not look at all rows of its run', () => {
	const rows = Array.from({ length: 1_000 }, (_, row) => rowOf(`${row}`));
	const leg = new LegBench().leg(rows);
	const looks = jest.spyOn(Row.prototype, 'now', 'get');
	for (const [index, row] of rows.entries()) {
		const most = 5;
		expect([leg.hasPlanned(most), leg.hasPlanned()]).toEqual([index < rows.length - most, true]);
		row.to({ is: 'running', state: JOB, submittedAt: 0 });
	}
	expect(leg.hasPlanned()).toBe(false);
	expect(looks.mock.calls.length).toBeLessThan(10 * rows.length);
});

const { settings, claim } = rowOf('one');
const keyed = new Row(0, settings, { state: planned, claim: { ...claim!, by: 'key' } }, {
	input: {},
} as never);
const additionalData = { hooks: { retryOf: '6' } };
const getNode = () => ({ type: 'faceSwapTool' });
test.each<[string, Row, object, details: object]>([
	['its first leg', rowOf('one'), {}, { submitted: 'no' }],
	// n8n may have put it back, after a leg that sent the row.
	['a later leg', new Row(0, settings, { state: planned, claim: claim! }), {}, { submitted: 'unknown' }],
	// An earlier execution may have sent it.
	['a key', keyed, {}, { submitted: 'unknown' }],
	// Another retry makes all rows, and its claim leads to this one.
	['a retry', rowOf('one', { continueExecution: '5' }), { additionalData }, { execution: '7' }],
	['a tool, which can name no execution', rowOf('one'), { additionalData, getNode }, { execution: '6' }],
])('while the database is away, a row of %s has its next step', async (_, row, context, details) => {
	const bench = new LegBench();
	bench.store.fates.push(...Array(20).fill({ ms: 0, fails: 'before' }));
	const leg = bench.leg();
	Object.assign(leg.run.context, context);
	await bench.clock.run(createOnce(leg, row));
	expect(row).toMatchObject({ failure: { details } });
});

test.each([
	['trigger', 'fixCredential', { submitted: 'no' }],
	['retry', 'fixCredential', { submitted: 'unknown', execution: '5' }],
	// Only its own number surely leads to the claims of its other rows.
	['retry', 'changeFile', { submitted: 'unknown', execution: '7' }],
	['retry', 'changeField', { submitted: 'no' }],
] as const)(
	'in the mode %s, %s of a row whose claim is not known leads to %j',
	async (mode, next, details) => {
		const bench = new LegBench();
		bench.legs.mode = mode;
		const continueExecution = mode === 'retry' ? '5' : undefined;
		const row = new Row(0, { ...settings, continueExecution }, { state: { is: 'checked' } });
		await fail(bench.leg(), row, new Failure('The credential is gone', next, { field: 'A' }));
		expect(row).toMatchObject({ failure: { details } });
	},
);

const IN_LOG = `Look for "was created" with row 1 of the earlier executions in n8n's log, or for its job on the website of the service.`;
const OF_A_CALL = {
	...{ submitted: 'unknown', next: 'askService', lookFor: 'row 1' },
	description: `${IN_LOG} If there is one, read it with Job › Get and its ID. If not, ask a person.`,
};

test('a tool that can not ask who has its claim does not say that nothing was paid', async () => {
	const bench = new LegBench();
	const leg = bench.leg();
	Object.assign(leg.run.context, { getNode, getMode: () => 'trigger' });
	const row = new Row(0, settings, { state: { is: 'checked' } });
	const away = databaseIsAway(new Error('SQLITE_BUSY'));
	await fail(leg, row, away);
	expect(row).toMatchObject({ failure: { details: OF_A_CALL } });
	const items = failedAtDoor({ ...leg.run, items: [{ json: {} }] } as never, away);
	expect(items).toMatchObject([{ json: { details: { ...OF_A_CALL, description: IN_LOG } } }]);
});

describe('a row whose claim is taken by another run', () => {
	/** Another run takes the claim, and ends its create after a time. */
	async function taken(end?: { after: number; how: { made: string } | 'refused' | 'unknown' }) {
		const bench = new LegBench();
		const mine = await bench.clock.run(bench.claims.take(rowOf('one').claim!));
		if (end && mine.is === 'mine') bench.clock.at(end.after, () => void mine.end(end.how));
		return bench;
	}

	test('sends its create once the other was refused', async () => {
		const bench = await taken({ after: 5_000, how: 'refused' });
		expect(await create(bench)).toMatchObject({ row: 'running', claim: 'made', places: 1 });
	});

	test.each([
		['row', 'row 1', 'start the workflow again with this item, without Retry'],
		['key', 'key "order 7"', 'give another Idempotency Key, such as "order 7 again"'],
	] as const)(
		'is in doubt with the other (%s), gives its place back, and tells what to do',
		async (by, lookFor, way) => {
			const bench = await taken({ after: 5_000, how: 'unknown' });
			const row = rowOf('one', { ...LIMITED, ...(by === 'key' && { idempotencyKey: 'order 7' }) });
			Object.assign(row.claim!, { by });
			expect(await create(bench, row)).toMatchObject({ row: 'inDoubt', claim: 'inDoubt', places: 0 });
			expect({ ...row.failure?.details }).toEqual({
				description: `Look for "was created" with ${lookFor} of the earlier executions in n8n's log, or for its job on the website of the service. If there is one, read it with Job › Get and its ID. If not, ${way}.`,
				...{ kind: 'faceSwap', lookFor, next: 'askService', submitted: 'unknown' },
			});
		},
	);

	test('is in doubt with the other where its own create fails before its turn', async () => {
		const bench = await taken({ after: 5_000, how: 'unknown' });
		bench.service = async () => {
			throw new Failure('The credential is gone', 'fixCredential', {});
		};
		expect(await create(bench)).toMatchObject({ row: 'inDoubt', claim: 'inDoubt' });
	});

	test.each([
		['unknown', 'inDoubt'],
		['refused', 'failed'],
		[{ made: JOB.id }, 'running'],
	] as const)('ends as the other (%j) without a plan', async (how, is) => {
		const bench = await taken({ after: 5_000, how });
		bench.legs.stopsOnFailure = true;
		const [leg, row] = [bench.leg(), rowOf('one', {}, { is: 'checked' })];
		Object.assign(leg.run.transport, { send: async () => [] });
		await bench.clock.run(endUnplanned(leg, row, REFUSED));
		expect([row.now.is, leg.gate.halted === undefined]).toEqual([is, is === 'running']);
	});

	test.each<[string, (bench: LegBench) => void, seconds: number]>([
		['its Timeout', () => undefined, 60],
		["n8n's limit", ({ legs, clock }) => (legs.endsAt = clock.time + 40_000), 30],
		['the answer of a tool', ({ legs, clock }) => (legs.answerBy = clock.time + 5_000), 5],
	])('waits until %s, and may be paid then', async (_, limit, seconds) => {
		const bench = await taken();
		limit(bench);
		const { service } = bench;
		bench.service = async (right) => {
			// Its own turn comes until then as well.
			expect(right.until - bench.clock.startedAt).toBe(seconds * 1_000);
			return await service(right);
		};
		const row = rowOf('one', { timeout: 1 });
		expect(await create(bench, row)).toMatchObject({ row: 'inDoubt', claim: 'underWay' });
		expect(bench.clock.elapsed).toBe(seconds * 1_000);
		const details = seconds === 5 ? OF_A_CALL : { next: 'continueExecution' };
		expect(row).toMatchObject({ failure: { details } });
	});

	test.each([forAll, REFUSED])('leads to its claim without a plan or a later leg: %s', async (failure) => {
		const bench = await taken();
		bench.legs.saveAfter = 1;
		const row = rowOf('one', {}, { is: 'checked' });
		await bench.clock.run(endUnplanned(bench.leg(), row, failure));
		const message = expect.stringContaining(`ended before: ${failure.message}`);
		expect(row).toMatchObject({ failure: { message, details: { next: 'continueExecution' } } });
	});

	test.each([0, 30_000])(
		'is left for a later leg, also if an outage moves its begin by %d ms',
		async (ms) => {
			const bench = await taken();
			const end = bench.clock.time + ms;
			Object.assign(bench.legs, { saveAfter: 1, silentUntil: () => Math.min(end, bench.clock.time) });
			expect(await create(bench)).toMatchObject({ row: 'planned', claim: 'underWay', places: 0 });
		},
	);

	test.each([
		['nobody has', false, 'failed'],
		['another run has', true, 'inDoubt'],
	])(
		'says that nothing was paid only if %s its claim, once the creating is halted',
		async (_, isTaken, end) => {
			const bench = isTaken ? await taken() : new LegBench();
			const leg = bench.leg();
			await fail(leg, rowOf('paid', {}, { is: 'running', state: JOB, submittedAt: 0 }), forAll);
			const row = rowOf('one');
			await bench.clock.run(createOnce(leg, row));
			expect(row.now.is).toBe(end);
			expect(JSON.stringify(row.now)).not.toContain(JOB.id);
			const { submitted } = 'failure' in row.now ? row.now.failure.details : {};
			expect(submitted).toBe(isTaken ? 'unknown' : 'no');
		},
	);
});

test('a row over the limit of the day asks for no turn', async () => {
	const bench = new LegBench();
	const leg = bench.leg();
	const limited = (name: string) => rowOf(name, { maxJobsPerDay: 1 });
	await create(bench, limited('one'), leg);
	bench.service = async () => await Promise.reject(new Error('It asked for a turn'));
	const row = limited('two');
	await create(bench, row, leg);
	expect(row).toMatchObject({
		failure: {
			message: expect.stringContaining('Maximum Jobs per Day allows 1'),
			details: {
				...{ next: 'runAgainLater', submitted: 'no', retryFrom: '2030-01-01T23:00:00.000Z' },
				description: 'Run it again from 2030-01-02 00:00 (Europe/Berlin) on.',
			},
		},
	});
});
