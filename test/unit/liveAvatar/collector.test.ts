import fc from 'fast-check';
import { collectAnswer, type Collector } from '../../../nodes/LiveAvatar/chat/collector';
import { refused, silent, tooLong } from '../../../nodes/LiveAvatar/chat/noAnswer';

const part = (answer: string, message_id = 'm1', question?: string) =>
	JSON.stringify({ type: 'chat', payload: JSON.stringify({ message_id, question, answer }) });
const asked = { messageId: 'm1', question: 'How are you?' };
const patience = { answerTimeoutMs: 60_000, quietMs: 2_000 };
const collect = () => collectAnswer(asked, patience, 0);
function failureOf(collector: Collector, now: number): unknown {
	try {
		return collector.end(now);
	} catch (error) {
		return error;
	}
}

test('an answer is complete when nothing more came for the quiet time', () => {
	const collector = collect();
	collector.take(part('Good '), 10_000);
	expect(collector.end(11_999)).toBeUndefined();
	collector.take(part('morning'), 11_999);
	expect(collector.end(13_998)).toBeUndefined();
	expect(collector.end(13_999)).toMatchObject({ answer: 'Good morning' });
});

test('parts under an id of the service, which name no question, are the answer where nothing else is', () => {
	const collector = collect();
	collector.take(part('I am ', 'own'), 5);
	collector.take(part('fine', 'own'), 6);
	expect(collector.end(3_000)).toMatchObject({ answer: 'I am fine' });
});

test.each([
	['before', ['greeting', 'm1', 'm1']],
	['between', ['m1', 'greeting', 'm1']],
	['after', ['m1', 'm1', 'greeting']],
])('a greeting %s the parts under the id of the question is none of the answer', (_when, ids) => {
	const collector = collect();
	const words = ['I am ', 'fine'];
	ids.forEach((id, at) => collector.take(part(id === 'm1' ? (words.shift() ?? '') : 'Hello!', id), at));
	expect(collector.end(3_000)).toMatchObject({ answer: 'I am fine' });
});

test('the time-out counts until the first part only', () => {
	const collector = collect();
	expect(collector.end(59_999)).toBeUndefined();
	collector.take(part('late'), 59_999);
	collector.take(part(', and long'), 61_000);
	expect(collector.end(62_000)).toBeUndefined();
	expect(collector.end(63_000)).toMatchObject({ answer: 'late, and long' });
});

test('without a part it was silence, with what else was said', () => {
	const quiet = collect();
	quiet.take(part('not for us', 'm2', 'Why?'), 1_000);
	quiet.take(part(''), 2_000);
	quiet.take('{"type": "cha', 3_000);
	expect(failureOf(quiet, 60_000)).toMatchObject({ ...silent(60) });
	const strange = collect();
	strange.take(JSON.stringify({ type: 'error', payload: JSON.stringify({ code: 1300, msg: 'to' }) }), 5);
	expect(strange.end(59_999)).toBeUndefined();
	expect(failureOf(strange, 60_000)).toMatchObject({ ...refused({ code: 1300, said: 'to' }) });
});

test.each([1003, 1101, 1200, 1214, 1215, 1216, 1219])('code %i ends the waiting at once', (code) => {
	const collector = collect();
	collector.take(JSON.stringify({ code, msg: 'over' }), 5);
	expect(failureOf(collector, 5)).toMatchObject({ ...refused({ code, said: 'over' }) });
});

test('a value that is refused takes nothing from an answer that has begun, the end of the session does', () => {
	const answers = (code: number) => {
		const collector = collect();
		collector.take(part('Good morning'), 5);
		collector.take(JSON.stringify({ code, msg: 'no' }), 6);
		return collector.end(3_000);
	};
	expect(answers(1003)).toMatchObject({ answer: 'Good morning' });
	expect(() => answers(1219)).toThrow('The session is closed');
});

test('an answer without end is not taken for ever', () => {
	const collector = collect();
	for (let count = 0; count < 3; count++) collector.take(part('a'.repeat(400_000)), count);
	expect(failureOf(collector, 3)).toMatchObject({ ...tooLong() });
});

test('an answer may have a mebibyte, and not a character more', () => {
	const collector = collect();
	collector.take(part('a'.repeat(1024 * 1024)), 0);
	expect(collector.end(60_000)).toMatchObject({ answer: expect.any(String) });
	collector.take(part('a'), 1);
	expect(failureOf(collector, 60_000)).toMatchObject({ ...tooLong() });
});

