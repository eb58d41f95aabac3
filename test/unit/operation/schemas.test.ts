import fc from 'fast-check';
import * as schemas from '../../../nodes/shared/operation/parameters/schemas';
import { errorMap } from '../../../nodes/shared/operation/parameters/messages';
import { z } from 'zod/v3';
import { fieldsIn, number, type Parameter } from '../../../nodes/shared/operation/parameters/builders';

const { bodySchema, choiceSchema, extraFieldsSchema, idsSchema, jsonSchema } = schemas;
const { numberSchema, optional, textSchema, urlSchema } = schemas;
const absent = [undefined, null, ''];
const none = Array(3).fill(undefined);
const refusal = (schema: z.ZodTypeAny, given: unknown) =>
	schema.safeParse(given, { errorMap: errorMap }).error?.issues[0]?.message;

test('a number may be a text, and another text is refused and quoted', () => {
	fc.assert(
		fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
			expect(numberSchema({}).parse(String(value))).toBe(Number(String(value)));
		}),
	);
	expect(numberSchema({}).parse(' 12 ')).toBe(12);
	for (const given of ['12 apples', '1'.repeat(41), '0x10', '0b1', '1 2', 'NaN', 'Infinity', true, {}]) {
		expect(refusal(numberSchema({}), given)).toMatch(/^must be a number, but .* was given$/);
	}
	for (const given of ['', [], null]) expect(refusal(numberSchema({}), given)).toBe('is empty');
	expect(optional(numberSchema({})).parse('7')).toBe(7);
	expect(absent.map((given) => optional(numberSchema({})).parse(given))).toEqual(none);
});

test('a flag is accepted as 0 and 1, as a number and as a text', () => {
	const flag = schemas.flagSchema(true);
	expect([0, '0', ' False ', false, 1, '1', 'TRUE', true, ''].map((given) => flag.parse(given))).toEqual([
		...Array(4).fill(false),
		...Array(5).fill(true),
	]);
	expect(refusal(flag, 2)).toBeDefined();
});

test('a choice is accepted by its value, by its number as a text, or by its name', () => {
	const kind = choiceSchema(['One', 'Two'].map((name) => ({ name, value: name.toLowerCase() })));
	expect([...absent, 'one'].map((given) => kind.parse(given))).toEqual([...none, 'one']);
	const mode = choiceSchema(['Repeat', 'Talk'].map((name, index) => ({ name, value: index + 1 })));
	expect([1, ' 2 ', 'Repeat', ' talk '].map((given) => mode.parse(given))).toEqual([1, 2, 1, 2]);
	const crossed = choiceSchema([
		{ name: 'b', value: 'a' },
		{ name: 'a', value: 'b' },
	]);
	expect(['a', 'b', 'B'].map((given) => crossed.parse(given))).toEqual(['a', 'b', 'a']);
	expect(refusal(mode, 3)).toBe('must be one of Repeat (1), Talk (2), but 3 was given');
	expect(refusal(kind, 'three')).toBe('must be one of One, Two, but "three" was given');
});

test('a list of IDs has each ID once and in order, with every separator', () => {
	const name = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 4, maxLength: 24 });
	const separator = fc.constantFrom(',', ', ', ' ', '\n', ';', ',\n\n');
	fc.assert(
		fc.property(fc.uniqueArray(name, { minLength: 1 }), separator, (list, between) => {
			expect(idsSchema.parse(list)).toEqual(list);
			expect(idsSchema.parse(list.join(between))).toEqual(list);
			expect(idsSchema.parse(`${between}${[...list, ...list].join(between)}${between}`)).toEqual(list);
		}),
	);
	expect(idsSchema.parse(123)).toEqual(['123']);
});

test('a text loses the spaces and invisible characters around it, and must not be empty', () => {
	expect(textSchema.parse('\u200E  a\u200Bb \u2060')).toBe('a\u200Bb');
	expect(textSchema.parse(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
	expect(refusal(textSchema, '\u200B\uFEFF\u2060 \u200E')).toBe('is empty');
	for (const schema of [optional(textSchema), optional(urlSchema)])
		expect(absent.map((given) => schema.parse(given))).toEqual(none);
});

test('a right address passes as it is', () => {
	const path = fc.string({ unit: fc.constantFrom(..."aZ09-._~!$&'()*+,;=:@/", '%20', '%C3%BC') });
	fc.assert(
		fc.property(fc.constantFrom('http', 'https'), fc.webAuthority(), path, (name, authority, place) => {
			const url = `${name}://${authority}/${place}a`;
			expect(urlSchema.parse(url)).toBe(url);
		}),
	);
});

test('JSON may be a text or a value, and broken JSON is refused with the reason', () => {
	const schema = jsonSchema(z.unknown());
	fc.assert(
		fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
			const plain: unknown = JSON.parse(JSON.stringify(value));
			expect(schema.parse(JSON.stringify(value))).toEqual(plain);
			expect(schema.parse(plain)).toEqual(plain);
		}),
	);
	expect(schema.parse(JSON.stringify(JSON.stringify([{ a: 1 }])))).toEqual([{ a: 1 }]);
	expect(['', '  ', null, undefined].map((given) => schema.parse(given))).toEqual(Array(4).fill(undefined));
	expect(refusal(schema, '{"a":')).toMatch(/^must be JSON, but "\{"a":" was given \(.+\)$/);
});

