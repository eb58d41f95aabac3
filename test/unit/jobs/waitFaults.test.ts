import { jobKinds, type JobKind } from '../../../nodes/shared/jobs/kinds';
import { createWatch } from '../../../nodes/shared/jobs/wait';
import { fault, FakeService, HOURS } from './fakeService';
import { VirtualClock } from './virtualClock';

const kinds: Array<[string, JobKind]> = [
	['read together', jobKinds.faceSwap],
	['read alone', jobKinds.image],
];

function start() {
	const clock = new VirtualClock();
	const service = new FakeService(clock);
	return { clock, service, watch: createWatch(service, clock) };
}

describe.each(kinds)('jobs that are %s', (_name, kind) => {
	test('outlive looks that come to nothing: the wait goes on', async () => {
		const { clock, service, watch } = start();
		service.faults.push(
			fault(),
			fault({ httpStatus: 502 }),
			fault({ code: 1005 }),
			fault({ code: 1215 }),
			fault({ code: 4711 }),
		);
		const waited = await clock.run(watch.until(service.job('a', 500, { kind })));
		expect(waited).toMatchObject({ timedOut: false, state: { status: 'completed' } });
		expect(waited.fault).toBeUndefined();
		expect(service.calls).toHaveLength(6);
	});

	test('that time out after a look that came to nothing say why it did', async () => {
		const { clock, service, watch } = start();
		service.faults.push(...Array.from({ length: 50 }, () => fault({ httpStatus: 502 })));
		const until = clock.startedAt + 20_000;
		const waited = await clock.run(watch.until({ ...service.job('a', HOURS, { kind }), until }));
		expect(waited).toMatchObject({ timedOut: true, statusChecks: 0, fault: { httpStatus: 502 } });
	});

	test('end when asking again is of no use, as after a ban', async () => {
		const { clock, service, watch } = start();
		const banned = fault({ code: 1200, stopsEverything: true });
		service.faults.push(undefined, banned);
		await expect(clock.run(watch.until(service.job('a', HOURS, { kind })))).rejects.toBe(banned);
		expect(service.calls).toHaveLength(2);
	});

	test('that were looked at in vain at once are not hammered', async () => {
		const { clock, service, watch } = start();
		service.faults.push(fault());
		await clock.run(watch.until({ ...service.job('a', 0, { kind }), lookNow: true }));
		const [first, second] = service.calls;
		expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
	});
});

test('the earliest that a job can have been completed is its last look before', async () => {
	const { clock, service, watch } = start();
	const waited = await clock.run(watch.until(service.job('a', 30_000)));
	const before = service.calls.at(-2)?.at ?? 0;
	expect(waited.unfinishedAt).toBe(clock.startedAt + before);
	expect(before).toBeLessThan(30_000);
});

test.each(kinds)(
	'a service that hangs does not hold jobs that are %s far beyond their deadline',
	async (_name, kind) => {
		const clock = new VirtualClock();
		const transport = {
			// What a read takes that gets no answer: six tries of 60 s, and their pauses.
			send: async (): Promise<never> => {
				await clock.sleep(6 * 60_000 + 23_000);
				throw fault();
			},
		};
		const watch = createWatch(transport, clock);
		const until = clock.startedAt + 10 * 60_000;
		const waits = Array.from({ length: 300 }, (_, n) =>
			watch.until({
				kind,
				state: { id: `id${n}`, status: 'queued', record: {} },
				since: clock.startedAt,
				until,
			}),
		);
		for (const { waitedMs } of await clock.run(Promise.all(waits))) {
			expect(waitedMs).toBeLessThan(20 * 60_000);
		}
	},
);
