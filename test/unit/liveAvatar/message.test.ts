import fc from 'fast-check';
import { readMessage, writeQuestion } from '../../../nodes/LiveAvatar/chat/message';

const chat = (payload: unknown, type = 'chat') =>
	JSON.stringify({ type, from: 'server_1', to: 'client_1', payload: JSON.stringify(payload) });

const base64 = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');

const asked = { messageId: 'm1', question: 'How are you?', earlierIds: new Set(['m0']) };

test('a question is a chat message whose payload is a JSON string', () => {
	const prompt = { from: 'text', content: 'a pirate' } as const;
	const question = {
		messageId: 'm1',
		question: 'Hi',
		modeType: 2,
		voiceId: 'v',
		language: 'en',
		prompt,
		to: 'server_1',
	} as const;
	const { payload, ...outer } = JSON.parse(writeQuestion(question));
	expect(outer).toEqual({ type: 'chat', to: 'server_1' });
	expect(JSON.parse(payload)).toEqual({
		message_id: 'm1',
		voice_id: 'v',
		language: 'en',
		mode_type: 2,
		prompt: { from: 'text', content: 'a pirate' },
		question: 'Hi',
	});
});

test('what was not filled in is not sent', () => {
	const { payload } = JSON.parse(
		writeQuestion({ messageId: 'm1', question: 'Hi', modeType: 1, to: 'server_1' }),
	);
	expect(JSON.parse(payload)).toEqual({ message_id: 'm1', mode_type: 1, question: 'Hi' });
});

test('any question comes back as it was written', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }), (question, to) => {
			const { payload } = JSON.parse(writeQuestion({ messageId: 'm', question, modeType: 2, to }));
			expect(JSON.parse(payload).question).toBe(question);
		}),
	);
});

test.each([
	['the answer', chat({ message_id: 'm1', answer: 'Hello' }), { kind: 'part', text: 'Hello' }],
	[
		'an answer whose payload is an object',
		JSON.stringify({ type: 'chat', payload: { message_id: 'm1', answer: 'Hi' } }),
		{ kind: 'part', text: 'Hi' },
	],
	[
		'an answer without a type',
		JSON.stringify({ payload: JSON.stringify({ message_id: 'm1', answer: 'Hi' }) }),
		{ kind: 'part', text: 'Hi' },
	],
	['an answer that is a number', chat({ message_id: 'm1', answer: 42 }), { kind: 'part', text: '42' }],
	[
		'another id',
		chat({ message_id: 'm2', answer: 'Perhaps' }),
		{ kind: 'part', text: 'Perhaps', isGuess: true },
	],
	[
		'another id, and an empty question',
		chat({ message_id: 'm2', question: ' ', answer: 'Perhaps' }),
		{ kind: 'part', text: 'Perhaps', isGuess: true },
	],
	[
		'another id, and the open question in another spelling',
		chat({ message_id: 'm2', question: 'how are you', answer: 'Fine' }),
		{ kind: 'part', text: 'Fine' },
	],
	['the id of an earlier question', chat({ message_id: 'm0', answer: 'Late' }), { kind: 'other' }],
	[
		'an answer whose payload is the base64 of its JSON',
		JSON.stringify({ type: 'chat', payload: base64({ message_id: 'm1', answer: 'Grüße' }) }),
		{ kind: 'part', text: 'Grüße' },
	],
	[
		'an answer with byte order marks',
		`\uFEFF${JSON.stringify({ payload: `\uFEFF${JSON.stringify({ message_id: 'm1', answer: 'Hi' })}` })}`,
		{ kind: 'part', text: 'Hi' },
	],
	[
		'a payload that is the base64 of something else',
		JSON.stringify({ type: 'chat', payload: Buffer.from('not JSON').toString('base64') }),
		{ kind: 'other' },
	],
	[
		'another id, and another question',
		chat({ message_id: 'm2', question: 'Why?', answer: 'No' }),
		{ kind: 'other' },
	],
	[
		'another id, and the open question',
		chat({ message_id: 'm2', question: 'How are you? ', answer: 'Fine' }),
		{ kind: 'part', text: 'Fine' },
	],
	[
		'the id of an earlier question, which was the same',
		chat({ message_id: 'm0', question: 'How are you?', answer: 'Late' }),
		{ kind: 'other' },
	],
	['no id', chat({ answer: 'Fine' }), { kind: 'part', text: 'Fine' }],
	['no id, and another question', chat({ question: 'Why?', answer: 'No' }), { kind: 'other' }],
	['another type', chat({ message_id: 'm1', answer: 'No' }, 'event'), { kind: 'other' }],
	['an answer that is null', chat({ message_id: 'm1', answer: null }), { kind: 'other' }],
	['a payload that is no JSON', JSON.stringify({ type: 'chat', payload: '{"answer' }), { kind: 'other' }],
	['no JSON', '{"type": "cha', { kind: 'other' }],
	['a list', '[]', { kind: 'other' }],
	['null', 'null', { kind: 'other' }],
	[
		'a refusal in the payload',
		chat({ code: 1003, msg: 'to: must be server_1' }, 'error'),
		{ kind: 'refusal', code: 1003, said: 'to: must be server_1' },
	],
	[
		'a refusal of the message itself',
		JSON.stringify({ code: '1219', msg: 'closed' }),
		{ kind: 'refusal', code: 1219, said: 'closed' },
	],
	[
		'a refusal of another question',
		chat({ message_id: 'm2', code: 1003, msg: 'no' }, 'error'),
		{ kind: 'other' },
	],
	['a code that is none of the service', JSON.stringify({ code: 404, msg: 'internal' }), { kind: 'other' }],
	['a success', JSON.stringify({ code: 1000, msg: 'OK' }), { kind: 'other' }],
])('%s is read as what it is', (_name, text, meaning) => {
	expect(readMessage(text, asked)).toMatchObject(meaning);
});

