import type { INodeParameters } from 'n8n-workflow';
import { CODES_BY_GROUP } from '../support/codes';
import { runnerOf } from '../support/runner';
import { NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const upload = runner('avatar.upload', { video: 'https://example.com/me.mp4', avatarId: '={{ $json.as }}' });
const get = runner('avatar.get', {});
const getAll = runner('avatar.getAll', {});
const CODES = CODES_BY_GROUP.avatarVideo.filter((code) => code !== 1000);

describe('uploading an avatar', () => {
	test('sends its video, its ID and what it is for, and waits until it can be used', async () => {
		const [item] = await upload({ type: '2' }, [{ as: 'live1' }]);
		expect(bench.lastBody('/avatar/create')).toEqual({
			url: 'https://example.com/me.mp4',
			avatar_id: 'live1',
			type: '2',
		});
		expect(item).toMatchObject({ kind: 'avatar', status: 'completed', id: expect.any(String) });
		expect(item?.avatarId).toBe('live1');
		expect((await get({}, [{ id: item?.id }]))[0]).toMatchObject({ avatarId: 'live1' });
	});

	test.each(['POST', 'GET'] as const)('finds the method of the service when it is %s', async (method) => {
		bench.emulator.shapes.avatarCreateMethod = method;
		bench.emulator.shapes.avatarCreate = method === 'GET' ? 'object' : 'array';
		bench.emulator.shapes.wrongMethodStatus = 404;
		const as = `by${method}`;
		const [item] = await upload({ waitForCompletion: false }, [{ as }]);
		expect(item).toMatchObject({ kind: 'avatar', id: expect.any(String) });
		const uploads = bench.emulator.jobs.created('avatar').filter(({ request }) => request.avatar_id === as);
		expect(uploads).toHaveLength(1);
	});

	test.each([
		[1204, /^Shorten it to the minute/],
		[1210, /^Convert it to 60 frames/],
	])('of a video that is refused with %i is advised as avatars are', async (code, advice) => {
		bench.emulator.faults.add({ kind: 'code', code, match: { path: '/avatar/create' } });
		const [item] = await upload({}, [{ as: 'tooMuch' }]);
		expect(item?.details).toMatchObject({ submitted: 'no', description: expect.stringMatching(advice) });
	});

	test.each<[INodeParameters, RegExp]>([
		[{ video: NOTHING }, /^Video is empty/],
		[{ video: 'me.mp4' }, /^Video must be one whole address/],
		[{ avatarId: NOTHING }, /^Avatar ID is empty/],
		[
			{ avatarId: 'anna-1' },
			/^Avatar ID must hold letters \(A to Z\) and digits only, but "anna-1" was given/,
		],
		[{ avatarId: 'änna' }, /^Avatar ID must hold letters/],
		[{ type: '={{ "3" }}' }, /^Type must be one of 1 .*, 2 .*, but "3" was given/],
	])('with %j is refused before it is sent', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		expect((await upload.refusal({ avatarId: 'fine', ...parameters })).message).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});
});

describe('an avatar', () => {
	test.each(['array', 'object'] as const)('is read by the ID of its record, from an %s', async (shape) => {
		bench.emulator.shapes.avatarDetail = shape;
		const [made] = await upload({ waitForCompletion: false }, [{ as: `read${shape}` }]);
		bench.emulator.jobs.setStatus(String(made?.id), 2);
		const [open] = await get({}, [{ id: made?.id }]);
		expect(open).toMatchObject({
			id: made?.id,
			kind: 'avatar',
			status: 'processing',
		});
		bench.emulator.jobs.complete(String(made?.id));
		const [done] = await get({ simplify: false }, [{ id: made?.id }]);
		expect(done).toMatchObject({ status: 'completed', record: { avatar_id: `read${shape}` } });
	});

	test('is waited for where it is to be', async () => {
		const [made] = await upload({ waitForCompletion: false }, [{ as: 'awaited' }]);
		expect((await get({ waitForCompletion: true }, [{ id: made?.id }]))[0]).toMatchObject({
			status: 'completed',
		});
	});

	test('needs an ID, and a known one', async () => {
		expect((await get.refusal({ recordId: NOTHING })).message).toMatch(/^Avatar is empty/);
		expect((await get({}, [{ id: 'nobody' }]))[0]).toMatchObject({ details: { id: 'nobody' } });
	});

	test.each(CODES)('that is refused with %i says what to do', async (code) => {
		bench.emulator.faults.add({ kind: 'code', code, match: { path: '/avatar/detail' }, times: 4 });
		const [item] = await get({}, [{ id: 'any' }]);
		expect(item?.details).toMatchObject({ errorCode: code, id: 'any', description: expect.any(String) });
	});
});

describe('many avatars', () => {
	test('come with the names of the service, up to the limit, or only those of one source', async () => {
		await upload({ waitForCompletion: false }, [{ as: 'mine1' }]);
		const own = await getAll({ returnAll: true, filters: { from: 3 } });
		expect(own).toContainEqual(
			expect.objectContaining({ avatar_id: 'mine1', from: 3, _id: expect.any(String) }),
		);
		expect(own.every(({ from }) => from === 3)).toBe(true);
		const official = await getAll({ filters: { from: 2 } });
		expect(official).toHaveLength(10);
		expect(official[0]).toMatchObject({
			avatar_id: 'Ada_1080P_back',
			name: 'Ada',
			gender: 'female',
			status: 3,
		});
		expect(await getAll({ limit: 3 })).toHaveLength(3);
	});

	test('are all read, over all pages', async () => {
		const items = Array.from({ length: 120 }, (_, index) => ({ as: `crowd${index}` }));
		await upload({ waitForCompletion: false, options: { maxConcurrent: 20 } }, items);
		const all = await getAll({ returnAll: true });
		const ids = all.map((avatar) => avatar.avatar_id);
		expect(ids).toEqual(expect.arrayContaining(items.map(({ as }) => as)));
		expect(new Set(ids).size).toBe(ids.length);
		expect(await getAll()).toHaveLength(50);
		expect(await getAll({ limit: 115 })).toHaveLength(115);
	});

	test.each<[INodeParameters, RegExp]>([
		[{ limit: '={{ 0 }}' }, /^Limit must be at least 1/],
		[{ limit: '={{ "some" }}' }, /^Limit must be a number/],
		[{ returnAll: '={{ "maybe" }}' }, /^Return All must be true or false/],
		[{ filters: { from: '={{ 5 }}' } }, /From must be one of .*2 .*, 3 .*, but/],
	])('with %j are refused before anything is asked', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		expect((await getAll.refusal(parameters)).message).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});

	test.each(CODES)('that are refused with %i say what to do', async (code) => {
		bench.emulator.faults.add({ kind: 'code', code, match: { path: '/avatar/list' }, times: 4 });
		const [item] = await getAll();
		expect(item?.details).toMatchObject({ errorCode: code, description: expect.any(String) });
	});
});
