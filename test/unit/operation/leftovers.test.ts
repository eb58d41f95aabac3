import { settingsOf } from '../../../nodes/shared/operation/settings';
import { textSchema } from '../../../nodes/shared/operation/parameters/schemas';
import { errorMap } from '../../../nodes/shared/operation/parameters/messages';
import type { Parameter } from '../../../nodes/shared/operation/parameters/builders';
import type { Schema } from '../../../nodes/shared/service/schema';
import { listedOperations } from '../../support/operations';

/* What JavaScript writes where an expression found nothing, or put a whole object into a text. */

const issueOf = <T>(schema: Schema<T>, given: unknown) =>
	schema.safeParse(given, { errorMap: errorMap }).error?.issues[0];
const refusal = <T>(schema: Schema<T>, given: unknown) => issueOf(schema, given)?.message;
const WORDS = ['null', 'undefined', 'NaN', 'Invalid Date', 'Invalid DateTime', ' undefined\n'];
const OBJECTS = [
	'Draw [object Object] in oil',
	'[object Object],[object Object]',
	'[object Promise]',
	'http://x/[object%20Object].png',
	'http://x/%5Bobject%20Object%5D.png',
	'http://x/?q=[object+Object]',
];

test('the name of an object in a text is refused, with the way to the text in it', () => {
	for (const given of OBJECTS) {
		expect(refusal(textSchema, given)).toMatch(/^must be without \S+object\S* ?\S*, but ".*" was given$/);
	}
	expect(issueOf(textSchema, OBJECTS[0])).toMatchObject({
		message: 'must be without [object Object], but "Draw [object Object] in oil" was given',
		params: { description: expect.stringContaining('{{ $json.output.text }}') },
	});
});

test('a whole text that stands for nothing is refused, with what to write instead', () => {
	for (const given of WORDS) {
		expect(refusal(textSchema, given)).toBe(`must be filled in, but the word ${given.trim()} was given`);
	}
	expect(issueOf(textSchema, 'undefined')).toMatchObject({
		params: { description: expect.stringContaining('??') },
	});
});

test.each(listedOperations())('no text, ID or address of $name takes them', ({ operation }) => {
	const { parameters, waitOptions, options } = settingsOf(operation);
	const groups = [operation.parameters, operation.options, parameters, waitOptions, options];
	const takers = groups.flatMap((parameters) =>
		Object.entries(parameters).filter(([name, parameter]: [string, Parameter]) =>
			parameter.fields(name).some(({ type }) => type === 'string' || type === 'resourceLocator'),
		),
	);
	for (const [name, { schema }] of takers) {
		for (const given of [...OBJECTS, ...WORDS]) {
			expect([name, given, schema.safeParse(given).success]).toEqual([name, given, false]);
		}
	}
});
