import { inspect } from 'node:util';
import fc from 'fast-check';
import { Secrets } from '../../../nodes/shared/transport/redact';

const SECRET = 'emulator.a08ff49b6f772632716c43069c43a8c3';

test('a secret is removed without its pasted spaces, and in its encoded form', () => {
	expect(new Secrets(' a "b/cd\n').redact('key=a%20%22b%2Fcd; a "b/cd')).toBe('key=***; ***');
	expect(new Secrets('abcd', 'xyz').redactAll({ abcd: 1, xyz: 'abcd' })).toEqual({ '***': 1, xyz: '***' });
});

test('a secret is removed from a JSON text, however its slashes and quotes are written', () => {
	const secret = 'ab/cd"ef\\gh';
	const json = JSON.stringify({ msg: `got ${secret}` });
	for (const text of [json, json.replaceAll('/', '\\/')]) {
		expect(JSON.parse(new Secrets(secret).redact(text))).toEqual({ msg: 'got ***' });
	}
});

test('every secret is removed from any answer, and all else stays', () => {
	const around = (text: string) => fc.tuple(fc.string(), fc.string()).map(([a, b]) => a + text + b);
	const values = fc.anything({ values: [fc.string(), around(SECRET), fc.integer(), fc.constant(null)] });
	fc.assert(
		fc.property(values, (value) => {
			const clean = new Secrets(SECRET).redactAll(value);
			expect(inspect(clean, { depth: null, maxStringLength: null })).not.toContain(SECRET);
			const isClean = !inspect(value, { depth: null, maxStringLength: null }).includes(SECRET);
			if (isClean) expect(clean).toEqual(value);
		}),
	);
});

test('an answer of endless depth is cut off', () => {
	const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
	const cut = `{"deep":${'['.repeat(49)}null${']'.repeat(49)}}`;
	expect(JSON.stringify(new Secrets(SECRET).redactAll({ deep }))).toBe(cut);
});
