import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { createWatch } from '../../../nodes/shared/jobs/wait';
import { fault, FakeService } from './fakeService';
import { VirtualClock } from './virtualClock';

test('an id that the service refuses to read ends the wait for its own job alone', async () => {
	const clock = new VirtualClock();
	const service = new FakeService(clock);
	const refusing = {
		send: (async (request, answer) => {
			const ids = String(request.query?._ids).split(',');
			if (ids.includes('b')) throw fault({ code: 1009 });
			return await service.send(request, answer);
		}) as typeof service.send,
	};
	const watch = createWatch(refusing, clock);
	const waits = ['a', 'b', 'c'].map((id) => watch.until(service.job(id, 5_000)));
	const ended = await clock.run(Promise.allSettled(waits));
	expect(ended).toMatchObject([
		{ status: 'fulfilled', value: { state: { id: 'a', status: 'completed' } } },
		{ status: 'rejected', reason: { code: 1009 } },
		{ status: 'fulfilled', value: { state: { id: 'c', status: 'completed' } } },
	]);
});

test('a read that is refused whole ends all waits with one call more than ids', async () => {
	const clock = new VirtualClock();
	const service = new FakeService(clock);
	service.faults.push(...Array.from({ length: 3 }, () => fault({ code: 1009 })));
	const watch = createWatch(service, clock);
	const waits = ['a', 'b'].map((id) => watch.until(service.job(id, 5_000)));
	const ended = await clock.run(Promise.allSettled(waits));
	expect(ended).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
	expect(service.calls).toHaveLength(3);
});

test.each([
	['is new may not be listed yet', 0, 'completed'],
	['is a minute old is gone', 60_000, undefined],
])('a job that the service does not know and that %s', async (_what, ageMs, status) => {
	const clock = new VirtualClock();
	const service = new FakeService(clock);
	service.faults.push(fault({ code: 1008 }));
	const waiting = service.job('a', 500, { kind: jobKinds.image });
	const waits = createWatch(service, clock).until({ ...waiting, since: waiting.since - ageMs });
	const [ended] = await clock.run(Promise.allSettled([waits]));
	if (status) expect(ended).toMatchObject({ value: { state: { status }, missing: false } });
	else expect(ended).toMatchObject({ reason: { code: 1008 } });
});

test.each([jobKinds.faceSwap, jobKinds.image])(
	'a job that is known to be done is done, also where the service refuses to say so again',
	async (kind) => {
		const clock = new VirtualClock();
		const service = new FakeService(clock);
		service.faults.push(fault({ code: 1200, stopsEverything: true }));
		const waiting = service.job('a', 500, { kind });
		const state = { ...waiting.state, status: 'completed' } as const;
		const waits = createWatch(service, clock).until({ ...waiting, state, lookNow: true });
		expect(await clock.run(waits)).toMatchObject({ timedOut: false, state: { status: 'completed' } });
	},
);