test('a number of a body that JavaScript would round is sent as a text with all its digits', () => {
	const given = '{"a": [9007199254740991, -12345678901234567890]}';
	expect(bodySchema.parse(given)).toEqual({ a: [9007199254740991, '-12345678901234567890'] });
	expect(bodySchema.parse({ a: new Date(0) })).toEqual({ a: '1970-01-01T00:00:00.000Z' });
	expect(refusal(bodySchema, { a: { toJSON: () => undefined } })).toMatch(/must be a JSON value/);
	expect(refusal(bodySchema, { a: Infinity })).toBe('must be a JSON value, but Infinity was given');
});

const unseen = (code: string): [string, string] => {
	const cell = `*${String.fromCharCode(parseInt(code, 16))}b`;
	return [`has the invisible character U+${code} in it`, cell];
};
/** What comes out of cells of spreadsheets and chats, which are two spaces apart. The sign * is a right address. */
const CELLS = {
	passes: `*  http://example.com  HTTPS://EXAMPLE.COM/A.PNG  https://example.com:8443/  https://[2001:db8::1]/a/
		https://münchen.de/Grüße.png  https://xn--mnchen-3ya.de/照片.png  *#d  https://example.com/a_(b)
		https://example.com/a,b;c%20d.png  https://u:p@example.com/`,
	'becomes *': '*\n  \t*  \u00a0*\u00a0  \uFEFF*\u200B',
	'becomes https://example.com/a%20b.png': 'https://example.com/a b.png',
	'becomes *?b=1&c=%7B7%7D': '*?b=1&c={7}',
	'becomes https://example.com/50%25off': 'https://example.com/50%off',
	'has "{{"': 'https://example.com/{{ $json.id }}',
	'must be one whole address that starts with http:// or https://': `"*"  '*  <*>  [a](*)  <a href="*">a</a>
		=IMAGE("*")  www.example.com  http://a b  /a/b.png  //example.com/a.png  C:\\a.png  file:///a.png  ftp://a.de
		data:image/png;base64,AA  javascript:1  https://  https://*  https:/a.de  https://a.de:99999  *\n*  *,*`,
	'has "&amp;"': '*?b=1&amp;c=2',
	...Object.fromEntries('|A b  \\  "  >  .  ,  ;  )'.split('  ').map((end) => [`has "${end}"`, `*${end}`])),
	...Object.fromEntries(
		'00AD 200B 200E 200F 202A 202B 202C 202D 202E 2066 2067 2068 2069 FEFF'.split(' ').map(unseen),
	),
};

test('63 odd cells pass, are cleaned, or are refused with the cause', () => {
	const whole = (text: string) => text.replace(/\*/g, 'https://example.com/a.png');
	const odd = Object.entries(CELLS).flatMap(([outcome, cells]) =>
		cells.split(/ {2}|\n\t+/).map((cell) => [whole(cell), whole(outcome)]),
	);
	const outcomeOf = (cell = '') => {
		const { data, error } = urlSchema.safeParse(cell, { errorMap });
		if (error) return error.issues[0]?.message.replace(/, (?:but|which) .*/, '');
		return data === cell ? 'passes' : `becomes ${data}`;
	};
	expect(odd.map(([cell]) => [cell, outcomeOf(cell)])).toEqual(odd);
	expect(odd).toHaveLength(63);
});

test('JSON of 5,000 levels is refused with a sentence', () => {
	const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
	const [deep, right] = [nested(5_000), nested(49)];
	for (const given of [deep, JSON.parse(deep)]) {
		expect(refusal(extraFieldsSchema, given)).toBe('must have at most 50 levels of JSON');
		expect(refusal(urlSchema, JSON.parse(deep))).toMatch(/, but a value of more than 50 levels was given$/);
	}
	expect(extraFieldsSchema.parse(right)).toEqual(JSON.parse(right));
});

const read = <T>({ schema }: Parameter<T>, given: unknown) => schema.safeParse(given, { errorMap: errorMap });
const refusalBy = (parameter: Parameter, given: unknown) => read(parameter, given).error?.issues[0]?.message;

test('the limits of a number hold on the screen and for the given value', () => {
	const pieces = number('Pieces', { default: 2, min: 1, max: 5, whole: true });
	expect(fieldsIn({ pieces })).toEqual([
		expect.objectContaining({ name: 'pieces', default: 2, typeOptions: { minValue: 1, maxValue: 5 } }),
	]);
	expect([1, 5, '3'].map((given) => read(pieces, given).data)).toEqual([1, 5, 3]);
	expect([0, 6, 1.5, undefined].map((given) => refusalBy(pieces, given))).toEqual([
		'must be at least 1, but 0 was given',
		'must be at most 5, but 6 was given',
		'must be a whole number, but 1.5 was given',
		'is empty',
	]);
	const above = number('Seconds', { default: 1, above: 0 });
	expect(fieldsIn({ above })[0]?.typeOptions).toEqual({ minValue: 0 });
	expect(refusalBy(above, 0)).toBe('must be more than 0, but 0 was given');
});
