import '../support/fastClock';
import { chain, node } from '../support/engine';
import { asking, CONTINUES, liveChat, questions, run } from './liveAvatarSetup';

const live = liveChat();
const openMany = async (count: number) =>
	(await Promise.all(Array.from({ length: count }, live.open))).map(({ id }) => id);

describe('Get', () => {
	test('waits until the session streams, and returns its record', async () => {
		live.emulator.live.startMs = 200;
		const { id } = await live.open();
		const parameters = {
			sessionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			waitForCompletion: true,
		};
		const result = await live.engine.run(run('get', { ...parameters, simplify: false }), { input: [{ id }] });
		expect(result.json('Node')).toMatchObject([
			{ id, status: 'streaming', record: { _id: id, status: 2 }, statusChecks: expect.any(Number) },
		]);
	});

	test('leaves a session open for which it waited in vain, and says so', async () => {
		live.emulator.live.startMs = 3_600_000;
		const input = [await live.open()];
		const parameters = { waitForCompletion: true, options: { timeout: 0.05 } };
		const { error } = await live.engine.run(run('get', parameters), { input });
		expect(error?.message).toMatch(/was still queued after 0.05 minutes$/);
		expect(error?.description).toContain('costs credits');
		expect(live.closings()).toEqual([]);
	});
});

describe('Pause and Close', () => {
	test('act on the sessions of the input, and closing twice is a success', async () => {
		const ids = await openMany(2);
		const input = ids.map((id) => ({ id }));
		for (const operation of ['pause', 'close', 'close']) {
			const result = await live.engine.run(run(operation), { input });
			expect(result.json('Node')).toEqual(ids.map((id) => ({ success: true, id })));
		}
		expect(live.requestsTo('close').map(({ body, code }) => [body, code])).toEqual(
			[1000, 1219].flatMap((code) => ids.map((id) => [{ id }, code])),
		);
	});

	test('close the session of a question that failed', async () => {
		live.emulator.live.silent = true;
		const opened = await live.open();
		const asked = { ...node('Ask', 'liveAvatar', asking()), onError: 'continueRegularOutput' as const };
		const closed = node('Close', 'liveAvatar', { resource: 'session', operation: 'close' });
		const result = await live.engine.run(chain(asked, closed), { input: questions(opened, 'One') });
		expect(result.json('Ask')).toMatchObject([{ error: expect.any(String) }]);
		expect(result.json('Close')).toEqual([{ success: true, id: opened.id }]);
	});

	test.each(['get', 'pause', 'close'])('%s follows a Send Message without typing', async (operation) => {
		const { id: sessionId } = await live.open();
		const result = await live.engine.run(run(operation), { input: [{ answer: 'Bye', sessionId }] });
		expect(result.json('Node')).toMatchObject([{ id: sessionId }]);
	});

	test('close follows a Get Many without typing', async () => {
		const { id } = await live.open();
		const [resource, operation] = ['session', 'close'];
		const list = node('List', 'liveAvatar', { resource, operation: 'getAll', filters: { status: 2 } });
		const result = await live.engine.run(chain(list, node('Next', 'liveAvatar', { resource, operation })));
		expect(result.json('Next')).toContainEqual({ success: true, id });
	});

	test('find a session in the list', async () => {
		const { id } = await live.open();
		const { results } = await live.engine.searchList('liveAvatar', 'searchSessions', { filter: id });
		expect(results).toEqual([{ name: expect.stringContaining('streaming'), value: id }]);
	});
});

describe.each(['get', 'pause', 'close'])('%s', (operation) => {
	test('names an unknown session, because the intended session may continue', async () => {
		const result = await live.engine.run(run(operation, { sessionId: 'nobody' }, CONTINUES));
		expect(result.json('Node', 1)).toMatchObject([
			{ error: 'The session does not exist', details: { id: 'nobody', errorCode: 1216 } },
		]);
	});

	test('asks for a session ID when there is none', async () => {
		const { error } = await live.engine.run(run(operation));
		expect(error?.message).toMatch(/^Session ID /);
		expect(live.emulator.requests).toEqual([]);
	});
});

describe('Get Many', () => {
	test('keeps to the limit and to the status', async () => {
		const [sessionId = ''] = await openMany(3);
		await live.engine.run(run('close', { sessionId }));
		const limited = await live.engine.run(run('getAll', { limit: 1, filters: { status: 2 } }));
		expect(limited.json('Node').map(({ status }) => status)).toEqual([2]);
		const closed = await live.engine.run(run('getAll', { filters: { status: '={{ "closed" }}' } }));
		expect(closed.json('Node')).toContainEqual(expect.objectContaining({ _id: sessionId, status: 3 }));
	});

	test('asks with GET where the service knows no POST', async () => {
		live.emulator.shapes.sessionListMethod = 'GET';
		await live.engine.run(run('getAll', { limit: 1 }));
		expect(live.requestsTo('list').map(({ method, httpStatus }) => [method, httpStatus])).toEqual([
			['POST', 405],
			['GET', 200],
		]);
	});
});

test('a close that is refused for now is sent again', async () => {
	const session = await live.open();
	live.refuse('close', 1214, { times: 2 });
	const result = await live.engine.run(run('close', {}, CONTINUES), { input: [session] });
	expect(result.json('Node')).toEqual([{ success: true, id: session.id }]);
});
