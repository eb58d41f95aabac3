import fc from 'fast-check';
import {
	mediaSchema,
	optionalMediaSchema,
} from '../../../nodes/shared/operation/parameters/resourceLocators';

const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
const url = 'https://example.com/a.png';

test.each([
	['a plain address', url, { mode: 'url', url }],
	['spaces around it', `  ${url}\n`, { mode: 'url', url }],
	['a locator with an address', locator('url', url), { mode: 'url', url }],
	['a locator without a mode', { value: url }, { mode: 'url', url }],
	['a locator with a binary field', locator('binary', ' data '), { mode: 'binary', property: 'data' }],
])('%s is taken', (_name, given, medium) => {
	expect(mediaSchema.parse(given)).toEqual(medium);
});

test.each([
	['nothing', undefined, /^must be one whole address .*, but nothing was given; .* choose By File$/],
	['an empty locator', locator('url', ''), /but nothing was given; for a file of the item itself/],
	['an empty binary field', locator('binary', ' '), /^must name the binary field/],
	['a name without a mode', 'data', /^must be one whole address .* choose By File$/],
	['a data URI', 'data:image/png;base64,AAAA', /^must be one whole address/],
	['a number', 5, /but 5 was given; for a file of the item itself/],
	['an address with secrets', 'ftp://a:b@example.com/?c=d', /but "ftp:\/\/…@example.com\/\?…" was given/],
	['a list of them', ['x://a/?b', 'y'], /but \["x:\/\/a\/\?…","y"\] was given/],
])('%s is refused', (_name, given, message) => {
	const parsed = mediaSchema.safeParse(given);
	expect(parsed.error?.issues[0]?.message).toMatch(message);
});

test.each([
	['as text', 'a'.repeat(100), `but "${'a'.repeat(78)}… was given`],
	['of another type', ['a'.repeat(100)], `but ["${'a'.repeat(77)}… was given`],
])('a long one %s is quoted by its beginning', (_name, given, quoted) => {
	expect(mediaSchema.safeParse(given).error?.issues[0]?.message).toContain(quoted);
});

test('a medium that may be absent is undefined then, and else the same', () => {
	for (const given of [undefined, null, '', locator('url', ''), locator('binary', null)]) {
		expect(optionalMediaSchema().parse(given)).toBeUndefined();
	}
	expect(optionalMediaSchema().parse(locator('url', url))).toEqual(mediaSchema.parse(url));
	expect(optionalMediaSchema(true, 'Speak it first.').safeParse('a.png').error?.issues[0]).toMatchObject({
		message: expect.stringMatching(/choose By File; or leave it empty$/),
		params: { description: 'Speak it first.' },
	});
	expect(optionalMediaSchema().safeParse('a.png').error?.issues[0]?.message).toMatch(
		/^must be one whole address/,
	);
});

test('whatever comes, it is an http address, a binary field, or one clear refusal', () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.anything(), fc.webUrl(), fc.record({ mode: fc.string(), value: fc.anything() })),
			(given) => {
				const parsed = mediaSchema.safeParse(given);
				if (!parsed.success) return expect(parsed.error.issues[0]?.message).toMatch(/^must /);
				if (parsed.data.mode === 'url') return expect(parsed.data.url).toMatch(/^https?:/i);
				return expect(parsed.data.property.trim()).not.toBe('');
			},
		),
	);
});
