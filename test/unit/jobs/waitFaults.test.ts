import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { Failure } from '../../../nodes/shared/service/failure';
import { fault, HOURS, kinds, start, watchOn, type FakeService } from './fakeService';
import { readJob } from '../../../nodes/shared/jobs/read';

describe.each(kinds)('jobs that are read %s', (_name, kind) => {
	test('survive failed polls and a ban, and the wait continues', async () => {
		const { clock, service, watch } = start(kind);
		const banned = new Failure('Banned', 'runAgain', { errorCode: 1200 }, { scope: 'run' });
		const codes = [1005, 1101, 1215, 4711];
		service.faults.push(fault({ httpStatus: 502 }), ...codes.map((errorCode) => fault({ errorCode })));
		service.faults.push(banned);
		const waited = await clock.run(watch.until(service.job('a', 500)));
		expect(waited).toMatchObject({ timedOut: false, state: { status: 'completed' } });
		expect(waited.fault).toBeUndefined();
		expect(service.calls).toHaveLength(7);
	});

	test('time out while polls fail, and report the fault', async () => {
		const { clock, service, watch } = start(kind);
		service.faults.push(...Array.from({ length: 50 }, () => fault({ httpStatus: 502 })));
		const until = clock.startedAt + 20_000;
		const waited = await clock.run(watch.until({ ...service.job('a', HOURS), until }));
		const fault502 = { details: { httpStatus: 502 } };
		expect(waited).toMatchObject({ timedOut: true, statusChecks: 0, fault: fault502 });
	});

	test('end when n8n refuses a poll', async () => {
		const { clock, service, watch } = start(kind);
		const refused = new Failure('no', 'runAgain', {}, { again: 'never' });
		service.faults.push(undefined, refused);
		await expect(clock.run(watch.until(service.job('a', HOURS)))).rejects.toBe(refused);
		expect(service.calls).toHaveLength(2);
	});
});

test('the earliest possible completion of a job is the last poll that found it unfinished', async () => {
	const { clock, service, watch } = start();
	const waited = await clock.run(watch.until(service.job('a', 30_000)));
	const before = service.calls.at(-2)?.at ?? 0;
	expect(waited.unfinishedAt).toBe(clock.startedAt + before);
	expect(before).toBeLessThan(30_000);
});

test('an ID that the service refuses to read ends the wait for its own job only', async () => {
	const { clock, service } = start();
	const watch = watchOn(refusing(service, 'b'), clock);
	const waits = ['a', 'b', 'c'].map((id) => watch.until(service.job(id, 5_000)));
	const ended = await clock.run(Promise.allSettled(waits));
	expect(ended).toMatchObject([
		{ status: 'fulfilled', value: { state: { id: 'a', status: 'completed' } } },
		{ status: 'rejected', reason: { details: { errorCode: 1009 } } },
		{ status: 'fulfilled', value: { state: { id: 'c', status: 'completed' } } },
	]);
});

test.each([
	['is new gets another poll', 0, 'completed'],
	['is a minute old ends the wait', 60_000, undefined],
])('a job that the service does not know and that %s', async (_what, ageMs, status) => {
	const { clock, service, watch } = start(jobKinds.image);
	service.faults.push(fault({ errorCode: 1008 }));
	const waiting = service.job('a', 500);
	const waits = watch.until({ ...waiting, since: waiting.since - ageMs });
	const [ended] = await clock.run(Promise.allSettled([waits]));
	const found = { ...waiting.state, status, record: expect.any(Object), resultUrl: expect.any(String) };
	const { missing, state } = Object(ended).value ?? {};
	if (status) expect([missing, state]).toEqual([false, found]);
	else expect(ended).toMatchObject({ reason: { details: { errorCode: 1008 } } });
});

/** A service that refuses to read one ID, even among other IDs. */
function refusing(service: FakeService, id: string): Pick<FakeService, 'send'> {
	return {
		send: async (request, answer) => {
			if (String(request.query?._ids).split(',').includes(id)) throw fault({ errorCode: 1009 });
			return await service.send(request, answer);
		},
	};
}

test('code 1008 means that the record is missing, and another code is thrown', async () => {
	const { service } = start();
	service.faults.push(fault({ errorCode: 1008 }), fault({ errorCode: 1009 }));
	expect(await readJob(service, jobKinds.image, 'a')).toBeUndefined();
	await expect(readJob(service, jobKinds.image, 'a')).rejects.toMatchObject({ details: { errorCode: 1009 } });
});
