import type { INodeParameters } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const upload = runner('avatar.upload', { video: 'https://example.com/me.mp4', avatarId: '={{ $json.as }}' });
const get = runner('avatar.get', {});
const getAll = runner('avatar.getAll', {});

describe('uploading an avatar', () => {
	test.each<[INodeParameters, RegExp]>([
		[{ video: NOTHING }, /^Video is empty/],
		[{ avatarId: NOTHING }, /^Avatar ID is empty/],
		[
			{ avatarId: 'anna-1' },
			/^Avatar ID must hold letters \(A to Z\) and digits only, but "anna-1" was given/,
		],
	])('with %j is refused before it is sent', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		expect((await upload.refusal({ avatarId: 'fine', ...parameters })).message).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});
});

describe('an avatar', () => {
	test.each(['array', 'object'] as const)('comes by the ID of its record, from an %s', async (shape) => {
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
});

test('Get Many returns as many avatars as its Limit says', async () => {
	expect(await getAll({ limit: 3 })).toHaveLength(3);
});

/* A service that is called in other ways than the usual one. */

const clone = runnerOf(() => bench.engine, 'avatarVideo', 'voice.clone', {
	inputText: 'Good morning',
	voice: 'https://example.com/voice.mp3',
});
const sentTo = (path: string) =>
	bench.emulator.requestsTo(path).map(({ method, body, query }) => ({ method, body, query }));

test('a voice is cloned where the service does it: under audio/clone, or else under audio/create', async () => {
	const body = { input_text: 'Good morning', voice_url: 'https://example.com/voice.mp3', rate: '100%' };
	bench.emulator.faults.add({
		kind: 'httpStatus',
		status: 404,
		match: { path: '/audio/clone' },
		times: Infinity,
	});
	bench.answer('/audio/create', { _id: 'a1', status: 3, url: 'https://example.com/said.mp3' });
	for (const calls of [1, 2]) {
		expect(await clone()).toMatchObject([{ status: 'completed', resultUrl: 'https://example.com/said.mp3' }]);
		expect(sentTo('/audio/clone')).toMatchObject(Array(calls).fill({ body }));
		expect(sentTo('/audio/create')).toMatchObject(Array(calls).fill({ method: 'POST', body }));
	}
});

test('a voice that neither path can clone was not paid for', async () => {
	for (const path of ['/audio/clone', '/audio/create']) {
		bench.emulator.faults.add({ kind: 'httpStatus', status: 404, match: { path } });
	}
	expect(await clone()).toMatchObject([
		{
			error: 'The service has no such operation (HTTP 404)',
			details: { submitted: 'no' },
		},
	]);
});

test('an upload whose fields the service wants in the body of a GET was not paid for, and says why it is not possible', async () => {
	Object.assign(bench.emulator.shapes, { avatarCreateMethod: 'GET', avatarCreateFields: 'body' });
	const [item] = await upload({ waitForCompletion: false }, [{ as: 'three' }]);
	expect(item).toMatchObject({
		error: 'The service rejected a value, or a value is missing',
		details: { submitted: 'no', errorCode: 1003 },
	});
	expect(Object(item?.details).description).toContain(
		'n8n sends no body with GET, so a service that looks for them there is out of reach',
	);
});

test('an avatar is uploaded by GET with its fields in the query, where POST is not there', async () => {
	bench.emulator.shapes.avatarCreateMethod = 'GET';
	const fields = { url: 'https://example.com/me.mp4', type: '1' };
	expect(await upload({ waitForCompletion: false }, [{ as: 'one' }])).toMatchObject([
		{ id: expect.any(String), avatarId: 'one' },
	]);
	expect(await upload({ waitForCompletion: false }, [{ as: 'two' }])).toMatchObject([
		{ id: expect.any(String), avatarId: 'two' },
	]);
	expect(sentTo('/avatar/create').slice(-4)).toMatchObject([
		{ method: 'POST', body: { ...fields, avatar_id: 'one' } },
		{ method: 'GET', query: { ...fields, avatar_id: 'one' } },
		{ method: 'POST', body: { ...fields, avatar_id: 'two' } },
		{ method: 'GET', query: { ...fields, avatar_id: 'two' } },
	]);
});
