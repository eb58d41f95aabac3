import { inspect } from 'node:util';
import fc from 'fast-check';
import { redact, redactAll } from '../../../nodes/shared/transport/redact';

const SECRET = 'emulator.a08ff49b6f772632716c43069c43a8c3';

test('a secret is taken out wherever it stands', () => {
	expect(redact(`token ${SECRET} is not valid for ${SECRET}`, [SECRET])).toBe(
		'token *** is not valid for ***',
	);
});

test('a secret is known with the spaces that were pasted with it, and as an address has it', () => {
	expect(redact('key=a%20b%2Fcd; a b/cd', [' a b/cd\n'])).toBe('key=***; ***');
});

test('a secret is known inside a JSON text, whichever way its slashes and quotes are written', () => {
	const secret = 'ab/cd"ef\\gh';
	const json = JSON.stringify({ msg: `got ${secret}` });
	for (const text of [json, json.replaceAll('/', '\\/')]) {
		expect(JSON.parse(redact(text, [secret]))).toEqual({ msg: 'got ***' });
	}
});

test('whatever an answer holds, no secret is left in it, and all else stays', () => {
	const around = (text: string) => fc.tuple(fc.string(), fc.string()).map(([a, b]) => a + text + b);
	const values = fc.anything({ values: [fc.string(), around(SECRET), fc.integer(), fc.constant(null)] });
	fc.assert(
		fc.property(values, (value) => {
			const clean = redactAll(value, [SECRET]);
			expect(inspect(clean, { depth: null, maxStringLength: null })).not.toContain(SECRET);
			const isClean = !inspect(value, { depth: null, maxStringLength: null }).includes(SECRET);
			if (isClean) expect(clean).toEqual(value);
		}),
	);
});

test('an answer of endless depth is cut off', () => {
	const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
	expect(JSON.stringify(redactAll({ deep }, [SECRET])).length).toBeLessThan(1_000);
});