test('after a question that was not answered, only what names the question is its answer', () => {
	const wary = { ...asked, isAfterSilence: true };
	expect(readMessage(chat({ message_id: 'm2', answer: 'Late' }), wary)).toEqual({ kind: 'other' });
	for (const known of [{ message_id: 'm1' }, { message_id: 'm2', question: 'HOW ARE YOU?' }, {}]) {
		expect(readMessage(chat({ ...known, answer: 'Fine' }), wary)).toMatchObject({ kind: 'part' });
	}
});

test('questions without a letter are told apart by their signs', () => {
	const signs = { messageId: 'm1', question: '?!' };
	const answers = (question: string) => readMessage(chat({ message_id: 'm2', question, answer: 'A' }), signs);
	expect([answers(' ?!').kind, answers('!?').kind]).toEqual(['part', 'other']);
});

test.each([[null], [''], [undefined], ['m1']])(
	'a refusal with the id %p ends the wait for the open question',
	(id) => {
		const refused = chat({ message_id: id, code: 1219, msg: 'closed' }, 'error');
		expect(readMessage(refused, asked)).toMatchObject({ kind: 'refusal', code: 1219 });
	},
);

test('what came beside the words of an answer is kept under its own names', () => {
	const payload = {
		message_id: 'm1',
		voice_id: 'v',
		language: 'English',
		mode_type: 2,
		prompt: { from: 'text' },
	};
	const received = readMessage(chat({ ...payload, question: 'Hi', answer: 'Hello' }), asked);
	const frame = { type: 'chat', from: 'server_1', to: 'client_1' };
	expect(received).toEqual({ kind: 'part', text: 'Hello', record: { ...payload, question: 'Hi', ...frame } });
});

test('no message breaks it', () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.string(),
				fc.json(),
				fc.json().map((payload) => JSON.stringify({ type: 'chat', payload })),
			),
			(text) => {
				expect(['part', 'refusal', 'other']).toContain(readMessage(text, asked).kind);
			},
		),
	);
});
