import { errorMap } from '../../../nodes/shared/operation/parameters/messages';
import { media, type Parameters } from '../../../nodes/shared/operation/parameters/builders';
import { settingsOf } from '../../../nodes/shared/operation/defineOperation';
import { textSchema } from '../../../nodes/shared/operation/parameters/schemas';
import type { Schema } from '../../../nodes/shared/service/schema';
import { listedOperations } from '../../support/operations';

const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });

test.each([
	['nothing', undefined, /^is empty$/],
	['an empty locator', locator('url', ''), /^is empty$/],
	['only invisible characters', '\u2060 \u200B', /^is empty$/],
	['an empty binary field', locator('binary', ' '), /^is empty$/],
	['a name without a mode', 'data', /^must be one whole address that .* http:.*, but "data" was given$/],
	['a number', 5, /but 5 was given$/],
])('%s is refused', (_name, given, message) => {
	const [issue, ...others] = media('Image', {}).schema.safeParse(given, { errorMap }).error?.issues ?? [];
	expect(issue?.message).toMatch(message);
	expect(issue).toMatchObject({ params: { description: expect.any(String) } });
	expect(others).toEqual([]);
});

/* JavaScript writes these if an expression finds nothing, or puts an object into a text. */

const issueOf = <T>(schema: Schema<T>, given: unknown) =>
	schema.safeParse(given, { errorMap }).error?.issues[0];
const WORDS = ['null', 'undefined', 'NaN', 'Invalid Date', 'Invalid DateTime', ' undefined\n'];
const OBJECTS = [
	'Draw [object Object] in oil',
	'[object Object],[object Object]',
	'[object Promise]',
	'http://x/[object%20Object].png',
	'http://x/%5Bobject%20Object%5D.png',
	'http://x/?q=[object+Object]',
];

test('the name of an object in a text is refused, with a hint to the text in the object', () => {
	for (const given of OBJECTS) {
		const message = issueOf(textSchema, given)?.message;
		expect(message).toMatch(/^must be without \S+object\S* ?\S*, but ".*" was given$/);
	}
	expect(issueOf(textSchema, OBJECTS[0])).toMatchObject({
		message: 'must be without [object Object], but "Draw [object Object] in oil" was given',
		params: { description: expect.stringContaining('{{ $json.output.text }}') },
	});
});

test.each(listedOperations())('no text field of $name accepts [object Object] or null', ({ operation }) => {
	const common = Object.values<Parameters>({ ...settingsOf(operation) });
	const groups = [operation.parameters, operation.options, ...common];
	const isText = ({ type }: { type: string }) => type === 'string' || type === 'resourceLocator';
	const all = groups.flatMap((parameters) => Object.entries(parameters));
	for (const [name, { schema }] of all.filter(([name, parameter]) => parameter.fields(name).some(isText))) {
		for (const given of [...OBJECTS, ...WORDS]) {
			expect([name, given, schema.safeParse(given).success]).toEqual([name, given, false]);
		}
	}
});
