import fc from 'fast-check';
import { excerptOf, parseJson, readTime } from '../../../nodes/shared/service/values';

test('an excerpt is one line, whole when it is as long as it may be, and shortened when it is longer', () => {
	expect(excerptOf(' a\n b\t c ', 5)).toBe('a b c');
	expect(excerptOf('a b c d', 5)).toBe('a b …');
	expect(excerptOf('say "hello"', 9)).toBe('say "he…"');
});

describe('a JSON text', () => {
	test('says what JSON says, wherever its numbers fit', () => {
		const fraction = fc.double({ noNaN: true, noDefaultInfinity: true });
		fc.assert(
			fc.property(fc.oneof(fc.jsonValue(), fc.array(fraction)), fc.nat(1), (value, space) => {
				// With a number that makes it look closer.
				const text = JSON.stringify([value, 1234567890123456], null, space);
				expect(parseJson(text)).toEqual(JSON.parse(text));
				expect(parseJson(`\uFEFF${text}`)).toEqual(JSON.parse(text));
			}),
		);
	});

	test('keeps the digits of any whole number, and what stands in texts', () => {
		fc.assert(
			fc.property(fc.bigInt(), fc.string(), (number, words) => {
				const text = `{"_id": ${number},"all":[${number},-1.5e30],${JSON.stringify(words)}:"${number}, ${number}"}`;
				const { _id, all } = Object(parseJson(text));
				expect([String(_id), String(all[0]), all[1]]).toEqual([String(number), String(number), -1.5e30]);
				fc.pre(!['_id', 'all', '__proto__'].includes(words));
				expect(Object(parseJson(text))[words]).toBe(`${number}, ${number}`);
			}),
		);
	});

	test.each(['', '{', 'code 1000', '{"_id": 66012345678901234567'])('is none in %j', (text) => {
		expect(parseJson(text)).toBeUndefined();
	});
});

test.each([
	[1_760_000_000_000, 1_760_000_000_000],
	[1_760_000_000, 1_760_000_000_000],
	['1760000000', 1_760_000_000_000],
	['2025-10-09T08:53:20.000Z', 1_760_000_000_000],
	['2025-10-09T08:53:20', 1_760_000_000_000],
	['2025-10-09T10:53:20+02:00', 1_760_000_000_000],
	[0, 0],
	['yesterday', undefined],
	[null, undefined],
	[{}, undefined],
])('%j is the time %j', (given, time) => {
	expect(readTime(given)).toBe(time);
});