test('the parts of any answer join to it, whatever comes between them', () => {
	const noise = fc.oneof(
		fc.string(),
		fc.string().map((text) => part(text, 'm2')),
		fc.constant(part('')),
	);
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.string({ minLength: 1, unit: 'binary' }), fc.array(noise, { maxLength: 3 })), {
				minLength: 1,
			}),
			(parts) => {
				const texts = parts.map(([text]) => text);
				fc.pre(texts.length === 1 || texts.some((text, index) => !text.startsWith(texts[index - 1] ?? '')));
				const collector = collect();
				parts.forEach(([text, between], index) => {
					collector.take(part(text), index);
					between.forEach((message) => collector.take(message, index));
				});
				const answer = parts.map(([text]) => text).join('');
				expect(collector.end(parts.length + 2_000)).toMatchObject({ answer });
				expect(collector.soFar()).toBe(answer);
			},
		),
	);
});

test('parts that each hold all that was said so far give the answer once', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 2 }), (pieces) => {
			const collector = collect();
			pieces.forEach((_, index) => collector.take(part(pieces.slice(0, index + 1).join('')), index));
			const answer = pieces.join('');
			expect(collector.end(pieces.length + 2_000)).toMatchObject({ answer });
		}),
	);
});

test.each<[string, string[], string]>([
	['what is new', ['Good ', 'morning', ', how are you?'], 'Good morning, how are you?'],
	['a word that is said again', ['ha', 'ha', 'ha'], 'hahaha'],
	['a beginning that comes again later', ['A rose ', 'is ', 'A rose is'], 'A rose is A rose is'],
	['all so far', ['Good', 'Good morning', 'Good morning, you'], 'Good morning, you'],
	['all so far, sent twice', ['Good', 'Good morning', 'Good morning'], 'Good morning'],
])('parts of %s join to the answer', (_what, parts, answer) => {
	const collector = collect();
	parts.forEach((text) => collector.take(part(text), 0));
	expect(collector.end(2_000)).toMatchObject({ answer });
});

test('a long answer in parts that grow is not too long for that', () => {
	const collector = collect();
	for (let length = 1_000; length <= 100_000; length += 1_000) collector.take(part('a'.repeat(length)), 0);
	expect(collector.end(2_000)).toMatchObject({ answer: 'a'.repeat(100_000) });
});

test('an answer under an id that the service gave it is that to the open question', () => {
	const under = (message_id: string, question: string, answer: string) =>
		JSON.stringify({ type: 'chat', payload: JSON.stringify({ message_id, question, answer }) });
	const collector = collect();
	collector.take(under('other', 'Something else', 'Not for you.'), 1);
	collector.take(under('srv-1', 'How are you?', 'Fine, '), 2);
	collector.take(under('srv-2', 'How are you?', 'thanks'), 3);
	expect(collector.end(2_003)).toMatchObject({ answer: 'Fine, thanks' });
});

test('an answer that only trickles ends ten minutes after its first part, with what came', () => {
	const collector = collectAnswer(
		{ messageId: 'm', question: '?' },
		{ answerTimeoutMs: 60_000, quietMs: 2_000 },
		0,
	);
	const part = JSON.stringify({ type: 'chat', payload: JSON.stringify({ message_id: 'm', answer: '.' }) });
	let end;
	let now = 0;
	for (; now < 3_600_000 && end === undefined; now += 1_900) {
		collector.take(part, now);
		end = collector.end(now);
	}
	expect(end).toMatchObject({ answer: expect.stringMatching(/^\.+$/) });
	expect(now).toBeLessThanOrEqual(10 * 60_000 + 2 * 1_900);
});

test('an answer that goes on when the time is up ends there, and says so', () => {
	const collector = collectAnswer(asked, { answerTimeoutMs: 5_000, quietMs: 5_000, endsAt: 2_000 }, 0);
	collector.take(part('Hello'), 500);
	expect(collector.end(1_999)).toBeUndefined();
	expect(collector.end(2_000)).toMatchObject({ answer: 'Hello', isCut: true });
});

test('the time for an answer may be over before it began', () => {
	const collector = collectAnswer(asked, { answerTimeoutMs: 5_000, quietMs: 5_000, endsAt: 2_000 }, 3_000);
	expect(() => collector.end(3_000)).toThrow('within 0 seconds');
});
