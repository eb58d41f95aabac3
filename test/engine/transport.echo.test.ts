import { z } from 'zod/v3';
import { outcomeOf } from '../support/callNode';
import { TransportBench, create, read } from '../support/transportBench';
import { faceSwap, rows, setUp, swap } from '../support/bench';
import { growsWithLength } from '../support/work';
import { onlyWanted } from '../../nodes/shared/service/envelope';
import { Secrets } from '../../nodes/shared/transport/redact';
import { jobKinds } from '../../nodes/shared/jobs/kinds';

const GOES_ON = { onError: 'continueRegularOutput' as const };
const answering = (body: unknown, path: string) => ({
	kind: 'badJson' as const,
	body: JSON.stringify(body),
	match: { path },
	times: Infinity,
});

describe('a service that repeats keys', () => {
	const bench = setUp();
	const keys = () => {
		const { accessToken } = bench.engine.readCredential();
		return [bench.emulator.clientSecret, String(accessToken)];
	};
	const record = (status: number) => {
		const said = `no access for ${keys().join(' and ')}`;
		return {
			_id: 'a1',
			faceswap_status: status,
			job_id: keys()[1],
			url: `https://example.com/?token=${keys()[1]}`,
			error_msg: said,
			[said]: { deep: [said] },
		};
	};

	test.each([
		['a failed one', 4],
		['a completed one', 3],
	])('in a record, %s, has none of them go out', async (_name, status) => {
		await bench.engine.run(faceSwap('credit', 'get'));
		bench.emulator.faults.add(answering({ code: 1000, data: [record(status)] }, '/listbyids'));
		const options = { ids: 'a1', simplify: false };
		const result = await bench.engine.run(faceSwap('job', 'getAll', options, GOES_ON));
		const out = JSON.stringify(result.output('Node'));
		expect(out).toContain('***');
		for (const key of keys()) expect(out + bench.engine.logs.text()).not.toContain(key);
	});

	test('in the answer of a create, that holds no ID, has none of them in the error', async () => {
		await bench.engine.run(faceSwap('credit', 'get'));
		const { _id, ...rest } = record(1);
		bench.emulator.faults.add(answering({ code: 1000, data: rest }, '/highquality/specifyimage'));
		const result = await bench.engine.run(swap({}, GOES_ON), { input: rows(1) });
		const out = JSON.stringify(result.output('Node'));
		expect(out).toContain('Its job ID is ***');
		for (const key of keys()) expect(out + bench.engine.logs.text()).not.toContain(key);
	});
});

describe('a transport', () => {
	const bench = new TransportBench();

	test('takes out the tokens that were replaced in mid-run, and the one that took their place', async () => {
		await bench.send(read);
		const told: unknown[] = [];
		const tokens: string[] = [String(bench.engine.readCredential().accessToken)];
		bench.call.script = async (transport, waits) => {
			await outcomeOf(transport, waits, read);
			for (let times = 0; times < 2; times++) {
				bench.emulator.expireTokens();
				await outcomeOf(transport, waits, read);
				tokens.push(String(bench.engine.readCredential().accessToken));
			}
			const body = { code: 1000, data: { credit: 1, said: tokens.join(' ') } };
			bench.emulator.faults.add(answering(body, read.path));
			told.push(await transport.send(read, z.unknown()));
			bench.emulator.faults.clear();
			bench.emulator.faults.add(answering({ code: 1003, msg: tokens.join(' ') }, create.path));
			told.push((await outcomeOf(transport, waits, create)).error);
		};
		await bench.start().finished;
		expect(new Set(tokens).size).toBe(3);
		expect(told[0]).toEqual({ credit: 1, said: '*** *** ***' });
		expect(told[1]).toMatchObject({ said: '*** *** ***' });
	});

	test('does not ask by GET for what the service itself says is not there', async () => {
		const list = { ...create, path: '/avatar/create', fallbackToGet: true, intent: 'repeatable' as const };
		const fault = { kind: 'code' as const, code: 1008, status: 404, match: { path: list.path } };
		const { error } = await bench.send(list, fault);
		expect(error).toMatchObject({ code: 1008 });
		expect(bench.sent(list)).toHaveLength(1);
	});

	test('gives a create more time than a read', async () => {
		bench.call.limits = { readTimeoutMs: 300, createTimeoutMs: 20_000 };
		await bench.send(read);
		const slow = { kind: 'slow' as const, delayMs: 900 };
		bench.emulator.faults.add({ ...slow, times: Infinity, match: { path: read.path } });
		expect((await bench.send(read)).error).toMatchObject({ message: 'The service did not answer in time' });
		expect((await bench.send(create, { ...slow, match: { path: create.path } })).error).toBeUndefined();
	});
});

test('of a list without end, only what was asked for is looked at', () => {
	const { wanted } = jobKinds.faceSwap.read.request(['id-7', '8']);
	const data: unknown[] = Array.from({ length: 100_000 }, (_, index) => ({ _id: `id-${index}`, at: index }));
	const kept = onlyWanted({ code: 1000, data: [...data, { _id: 8 }] }, wanted);
	expect(kept).toMatchObject({ code: 1000, data: [{ _id: 'id-7' }, { _id: 8 }] });
	expect(onlyWanted({ code: 1000, data: { result: data } }, wanted)).toMatchObject({
		data: { result: [{ _id: 'id-7' }] },
	});
	for (const other of [
		null,
		'text',
		[1],
		{ code: 1003 },
		{ code: 1000, data: null },
		{ code: 1000, data: [7] },
	]) {
		expect(onlyWanted(other, wanted)).toEqual(other);
	}
	// No list where lists are: whoever reads it says so.
	const other = { data: { list: data } };
	expect(onlyWanted(other, wanted)).toStrictEqual(other);
	expect(
		growsWithLength(
			(length) => data.slice(0, length / 10),
			(records) => new Secrets('secret').redactAll(onlyWanted({ data: records }, wanted)),
		),
	).toBe(true);
});
