import type { INodeParameters } from 'n8n-workflow';
import { single } from '../support/engine';
import { ask, asking, liveChat, questions } from './liveAvatarSetup';
import { until } from '../support/until';

const live = liveChat();

describe('Stop', () => {
	const stopAt = async (isThere: () => boolean, parameters: INodeParameters = {}) => {
		const session = await live.open();
		const patience = { answerTimeout: 60, quietTime: 30 };
		const input = questions(session, 'One', 'Two');
		const running = live.engine.start(ask({ options: patience, ...parameters }), { input });
		await until(isThere);
		running.stop();
		expect((await running.finished).status).toBe('canceled');
		return session;
	};

	test('in the middle of an answer closes the connection and asks nothing more', async () => {
		await stopAt(() => live.count('sent') > 2);
		await until(() => live.count('closed') === 1);
		expect(live.received()).toHaveLength(1);
		expect(live.closings()).toEqual([]);
	});

	test('during the handshake ends it', async () => {
		live.emulator.live.rejectHandshake = 0;
		await stopAt(() => live.count('rejected') === 1);
		expect(live.received()).toEqual([]);
	});

	test('closes the session where that is asked for', async () => {
		const { id } = await stopAt(() => live.count('sent') > 0, { closeWhenDone: true });
		await until(() => live.closings().length === 1);
		expect(live.closings()).toEqual([id]);
	});
});

describe('Close When Done', () => {
	test('closes the session once, after the last question', async () => {
		const session = await live.open();
		const result = await live.engine.run(ask({ closeWhenDone: true }), {
			input: questions(session, 'One', 'Two'),
		});
		expect(result.json('Node')).toHaveLength(2);
		expect(live.closings()).toEqual([session.id]);
	});

	test.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'closes it when a question fails (%s)',
		async (onError) => {
			live.emulator.live.silent = true;
			const session = await live.open();
			const workflow = single('liveAvatar', asking({ closeWhenDone: true }), { onError });
			await live.engine.run(workflow, { input: questions(session, 'One', 'Two') });
			expect(live.closings()).toEqual([session.id]);
		},
	);

	test.each([
		['is empty', '={{ $json.nothing }}'],
		['can not be evaluated', "={{ $('Nobody').item.json.question }}"],
	])('closes it when the question %s', async (_name, question) => {
		const session = await live.open();
		const { error } = await live.engine.run(ask({ closeWhenDone: true, question }), { input: [session] });
		expect(error?.message).toContain('Question');
		expect(live.closings()).toEqual([session.id]);
		expect(live.count('connected')).toBe(0);
	});

	test.each([
		['can not be evaluated', "={{ $('Nobody').item.json.id }}", 'Session ID'],
		['is no ID', '={{ { of: "another" } }}', 'Session ID'],
	])('closes no session of the input item where the Session ID %s', async (_name, sessionId, field) => {
		const session = await live.open();
		const workflow = ask({ closeWhenDone: true, sessionId });
		const { error } = await live.engine.run(workflow, { input: questions(session, 'One') });
		expect(error?.message).toContain(field);
		expect(live.closings()).toEqual([]);
	});

	test('closes the sessions of items that were not asked any more', async () => {
		live.emulator.live.silent = true;
		const sessions = await Promise.all(Array.from({ length: 8 }, live.open));
		const input = sessions.flatMap((session) => questions(session, 'Hi'));
		await live.engine.run(ask({ closeWhenDone: true }), { input });
		expect(live.closings().sort()).toEqual(sessions.map(({ id }) => id).sort());
	});

	test('warns when the session could not be closed, and keeps the answers', async () => {
		const session = await live.open();
		live.emulator.faults.add({ kind: 'code', code: 1009, match: { path: 'session/close' }, times: Infinity });
		const result = await live.engine.run(ask({ closeWhenDone: true }), { input: questions(session, 'One') });
		expect(result.json('Node')).toMatchObject([{ question: 'One' }]);
		expect(result.runs('Node')[0]?.hints).toMatchObject([
			{
				message: expect.stringContaining(`${session.id} could not be closed, and may go on costing credits`),
			},
		]);
		expect(live.engine.logs.text()).toContain(`${session.id} could not be closed`);
	});

	test('says so in the error, too, of a question that failed: n8n shows no hint then', async () => {
		live.emulator.live.silent = true;
		const sessions = [await live.open(), await live.open()];
		live.emulator.faults.add({ kind: 'code', code: 1009, match: { path: 'session/close' }, times: Infinity });
		const input = sessions.flatMap((session) => questions(session, 'One'));
		const { error } = await live.engine.run(ask({ closeWhenDone: true }), { input });
		expect(error?.message).toContain('gave no answer');
		for (const { id } of sessions) {
			expect(error?.description).toContain(
				`The session ${id} could not be closed, and may go on costing credits`,
			);
		}
	});

	test('asks for the session ID before anything is asked', async () => {
		const { streamUrls } = await live.open();
		const input = [{ streamUrls, question: 'Hi' }];
		const { error } = await live.engine.run(ask({ closeWhenDone: true }), { input });
		expect(error?.message).toBe('Session ID must be filled in to close the session, but nothing was given');
		expect(live.count('connected')).toBe(0);
	});
});
