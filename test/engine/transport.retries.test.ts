import type { FaultSpec } from '../emulator';
import { outcomeOf, type Outcome } from '../support/callNode';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();

const notTaken: FaultSpec[] = [
	{ kind: 'code', code: 1005, match: { path: create.path } },
	{ kind: 'httpStatus', status: 429, match: { path: create.path } },
];
test.each(notTaken)('a create that the service did not take is sent again: %j', async (fault) => {
	const { data, waits } = await bench.send(create, fault);
	expect(data).toMatchObject({ _id: expect.any(String) });
	expect(waits).toHaveLength(1);
	expect(bench.sent(create)).toHaveLength(2);
});

const unclear: FaultSpec[] = [
	{ kind: 'afterTakenReset' },
	{ kind: 'afterTakenTimeout', delayMs: 2_000 },
	{ kind: 'afterTakenHttpStatus', status: 502 },
	{ kind: 'afterTakenBadJson' },
	{ kind: 'reset' },
	{ kind: 'html', status: 200 },
	{ kind: 'empty' },
	{ kind: 'httpStatus', status: 503 },
];
test('a create whose connection broke may be paid, and the error says where to look', async () => {
	const { error } = await bench.send(create, { kind: 'reset' });
	expect(error?.message).toBe('May be paid: the connection broke while the job was being sent');
	expect(error?.description).toBe(
		'Before you run this item again, look for the job and its credits in your account at the service',
	);
});

test.each(unclear)('a create whose fate is unknown is sent once, and says so: %j', async (fault) => {
	const { error, waits } = await bench.send(create, { ...fault, match: { path: create.path } });
	expect(error).toMatchObject({ submitted: 'unknown', stopsEverything: false });
	expect(error?.description).toContain('Before you run this item again');
	expect(waits).toEqual([]);
	expect(bench.sent(create)).toHaveLength(1);
});

const passing: FaultSpec[] = [
	{ kind: 'reset' },
	{ kind: 'timeout', delayMs: 2_000 },
	{ kind: 'httpStatus', status: 500 },
	{ kind: 'badJson' },
	{ kind: 'html', status: 200 },
	{ kind: 'code', code: 1005 },
	{ kind: 'httpStatus', status: 429 },
];
test.each(passing)('what may be repeated is sent again: %j', async (fault) => {
	const { data, waits } = await bench.send(read, { ...fault, times: 2, match: { path: read.path } });
	expect(data).toMatchObject({ credit: expect.any(Number) });
	expect(waits).toHaveLength(2);
});

test('what waits for its turn in vain says how long the service took nothing', async () => {
	bench.call.limits = { patienceMs: 15_000 };
	const fault: FaultSpec = { kind: 'code', code: 1005, times: Infinity, match: { path: read.path } };
	const { error } = await bench.send(read, fault);
	expect(error?.description).toContain('took nothing for 15 seconds');
});

test.each(['0', 'Thu, 01 Jan 1970 00:00:10 GMT'])(
	'a service that takes nothing, and says to come again at once (%s), is not hammered',
	async (retryAfter) => {
		bench.call.limits = { patienceMs: 60_000 };
		const headers = { 'Retry-After': retryAfter };
		const match = { path: create.path };
		const { error } = await bench.send(create, { kind: 'code', code: 1005, headers, times: Infinity, match });
		expect(error).toMatchObject({ code: 1005, submitted: 'no' });
		expect(bench.sent(create).length).toBeLessThan(35);
	},
);

test('the pause that the service asks for is kept', async () => {
	const fault: FaultSpec = {
		kind: 'code',
		code: 1005,
		headers: { 'Retry-After': '7' },
		match: { path: create.path },
	};
	const { waits } = await bench.send(create, fault);
	expect(waits.map((ms) => Math.floor(ms / 1_000))).toEqual([7]);
});

test('it ends, and says how often it was sent', async () => {
	const { error, waits } = await bench.send(read, {
		kind: 'httpStatus',
		status: 503,
		times: Infinity,
		match: { path: read.path },
	});
	expect(error).toMatchObject({ httpStatus: 503, submitted: 'no' });
	expect(error?.description).toContain(`It was sent ${waits.length + 1} times`);
});

test('too many requests for too long leave the create untaken', async () => {
	const before = bench.emulator.jobs.created().length;
	const { error } = await bench.send(create, {
		kind: 'code',
		code: 1005,
		times: Infinity,
		match: { path: create.path },
	});
	expect(error).toMatchObject({ code: 1005, submitted: 'no' });
	expect(bench.emulator.jobs.created()).toHaveLength(before);
});

test('a create that never reached the service is sent when the service is back', async () => {
	let outcome: Outcome | undefined;
	await bench.send(read);
	bench.call.script = async (transport, waits) => {
		await bench.emulator.offline();
		waits.push = (ms) => {
			void bench.emulator.online();
			return ms;
		};
		outcome = await outcomeOf(transport, waits, create);
	};
	await bench.start().finished;
	await bench.emulator.online().catch(() => undefined);
	expect(outcome?.error).toBeUndefined();
	expect(bench.sent(create)).toHaveLength(1);
});

test('a service that stays away leaves the create untaken', async () => {
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: 'http://127.0.0.1:9' });
	const { error, waits } = await bench.send(create);
	expect(error).toMatchObject({
		submitted: 'no',
		message: expect.stringContaining('could not be reached'),
	});
	expect(waits).toHaveLength(4);
});
