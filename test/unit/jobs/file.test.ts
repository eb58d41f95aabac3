import fc from 'fast-check';
import { fileOf } from '../../../nodes/shared/jobs/download';

const url = 'https://h.example/a1.png';

test('a file name never holds a path or a character that a file system refuses', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'grapheme' })), (called) => {
			const { name } = fileOf(url, {}, { called });
			expect(name).not.toMatch(/[\\/\u0000-\u001f<>|?*:"]/);
			expect(name).not.toMatch(/^\.*$/);
			expect(name.length).toBeLessThanOrEqual(210);
		}),
	);
});

test('a long name is not cut in the middle of a character, because n8n could not serve the file', () => {
	fc.assert(
		fc.property(fc.integer({ min: 150, max: 210 }), fc.constantFrom('a', 'é', '😀', '漢'), (count, last) => {
			const { name } = fileOf(url, {}, { called: `${'😀'.repeat(count)}${last}` });
			expect(name).not.toMatch(/\p{Surrogate}/u);
			expect(name).toMatch(/😀\S*\.png$/u);
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
		}),
	);
});
