import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { readJob, readJobs } from '../../../nodes/shared/jobs/read';
import { fault, FakeService } from './fakeService';
import { VirtualClock } from './virtualClock';

function start(...ids: string[]) {
	const service = new FakeService(new VirtualClock());
	for (const id of ids) service.job(id, 0);
	return service;
}

test('ids that the service does not know have no entry, whatever the order of its answer', async () => {
	const service = start('a', 'c');
	service.reversed = true;
	const states = await readJobs(service, jobKinds.faceSwap, ['a', 'b', 'c']);
	expect([...states.keys()].sort()).toEqual(['a', 'c']);
	expect(states.get('a')).toMatchObject({ id: 'a' });
});

test('of a list of records it is the one with the id asked for', async () => {
	const send = jest.fn(async (_request: unknown, answer: { parse(value: unknown): unknown }) =>
		answer.parse([
			{ _id: 'a', status: 3, url: 'https://x/a.mp4' },
			{ _id: 'b', status: 4 },
		]),
	);
	const states = await readJobs({ send } as never, jobKinds.avatar, ['b']);
	expect(states.get('b')).toMatchObject({ id: 'b', status: 'failed', record: { _id: 'b' } });
});

test('a fault of a call is what is found of all its ids', async () => {
	const service = start('a');
	service.faults.push(fault());
	const found = await readJobs(service, jobKinds.faceSwap, ['a', 'b']);
	expect(found.get('a')).toMatchObject({ message: 'The connection broke' });
	expect(found.get('b')).toBe(found.get('a'));
});

test('of one record, a code that says that it is not there is none', async () => {
	const service = start();
	service.faults.push(fault({ code: 1008 }), fault({ code: 1009 }));
	expect(await readJob(service, jobKinds.image, 'a')).toBeUndefined();
	await expect(readJob(service, jobKinds.image, 'a')).rejects.toMatchObject({ code: 1009 });
});

test('one refused id among a hundred is found by halves', async () => {
	const ids = Array.from({ length: 100 }, (_, n) => `id${n}`);
	const service = start(...ids);
	const tried: string[][] = [];
	const refusing: Pick<FakeService, 'send'> = {
		send: async (request, answer) => {
			const asked = String(request.query?._ids).split(',');
			tried.push(asked);
			if (asked.includes('id99')) throw fault({ code: 1009 });
			return await service.send(request, answer);
		},
	};
	const states = await readJobs(refusing, jobKinds.faceSwap, ids);
	expect(states.get('id99')).toMatchObject({ code: 1009 });
	expect(states.get('id98')).toMatchObject({ status: 'completed' });
	// The hundred, and twice 50, 25, 13 or 12, ... down to 1.
	expect(tried.length).toBeLessThanOrEqual(1 + 2 * 7);
});

test('of a list of other jobs none is the one that was asked for', async () => {
	const record = (id: string) => ({ _id: id, image_status: 3, image: 'https://example.com/1.png' });
	const answering = (...ids: string[]): Pick<FakeService, 'send'> => ({
		send: async (_, answer) => answer.parse(ids.map(record)),
	});
	expect(await readJob(answering('b', 'c'), jobKinds.image, 'a')).toBeUndefined();
	expect(await readJob(answering('b', 'a'), jobKinds.image, 'a')).toMatchObject({ record: { _id: 'a' } });
	expect(await readJob(answering('b'), jobKinds.image, 'a')).toMatchObject({ id: 'a' });
});
