import { expectSuccess, useExamples } from './world';

const EXAMPLE = 'live-avatar-answers-a-form';
const input = [
	{
		'First question': 'Who built this clock?',
		'Second question': 'How old is it?',
		'Third question': 'Does it still run?',
	},
];

describe('the live avatar that answers a form', () => {
	// All parts at once: a busy machine would make pauses between them that are taken for the end of the answer.
	const world = useExamples({ live: { startMs: 20, partMs: 0 } });
	const closings = () => world.emulator.requestsTo('/session/close').map(({ body }) => body);
	const sessionId = (result: Awaited<ReturnType<typeof world.run>>) => result.json('Open a Session')[0]?.id;

	test('asks the three questions in their order in one session, shows the answers, and closes it', async () => {
		const result = await world.run(EXAMPLE, { input });
		expectSuccess(result);
		expect(world.emulator.requestsTo('/session/create')).toHaveLength(1);
		expect(result.json('Put Question and Answer Together').map(({ question }) => question)).toEqual(
			Object.values(input[0] ?? {}),
		);
		expect(world.services.endings).toHaveLength(1);
		const [{ title = '', message = '' } = {}] = world.services.endings;
		expect(title).toBe('Our guide says');
		expect(message).toMatch(/^Who built this clock\?\nYou asked: Who .*\n\nHow old is it\?\nYou asked: How /);
		expect(message).toContain('a guide in a museum of clocks');
		expect(closings()).toEqual([{ id: sessionId(result) }]);
	});

	test('closes the session also when a question gets no answer, and says which', async () => {
		world.emulator.live.answer = (question) => {
			world.emulator.live.closeMidAnswer = question.startsWith('How old');
			return `An answer of a few words to: ${question}`;
		};
		// Quiet for longer than a busy machine pauses: otherwise the first part passes for the whole answer.
		const patient = { 'Ask the Avatar': { options: { quietTime: 20 } } };
		const result = await world.run(EXAMPLE, { input, parameters: patient });
		expectSuccess(result);
		const [{ message = '' } = {}] = world.services.endings;
		expect(message).toContain('Who built this clock?\nAn answer');
		expect(message).toContain('How old is it?\nNo answer this time: ');
		expect(message).toContain('Does it still run?\nAn answer of a few words to: Does it still run?');
		expect(closings()).toEqual([{ id: sessionId(result) }]);
	});

	test('closes the session also when it can not be talked to at all', async () => {
		world.emulator.live.rejectHandshake = 503;
		const result = await world.run(EXAMPLE, { input });
		expectSuccess(result);
		expect(world.services.endings[0]?.message.match(/No answer this time: /g)).toHaveLength(3);
		expect(closings()).toEqual([{ id: sessionId(result) }]);
	});

	test('leaves no session open that never streamed', async () => {
		world.emulator.live.failStart = true;
		const result = await world.run(EXAMPLE, { input });
		expect(result.status).toBe('error');
		expect(world.services.endings).toEqual([]);
		expect(closings()).toHaveLength(1);
	});
});
