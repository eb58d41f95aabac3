import fc from 'fast-check';

/** Any character of Unicode. fast-check's own unit `binary` first makes a table of all characters, for two seconds. */
const character = fc
	.integer({ min: 0, max: 0x10_ffff })
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code));

/** Texts of any characters, and the texts that break programs, such as `__proto__`. */
export const anyText = (minLength = 0) =>
	fc.oneof(fc.string({ minLength, unit: character }), fc.string({ minLength }));
