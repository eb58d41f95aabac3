import fc from 'fast-check';
import { parseFaceItems } from '../../../nodes/shared/faces/given';
import { refusalOf } from './samples';

const LABEL = 'Faces to Replace (JSON)';
const FACE = { path: 'https://example.com/a.jpg', opts: '1,2:3,4:5,6:7,8' };
const refusal = (value: unknown) => refusalOf(() => parseFaceItems(value, LABEL));

test('an array, one object, and the JSON text of each are read, also if the text was quoted twice', () => {
	for (const value of [[FACE], FACE]) {
		expect(parseFaceItems(value, LABEL)).toEqual([FACE]);
		expect(parseFaceItems(JSON.stringify(value), LABEL)).toEqual([FACE]);
		expect(parseFaceItems(JSON.stringify(JSON.stringify(value)), LABEL)).toEqual([FACE]);
	}
});

test('opts may be a text, a list with one face per entry, or absent', () => {
	const { path, opts } = FACE;
	expect(parseFaceItems([{ path, opts: [opts] }], LABEL)).toEqual([FACE]);
	const other = '9,9:3,4:5,6:7,8';
	expect(parseFaceItems([{ path, opts: [opts, other] }], LABEL)).toEqual([FACE, { path, opts: other }]);
	expect(parseFaceItems([{ path }], LABEL)).toEqual([{ path }]);
});

test.each([
	['nothing', undefined, /^Faces to Replace \(JSON\) is empty$/],
	['an empty text', '  ', /is empty$/],
	['an empty list', [], /is empty$/],
	['broken JSON', '[{"path": ', /is "\[\{"path":", not a list of faces$/],
	['a long text', `[${'x'.repeat(80)}`, new RegExp(`is "\\[${'x'.repeat(58)}…", not a list of faces$`)],
	['nine faces', Array(9).fill(FACE), /has 9 faces\. At most 8/],
	['a list of texts', ['1,2:3,4'], /^Face 1 of .* is "1,2:3,4", not an object with path and opts$/],
	['no path', [{ opts: FACE.opts }], /^Face 1 of .* has nothing as its path$/],
	['a relative path', [FACE, { ...FACE, path: '/a.jpg' }], /^Face 2 of .* has "\/a.jpg" as its path$/],
	['path and opts swapped', [{ path: FACE.opts, opts: FACE.path }], /has "1,2:3,4:5,6:7,8" as its path$/],
	['points instead of a text', [{ ...FACE, opts: [[1, 2]] }], /has \[\[1,2\]\] as its opts$/],
	['three points', [FACE, { ...FACE, opts: '1,2:3,4:5,6' }], /^Face 2 of .* has "1,2:3,4:5,6" as its opts$/],
	['opts that are null', [{ ...FACE, opts: null }], /has nothing as its opts$/],
])('%s is refused with the field, the entry, the given value and advice', (_name, value, message) => {
	const refused = refusal(value);
	expect(refused.message).toMatch(message);
	expect(refused.message).toContain(LABEL);
	expect(refused.message).not.toMatch(/error|problem|fail/i);
	expect(refused.description).toMatch(/^(Give|Leave|Send|Use|Set) /);
});

test.each([
	'ftp://me:hidden@example.com/a.jpg?key=hidden',
	'https://me:hid/hidden@example.com:port/a.jpg',
	'example.com/a.jpg?signature=hidden',
	'me:hidden@example.com/a.jpg',
	'C:/a.jpg?x=hidden&mail=me@example.com',
])('a refused address is quoted without its password and its query: %s', (address) => {
	for (const given of [
		address,
		[address],
		[{ ...FACE, path: address }],
		[{ ...FACE, opts: address }],
		[{ ...FACE, opts: `1,2:${address.replaceAll(':', '')}` }],
		[{ ...FACE, path: { [address]: [address] } }],
		`[{"path":"${address}"`,
	]) {
		const { message, description } = refusal(given);
		expect(message + description).not.toContain('hidden');
	}
});

test('any value gives 1 to 8 of its faces in order, or a refusal', () => {
	const entry = fc.oneof(
		{
			weight: 6,
			arbitrary: fc.nat(99).map((n) => ({ path: `http://example.com/${n}`, opts: `${n},1:2,3:4,5:6,7` })),
		},
		{ weight: 1, arbitrary: fc.anything() },
	);
	const value = fc.oneof(fc.array(entry, { maxLength: 10 }), fc.anything(), fc.json(), fc.string());
	fc.assert(
		fc.property(value, (given) => {
			let items;
			try {
				items = parseFaceItems(given, LABEL);
			} catch (thrown) {
				expect(thrown).toMatchObject({ name: 'Failure', message: expect.stringContaining(LABEL) });
				return;
			}
			expect(items.length).toBeGreaterThan(0);
			expect(items.length).toBeLessThanOrEqual(8);
			if (Array.isArray(given)) expect(items).toEqual(given);
		}),
		{ numRuns: 1000 },
	);
});
