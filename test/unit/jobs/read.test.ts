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

test('a record that is read alone is that of the id asked for', async () => {
	const service = start();
	service.job('a', 0, { kind: jobKinds.image });
	const states = await readJobs(service, jobKinds.image, ['a', 'unknown']);
	expect([...states.keys()]).toEqual(['a']);
	expect(states.get('a')).toMatchObject({
		status: 'completed',
		resultUrl: 'https://media.example.com/a.png',
	});
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

test.each([
	['with lip sync', true, 'https://x/lips.mp4'],
	['without', false, 'https://x/plain.mp4'],
	['where the record does not say', undefined, 'https://x/lips.mp4'],
])('the result of a translation %s is the right one of the two', (_name, lipsync, resultUrl) => {
	const urls = { video: 'https://x/plain.mp4', lipsync_video_url: 'https://x/lips.mp4' };
	const record = { _id: 'v', video_status: 3, ...urls, ...(lipsync !== undefined && { lipsync }) };
	expect(jobKinds.video.read.answer(['v']).parse(record)).toMatchObject([{ resultUrl }]);
});

test('no ids, no call', async () => {
	const service = start();
	expect((await readJobs(service, jobKinds.faceSwap, [])).size).toBe(0);
	expect(service.calls).toEqual([]);
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
