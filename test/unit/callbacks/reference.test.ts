import fc from 'fast-check';
import { readReference, withReference } from '../../../nodes/shared/callbacks';

const SECRET = 'a-secret-of-32-characters-it-is!';
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('a reference', () => {
	test('comes back from the address as it went in', () => {
		const reference = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(reference, (text) => {
				const url = withReference('https://n8n.example.com/webhook/abc/callback', text, SECRET);
				expect(readReference(queryOf(url), SECRET)).toEqual({ kind: 'signed', text });
			}),
		);
	});

	test.each([
		['another text', { reference: 'row 13' }],
		['another signature', { referenceSignature: 'x'.repeat(43) }],
		['a signature of a wrong length', { referenceSignature: 'x' }],
		['no signature', { referenceSignature: undefined }],
		['no text', { reference: undefined }],
		['a list of texts', { reference: ['row 12', 'row 13'] }],
	])('with %s is forged', (_what, change) => {
		const query = { ...queryOf(withReference('https://n8n.example.com/x', 'row 12', SECRET)), ...change };
		expect(readReference(query, SECRET)).toEqual({ kind: 'forged' });
	});

	test.each([{}, { tenant: '7' }, undefined, null, 'text'])('is none in %j', (query) => {
		expect(readReference(query, SECRET)).toEqual({ kind: 'none' });
	});
});
