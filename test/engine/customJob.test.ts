import { setUp } from '../support/bench';

const bench = setUp();
const PATH = '/content/video/createbybackground';
const BODY = { url: 'http://127.0.0.1:9/talk.mp4', background: '#00ff00' };
const submit = bench.runner('videoTranslation', 'custom.submit', {
	path: `/api/open/v3${PATH}`,
	body: JSON.stringify(BODY),
	jobType: 'video',
});

test('a custom job is sent once, exactly as written, and polled until it is completed', async () => {
	const [item] = await submit({ options: { extraFields: '{"extra": 1}' } });
	expect(item).toMatchObject({ error: expect.stringContaining('rejected a value') });
	const before = bench.bodies(PATH).length;
	const [made] = await submit({ options: { idempotencyKey: 'background 7', reference: 'row 7' } });
	expect(made).toMatchObject({ kind: 'video', status: 'completed', reference: 'row 7' });
	expect(made?.resultUrl).toMatch(/\.mp4$/);
	const [again] = await submit({ options: { idempotencyKey: 'background 7' } });
	expect(again).toMatchObject({ id: made?.id, duplicate: true });
	expect(bench.bodies(PATH).slice(before)).toEqual([BODY]);
});

test('a custom job of the wrong Job Type says so a minute later, and a retry with the right one pays nothing again', async () => {
	const wrong = await submit.stopping({ jobType: 'image' });
	expect(wrong.error?.description).toContain('Choose another Job Type, and retry the execution');
	const options = { continueExecution: wrong.executionId };
	expect(await submit({ options })).toMatchObject([{ kind: 'video', status: 'completed' }]);
	expect(bench.emulator.requestsTo(PATH)).toHaveLength(1);
});

test.each([302, 403, 404, 405])('a custom job says to check Path after HTTP %i', async (status) => {
	bench.emulator.faults.add({ kind: 'httpStatus', status, match: { path: PATH }, times: Infinity });
	const [item] = await submit();
	bench.emulator.faults.clear();
	expect(item?.details).toMatchObject({ description: 'Nothing was paid. Check Path.', submitted: 'no' });
});

test.each([
	[{ path: 'https://example.com/x' }, /^Path must be a path below the Base URL/],
	[{ path: '/content/../x' }, /^Path must be a path below the Base URL/],
	[{ body: '{"url": "undefined"}' }, /^Body \(JSON\)/],
])('a custom job with %j is refused before anything is sent', async (parameters, message) => {
	expect((await submit.refusal(parameters)).message).toMatch(message);
	expect(bench.emulator.requests).toEqual([]);
});
