import fc from 'fast-check';
import { AnswerReader } from '../../../nodes/LiveAvatar/chat/answer';
import { tableOf } from '../../support/table';

const QUESTION = 'How are you?';
const times = { answerTimeout: 60, quietTime: 2, endsAt: Infinity, askedAt: 0 };
const asked = { messageId: 'm1', question: QUESTION, ...times };
const read = (change: object = {}) => new AnswerReader({ ...asked, earlierIds: new Set(['m0']), ...change });
const chat = (payload: unknown, type = 'chat') => JSON.stringify({ type, payload: JSON.stringify(payload) });
const part = (answer: unknown, message_id?: string, question?: string) =>
	chat({ message_id, question, answer });
const ours = (answer: string) => part(answer, 'm1');

/** The answer from messages that all come at the same time. */
function answerTo(messages: string[]) {
	const reader = read();
	messages.forEach((message) => reader.take(message, 0));
	return reader.end(2_000)?.answer;
}

test('an answer is complete when no more parts came during the quiet time', () => {
	const reader = read();
	expect(reader.end(59_999)).toBeUndefined();
	reader.take(ours('Good '), 59_999);
	expect(reader.end(61_998)).toBeUndefined();
	reader.take(ours('morning'), 61_998);
	reader.take(ours(''), 63_000);
	expect(reader.end(63_997)).toBeUndefined();
	expect(reader.end(63_998)).toEqual({ answer: 'Good morning', record: { type: 'chat', message_id: 'm1' } });
});

test('an answer is complete when the room closes, but only if a part of it came', () => {
	const reader = read();
	expect(reader.end(0, true)).toBeUndefined();
	reader.take(ours('Good morning'), 0);
	expect(reader.end(0, true)).toMatchObject({ answer: 'Good morning' });
});

test.each(tableOf(__dirname, 'messages.txt'))(
	'a message with %s is read as an answer: %s',
	(_, text = '', answer) => {
		const reader = read();
		const isPayload = /^\{"(message_id|question|answer)"/.test(text);
		reader.take(isPayload ? chat(JSON.parse(text)) : text.replace('(mark)', '\uFEFF'), 0);
		expect(reader.text).toBe(answer);
	},
);

test.each([
	[{ earlierIds: new Set(['m1']) }, 'm1', 'Why?', ''],
	[{ earlierIds: new Set(['m1']) }, 'm1', QUESTION, 'Hi'],
	[{ question: '?!' }, 'm2', ' ?! ', 'Hi'],
	[{ question: '?!' }, 'm2', '...', ''],
])('after %j, a message with the ID %s and the question "%s" gives "%s"', (change, id, named, answer) => {
	const reader = read(change);
	reader.take(part('Hi', id, named), 0);
	expect(reader.text).toBe(answer);
});

test.each([
	['without an ID before', [undefined, 'm1', 'm1']],
	['under another ID before', ['greeting', 'm1', 'm1']],
	['under another ID between', ['m1', 'greeting', 'm1']],
	['under another ID after', ['m1', 'm1', 'greeting']],
])('a greeting %s the parts with our ID does not belong to the answer', (_when, ids) => {
	const words = ['I am ', 'fine'];
	expect(answerTo(ids.map((id) => part(id === 'm1' ? words.shift() : 'Hello!', id)))).toBe('I am fine');
});

test('the parts of any answer are joined, despite other messages between them', () => {
	const payloads = fc.json().map((payload) => JSON.stringify({ payload }));
	const noise = fc.oneof(fc.string(), fc.json(), payloads);
	const [ascii, grapheme] = (['binary-ascii', 'grapheme'] as const).map((unit) =>
		fc.string({ minLength: 1, unit }),
	);
	const text = fc.oneof(ascii!, grapheme!);
	const pieces = fc.array(fc.tuple(text, noise), { minLength: 2 });
	fc.assert(
		fc.property(pieces, (all) => {
			const answer = answerTo(all.flatMap(([text, between]) => [ours(text), between]));
			expect(answer).toBe(all.map(([text]) => text).join(''));
		}),
	);
});

test.each([1003, 1214, 1300])('code %i ends the wait immediately', (code) => {
	const plain = JSON.stringify({ code: String(code), msg: 'over' });
	for (const message of [plain, chat({ code, msg: 'over' }, 'error')]) {
		expect(answerTo([ours('Hi'), message])).toBe('Hi');
		expect(() => answerTo([message])).toThrow(
			expect.objectContaining({
				details: expect.objectContaining({ errorCode: code, serviceMessage: 'over' }),
			}),
		);
	}
});

test('a code about another question, or of another system, does not end the wait', () => {
	const reader = read();
	reader.take(chat({ message_id: 'm2', code: 1003, msg: 'no' }, 'error'), 0);
	for (const code of [404, 1000]) reader.take(JSON.stringify({ code, msg: 'strange' }), 0);
	expect(reader.end(59_999)).toBeUndefined();
});

test('silence is reported in seconds, also if the time was over before the question', () => {
	expect(() => read().end(60_000)).toThrow('The avatar gave no answer within 60 seconds');
	expect(() => read({ endsAt: 500 }).end(1_000)).toThrow('within 1 second');
	expect(() => read({ endsAt: -3_000 }).end(0)).toThrow('within 0 seconds');
});

test('a room that answers in another form is not called silent, and its last message is shown', () => {
	const reader = read();
	reader.take('{"kind":"reply","text":"Fine"}', 0);
	expect(() => reader.end(60_000)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining('sent no answer to the question within 60 seconds, but other'),
			details: { next: 'askService', description: expect.stringContaining('{"kind":"reply","text":"Fine"}') },
		}),
	);
});

test.each([
	['256 KiB', 256, 'a'.repeat(1024)],
	['four thousand messages', 4_000, ''],
])('an answer may have %s, but not more', (_what, count, part) => {
	const reader = read();
	for (let sent = 0; sent < count; sent++) reader.take(ours(part), 0);
	reader.end(0);
	reader.take(ours('b'), 1);
	expect(() => reader.end(2)).toThrow('more than an answer needs');
});

test('an endless answer is cut ten minutes after its first part, and marked as cut', () => {
	const reader = read();
	let now = 0;
	for (; now < 3_600_000 && !reader.end(now); now += 1_900) reader.take(ours('.'), now);
	expect(reader.end(now)).toMatchObject({ isCut: true });
	expect(now).toBeLessThanOrEqual(10 * 60_000 + 2 * 1_900);
});
