import type { INodeParameters } from 'n8n-workflow';
import { fieldsIn } from '../../nodes/shared/operation/parameters/builders';
import { sendMessage } from '../../nodes/LiveAvatar/operations/chat/sendMessage';
import { close } from '../../nodes/LiveAvatar/operations/session/close';
import { pause } from '../../nodes/LiveAvatar/operations/session/pause';
import { chain, node, single } from '../support/engine';
import { asking, liveChat, questions } from './liveAvatarSetup';

const live = liveChat();
const session = (operation: string, parameters: INodeParameters = {}) =>
	single('liveAvatar', { resource: 'session', operation, ...parameters });
const goingOn = (operation: string, parameters: INodeParameters = {}) =>
	single('liveAvatar', { resource: 'session', operation, ...parameters }, { onError: 'continueErrorOutput' });
const callsTo = (action: string) => live.emulator.requestsTo(`/liveAvatar/session/${action}`);
const openMany = async (count: number) =>
	(await Promise.all(Array.from({ length: count }, live.open))).map(({ id }) => id);

describe('get', () => {
	test('reads each session, waits where it is told to, and shows the record', async () => {
		live.emulator.live.startMs = 400;
		const { id } = await live.open();
		const parameters = { sessionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
		const result = await live.engine.run(
			session('get', { ...parameters, waitForCompletion: true, simplify: false }),
			{ input: [{ id }] },
		);
		expect(result.json('Node')).toMatchObject([
			{ id, status: 'streaming', record: { _id: id, status: 2 }, statusChecks: expect.any(Number) },
		]);
	});

	test('names a session that is not there', async () => {
		const result = await live.engine.run(goingOn('get', { sessionId: 'nobody' }));
		expect(result.json('Node', 1)).toMatchObject([
			{ error: 'The session does not exist', details: { id: 'nobody', errorCode: 1216 } },
		]);
	});
});

describe('pause and close', () => {
	test('know the session of a question that failed', async () => {
		live.emulator.live.silent = true;
		const opened = await live.open();
		const on = { onError: 'continueRegularOutput' } as const;
		const asked = node('Ask', 'liveAvatar', asking());
		const closed = node('Close', 'liveAvatar', { resource: 'session', operation: 'close' });
		const result = await live.engine.run(chain({ ...asked, ...on }, closed), {
			input: questions(opened, 'One'),
		});
		expect(result.json('Ask')).toMatchObject([{ error: expect.any(String) }]);
		expect(result.json('Close')).toEqual([{ success: true, id: opened.id }]);
		expect(live.closings()).toEqual([opened.id]);
	});

	test('act on the session of the input, and closing twice is a success', async () => {
		const ids = await openMany(2);
		const input = ids.map((id) => ({ id }));
		expect((await live.engine.run(session('pause'), { input })).json('Node')).toEqual(
			ids.map((id) => ({ success: true, id })),
		);
		for (let times = 0; times < 2; times++) {
			const closed = await live.engine.run(session('close'), { input });
			expect(closed.json('Node')).toEqual(ids.map((id) => ({ success: true, id })));
		}
		expect(callsTo('close').map(({ body, code }) => [body, code])).toEqual(
			[1000, 1219].flatMap((code) => ids.map((id) => [{ id }, code])),
		);
	});

	test('find the session that a message was sent to', async () => {
		const { id: sessionId } = await live.open();
		const result = await live.engine.run(session('close'), { input: [{ answer: 'Bye', sessionId }] });
		expect(result.json('Node')).toEqual([{ success: true, id: sessionId }]);
	});

	test.each(['get', 'pause', 'close'])('%s follows a Send Message without typing', async (operation) => {
		const { id: sessionId } = await live.open();
		const result = await live.engine.run(session(operation), { input: [{ answer: 'Bye', sessionId }] });
		expect(result.json('Node')).toMatchObject([{ id: sessionId }]);
	});

	test.each(['pause', 'close'])('%s follows a Get Many without typing', async (operation) => {
		const { id } = await live.open();
		const resource = 'session';
		const list = node('List', 'liveAvatar', { resource, operation: 'getAll', filters: { status: 2 } });
		const next = node('Next', 'liveAvatar', { resource, operation });
		const result = await live.engine.run(chain(list, next));
		expect(result.json('Next')).toContainEqual({ success: true, id });
	});

	test.each([close, pause, sendMessage])(
		'$value has no expression in its Session ID, with which n8n locks the list',
		({ parameters }) => {
			const [field] = fieldsIn(parameters).filter(({ name }) => name === 'sessionId');
			expect(field).toMatchObject({ default: { mode: 'list', value: '' } });
			expect(field?.required).toBeUndefined();
			expect(field?.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
		},
	);

	test('take a session that was chosen from the list', async () => {
		const { id } = await live.open();
		const { results } = await live.engine.searchList('liveAvatar', 'searchSessions', { filter: id });
		expect(results).toEqual([{ name: expect.stringContaining('streaming'), value: id }]);
		const chosen = { __rl: true, mode: 'list', value: id };
		expect((await live.engine.run(session('pause', { sessionId: chosen }))).json('Node')).toEqual([
			{ success: true, id },
		]);
	});

	test.each(['close', 'pause'])(
		'%s says which session is unknown, as the one that was meant may go on',
		async (operation) => {
			const result = await live.engine.run(goingOn(operation, { sessionId: 'nobody' }));
			expect(result.json('Node', 1)).toMatchObject([
				{ error: 'The session does not exist', details: { id: 'nobody', errorCode: 1216 } },
			]);
		},
	);

	test('pause says that a session is closed', async () => {
		const { id } = await live.open();
		await live.engine.run(session('close', { sessionId: id }));
		const { error } = await live.engine.run(session('pause', { sessionId: id }));
		expect(error?.message).toBe('The session is closed');
	});

	test.each(['close', 'pause', 'get'])('%s asks for a session ID when there is none', async (operation) => {
		const { error } = await live.engine.run(session(operation));
		expect(error?.message).toMatch(/^Session ID must be (filled in|a text), but nothing was given$/);
		expect(live.emulator.requests).toEqual([]);
	});
});

describe('get many', () => {
	test('lists every session over all pages with the names of the service', async () => {
		await openMany(120);
		const result = await live.engine.run(session('getAll', { returnAll: true }));
		const entries = result.json('Node');
		expect(entries.length).toBeGreaterThanOrEqual(120);
		expect(new Set(entries.map(({ _id }) => _id)).size).toBe(entries.length);
		expect(entries[0]).toMatchObject({
			_id: expect.any(String),
			status: 2,
			stream_urls: {},
			app_name: 'live',
		});
		expect(callsTo('list').map(({ method, query }) => [method, query.page])).toEqual([
			['POST', '1'],
			['POST', '2'],
		]);
	});

	test('takes a limit of one', async () => {
		await live.open();
		await live.open();
		expect((await live.engine.run(session('getAll', { limit: 1 }))).json('Node')).toHaveLength(1);
	});

	test('keeps to the limit and to the status', async () => {
		const [id = ''] = await openMany(3);
		await live.engine.run(session('close', { sessionId: id }));
		const limited = await live.engine.run(session('getAll', { limit: 2, filters: { status: 2 } }));
		expect(limited.json('Node').map(({ status }) => status)).toEqual([2, 2]);
		const closed = await live.engine.run(session('getAll', { filters: { status: '={{ "closed" }}' } }));
		expect(closed.json('Node')).toContainEqual(expect.objectContaining({ _id: id, status: 3 }));
		expect(callsTo('list').map(({ query }) => query.status)).toEqual(['2', '3', '3']);
	});

	test('asks with GET where the service knows no POST', async () => {
		live.emulator.shapes.sessionListMethod = 'GET';
		const result = await live.engine.run(session('getAll', { limit: 1 }));
		expect(result.json('Node')).toHaveLength(1);
		expect(callsTo('list').map(({ method, httpStatus }) => [method, httpStatus])).toEqual([
			['POST', 405],
			['GET', 200],
		]);
	});

	test.each([
		[{ limit: 0 }, 'Limit must be at least 1, but 0 was given'],
		[{ returnAll: '={{ "maybe" }}' }, 'Return All must be true or false'],
		[
			{ filters: { status: '={{ 9 }}' } },
			'Status must be one of 3 (Closed), 4 (Failed), 1 (Queued), 2 (Streaming), but 9 was given',
		],
	])('refuses %j before anything is sent', async (parameters, message) => {
		const { error } = await live.engine.run(session('getAll', parameters));
		expect(error?.message).toContain(message);
		expect(live.emulator.requests).toEqual([]);
	});
});
