import fc from 'fast-check';
import * as values from '../../../nodes/shared/service/values';
import { jobStatus, sessionStatus } from '../../../nodes/shared/service/statuses';

const { parseJson, readTime, parseUrl, BoundedMap } = values;

test('a JSON text is read as JSON.parse reads it, if its numbers fit', () => {
	const fraction = fc.double({ noNaN: true, noDefaultInfinity: true });
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fc.array(fraction)), fc.nat(1), (value, space) => {
			// A long number makes the parser check the text.
			const text = JSON.stringify([value, 1234567890123456], null, space);
			expect(parseJson(text)).toEqual(JSON.parse(text));
			expect(parseJson(`\uFEFF${text}`)).toEqual(JSON.parse(text));
		}),
	);
});

test('a JSON text keeps all digits of whole numbers, and digits in texts', () => {
	fc.assert(
		fc.property(fc.bigInt(), fc.string(), (number, words) => {
			fc.pre(!['_id', 'all', '__proto__'].includes(words));
			const text = `{"_id": ${number},"all":[${number},-1.5e30],${JSON.stringify(words)}:"${number}, ${number}"}`;
			const { _id, all } = Object(parseJson(text));
			expect([String(_id), String(all[0]), all[1]]).toEqual([String(number), String(number), -1.5e30]);
			expect(Object(parseJson(text))[words]).toBe(`${number}, ${number}`);
		}),
	);
});

test.each(['', '{', 'code 1000', '{"_id": 66012345678901234567'])('%j is not a JSON text', (text) => {
	expect(parseJson(text)).toBeUndefined();
});

test.each([
	[1_760_000_000_000, 1_760_000_000_000],
	[1_760_000_000, 1_760_000_000_000],
	['1760000000', 1_760_000_000_000],
	['2025-10-09T08:53:20.000Z', 1_760_000_000_000],
	['2025-10-09T08:53:20', 1_760_000_000_000],
	['2025-10-09T10:53:20+02:00', 1_760_000_000_000],
	[99_999_999_999, 99_999_999_999_000],
	[100_000_000_000, 100_000_000_000],
	[-5, -5],
	[0, 0],
	[1, 1_000],
	['9'.repeat(400), undefined],
	[NaN, undefined],
	[['2025-10-09'], undefined],
	['yesterday', undefined],
	[null, undefined],
	[{}, undefined],
])('%j is read as the time %j', (given, time) => {
	expect(readTime(given)).toBe(time);
});

test('a text is cut at its exact length, after its spaces and unseen characters went', () => {
	const { excerptOf, invisibleIn, strayIn, withoutSecrets } = values;
	const gap = ' '.repeat(398);
	const cut = ['abcd', 'abcde', 'a\u200Eb \n c', `a${gap}b`, `a${gap} b`].map((text) => excerptOf(text, 4));
	expect(cut).toEqual(['abcd', 'abc…', 'ab c', 'a b', 'a']);
	expect(excerptOf('x'.repeat(161))).toBe(`${'x'.repeat(159)}…`);
	const marked = ['\u00AD', 'a\u200B', '\0', '\uD800', 'a'].map(invisibleIn);
	expect(marked).toEqual(['U+00AD', 'U+200B', 'U+0000', 'U+D800', undefined]);
	expect(['a)', '(a)', 'a&amp;b', 'a|b', 'a.'].map(strayIn)).toEqual([')', undefined, '&amp;', '|b', '.']);
	const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
	expect(values.quoted(nested(51))).toMatch(/^\[{51}\]+…$/);
	expect(values.quoted(nested(52))).toBe('a value of more than 50 levels');
	expect(['://a?b', 'a?b', '/a?b', 'a/b?c', 'a://b@c'].map(withoutSecrets).join(' ')).toBe(
		'://a?… a?b /a?… a/b?… a://…@c',
	);
});

test('a long host is no address, because it would take quadratic time, and a long path is one', () => {
	const host = (length: number) => `https://${'a'.repeat(length)}/`;
	const long = [
		host(300),
		host(301),
		`http://a/${'b'.repeat(300)}`,
		`${'s'.repeat(22)}://${'a'.repeat(275)}`,
	];
	const areRight = [...long, `${long[3]}a`].map((text) => parseUrl(text) !== undefined);
	expect(areRight).toEqual([true, false, true, true, false]);
	const odd = ['https://[', 'ftp://a', 'https://a/b\tc', 'https://a, https://b', 'http://a', 'HTTPS://A'];
	const read = odd.map((text) => values.httpUrl(text)?.href);
	expect(read).toEqual([...Array(4), 'http://a/', 'https://a/']);
});

const keys = (map: Map<string, number>) => [...map.entries()].map(([key]) => key);

test('a bounded map evicts its oldest entry, an entry that is set again is the newest, and a read changes nothing', () => {
	const map = new BoundedMap<string, number>(3);
	for (const [index, name] of [...'abc'].entries()) map.set(name, index);
	expect([map.get('a'), map.get('x'), keys(map)]).toEqual([0, undefined, ['a', 'b', 'c']]);
	map.set('d', 4);
	expect(keys(map)).toEqual(['b', 'c', 'd']);
	map.set('b', 5);
	expect([map.get('b'), keys(map)]).toEqual([5, ['c', 'd', 'b']]);
	map.delete('d');
	expect(keys(map)).toEqual(['c', 'b']);
});

test.each([
	[1, 'queued', 'queued'],
	[2, 'processing', 'streaming'],
	[3, 'completed', 'closed'],
	[4, 'failed', 'failed'],
])('status %i means %s for a job and %s for a session, as a number and as a text', (status, job, session) => {
	expect([jobStatus(status), jobStatus(String(status))]).toEqual([job, job]);
	expect([sessionStatus(status), sessionStatus(` ${status} `)]).toEqual([session, session]);
});

test.each([0, 5, 3.5, -1, '', 'done', '3.5', null, undefined, {}, [3], true, NaN])(
	'%p is an unknown status',
	(status) => {
		expect(jobStatus(status)).toBe('unknown');
		expect(sessionStatus(status)).toBe('unknown');
	},
);
