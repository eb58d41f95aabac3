import type { INodeParameters } from 'n8n-workflow';
import { until } from '../support/until';
import { ask, liveChat, questions, quick } from './liveAvatarSetup';

const live = liveChat();
const UNBLOCKED = { options: { answerTimeout: 60, quietTime: 30 } };
const closeWhenDone = true;

test('a question gets the joined answer, and everything that the next question needs', async () => {
	live.emulator.shapes.serverUrlSuffix = '.chat';
	const session = await live.open();
	expect(session.streamUrls.serverChatRoomUrl).toMatch(/\.chat$/);
	const input = questions(
		{ ...session, streamUrls: { ...session.streamUrls, agoraToken: 't' } },
		'How are you?',
	);
	const result = await live.engine.run(ask(), { input });
	const messageId = expect.stringMatching(/^[0-9a-f-]{36}$/);
	expect(result.json('Node')).toEqual([
		{
			question: 'How are you?',
			answer: 'You asked: How are you? That is a good question, and this is the answer of the avatar.',
			...{ messageId, sessionId: session.id, streamUrls: input[0]?.streamUrls },
		},
	]);
	expect(live.received()).toEqual([
		{
			to: expect.stringMatching(/^server_\d+$/),
			message_id: messageId,
			mode_type: 2,
			question: 'How are you?',
		},
	]);
});

test('many questions use one connection per room, one after another, each with its own ID', async () => {
	const texts = Array.from({ length: 4 }, (_, index) => `Question ${index}?`);
	const sessions = [await live.open(), await live.open()];
	// Every other needs a look-up.
	const asked = texts.flatMap((text) => sessions.flatMap((session) => questions(session, text)));
	const input = asked.map((each, at) => ({ ...each, voice: at % 4 < 2 ? 'Amy' : '' }));
	const options = { ...quick, voiceId: '={{ $json.voice }}' };
	const result = await live.engine.run(ask({ options }), { input });
	const outputs = result.json('Node');
	expect(outputs.map(({ question, sessionId }) => [question, sessionId])).toEqual(
		input.map(({ question, id }) => [question, id]),
	);
	for (const { question, answer } of outputs) expect(answer).toContain(question);
	const open =
		'stays open and costs credits until you close it. After your last question run Session › Close';
	const hints = result.runs('Node')[0]?.hints?.map(({ message }) => message);
	expect(new Set(hints)).toEqual(new Set(sessions.map(({ id }) => `The session ${id} ${open}`)));
	expect(hints).toHaveLength(2);
	expect(result.output('Node').map(({ pairedItem }) => pairedItem)).toEqual(
		input.map((_, item) => ({ item })),
	);
	expect(live.count('connected')).toBe(2);
	expect(new Set(live.received().map(({ message_id }) => message_id)).size).toBe(8);
	const events = live.emulator.rooms.log.filter(({ sessionId }) => sessionId === sessions[0]?.id);
	const last = events.findLastIndex(({ text }) => text.includes('Question 0?'));
	expect(last).toBeLessThan(events.findIndex(({ text }) => text.includes('Question 1?')));
});

const stopAt = async (isThere: () => boolean, parameters: INodeParameters = {}) => {
	const session = await live.open();
	const input = questions(session, 'One', 'Two');
	const running = live.engine.start(ask({ ...UNBLOCKED, ...parameters }), { input });
	await until(isThere);
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	return session;
};

test.each([
	['leaves the session open', {}, 0],
	['closes the session with Close When Done', { closeWhenDone }, 1],
])('Stop in the middle of an answer asks nothing more, and %s', async (_what, parameters, closings) => {
	await stopAt(() => live.count('sent') > 2, parameters);
	await until(() => live.count('closed') === 1 && live.closings().length >= closings);
	expect([live.received().length, live.closings().length]).toEqual([1, closings]);
	const warnings = live.engine.logs
		.messages('warn')
		.map((line) => `${line}`.includes('stays open and costs'));
	expect(new Set(warnings)).toEqual(new Set(closings === 0 ? [true] : []));
});

test.each([
	['a question that fails', '={{ $json.question }}', 'gave no answer'],
	["a question that can't be evaluated", "={{ $('Nobody').item.json.question }}", 'Question'],
])('Close When Done closes the sessions of all items at %s', async (_what, question, message) => {
	live.emulator.live.silent = true;
	live.emulator.faults.add({ kind: 'code', code: 1009, match: { path: 'session/close' } });
	const sessions = await Promise.all(Array.from({ length: 8 }, live.open));
	const input = sessions.flatMap((session) => questions(session, 'Hi'));
	const parameters = { closeWhenDone, question, options: { answerTimeout: 2 } };
	const { error } = await live.engine.run(ask(parameters), { input });
	expect(error?.message).toContain(message);
	expect(error?.description ?? '').not.toContain('stays open');
	// n8n shows no hint of a node that throws.
	expect(error?.description).toMatch(/\S\n\nThe session \w+ could not be closed, and may continue to cost/);
	expect(live.closings().sort()).toEqual(sessions.map(({ id }) => id).sort());
});
