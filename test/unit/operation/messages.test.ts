import fc from 'fast-check';
import { z } from 'zod/v3';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { labelOf, quoted } from '../../../nodes/shared/operation/parameters/messages';
import { argumentsOf, chosen, fieldNamedIn, readAs } from '../../../nodes/shared/operation/readParameters';
import { resources } from '../../../nodes/FaceSwap/FaceSwap.node';
import { refusalOf } from '../faces/samples';

const fields = swapImage.properties;

test.each([
	[['modifyImage'], 'Image to Change'],
	[['replacements', 'face', 1, 'faceNumber'], 'Replacements › Face 2 › Face Number'],
	[['waitOptions', 'timeout'], 'Timeout (Minutes)'],
	[['options'], 'Options'],
	[['targetImage', 0, 'path'], 'Faces to Replace (JSON) 1 › path'],
	[['unheard of'], ''],
	[[1, 'unheard of'], 'Entry 2'],
	[[], ''],
])('the path %j has the label "%s"', (path, label) => {
	expect(labelOf(fields, path)).toBe(label);
});

test("every message about a parameter begins with the parameter's label and has no line break", () => {
	const waitOptions = z.object({ timeout: z.number().positive() });
	const schema = z.object({ modifyImage: z.string().url().max(5), waitOptions });
	const right = /^(Image to Change|Timeout \(Minutes\)) (must be [^\n]+ was given|is empty)(, and [^\n]+)?$/;
	fc.assert(
		fc.property(fc.anything(), fc.anything(), (modifyImage, timeout) => {
			const given = { modifyImage, waitOptions: { timeout } };
			const { message, description } = refusalOf(() => readAs(schema, given, fields));
			expect(message).toMatch(right);
			expect(message.length).toBeLessThan(500);
			expect(description).toMatch(/\S$/);
		}),
	);
});

test('a quoted value is one short line', () => {
	fc.assert(
		fc.property(fc.anything(), (value) => {
			const words = quoted(value);
			expect(words.length).toBeLessThanOrEqual(80);
			expect(words).not.toMatch(/[\n\r]/);
			expect(words).not.toBe('');
		}),
	);
	expect([undefined, null, '', '  ', []].map(quoted)).toEqual(Array(5).fill('nothing'));
	expect([true, 0, 7n, Math.abs].map(quoted)).toEqual(['true', '0', 'a bigint', 'a function']);
	expect(quoted('a\nb')).toBe('"a b"');
	const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
	expect([['a'], nested(52), nested(51)].map(quoted)).toEqual([
		...['["a"]', 'a value of more than 50 levels', `${'['.repeat(51)}${']'.repeat(28)}…`],
	]);
	expect(quoted('x'.repeat(100))).toBe(`"${'x'.repeat(77)}…"`);
});

test('advice for several parameters is given once, in complete sentences', () => {
	const advice = { code: z.ZodIssueCode.custom, params: { description: 'Do this' } };
	const advise = (path: string) => ({ ...advice, path: [path], message: `${path} is wrong` });
	const schema = z.unknown().superRefine((_, { addIssue }) => ['one', 'two'].map(advise).forEach(addIssue));
	const { message, description } = refusalOf(() => readAs(schema, {}, fields));
	expect([message, description]).toEqual(['one is wrong, and two is wrong', 'Do this.']);
});

test.each([
	['sftp://ann:hunter2@files.example.com/a.mp4', '"sftp://…@files.example.com/a.mp4"'],
	['https://ann@example.com/a b?token=hunter2', '"https://…@example.com/a b?…"'],
	['http://example.com/room?token=hunter2', '"http://example.com/room?…"'],
	[{ url: 'ftp://ann:hunter2@example.com/x?key=hunter2' }, '{"url":"ftp://…@example.com/x?…"}'],
	['what is it? me@example.com', '"what is it? me@example.com"'],
])('a quoted %j shows no secret', (value, shown) => {
	expect(quoted(value)).toBe(shown);
});

test.each([
	['job', 'cancel', 'cancel'],
	['job', 'dance', 'Operation is "dance", which this node does not have'],
	['dance', 'cancel', 'Resource is "dance", which this node does not have'],
	['job', '__CUSTOM_API_CALL__', 'Operation is Custom API Call, which this node does not have'],
	['__CUSTOM_API_CALL__', '', 'Operation is Custom API Call, which this node does not have'],
])('the resource %s and the operation %s lead to %s', (resource, operation, result) => {
	const context = { getNodeParameter: (name: string) => ({ resource, operation })[name] } as never;
	const found = () => chosen(context, resources).value;
	if (result === operation) expect(found()).toBe(result);
	else expect(found).toThrow(result);
});

test('an argument of a model is named by the field that it fills in', () => {
	const parameters = {
		modifyImage: { value: "={{ $fromAI( 'photo', '', 'string') }}" },
		options: { reference: '={{ $fromai("the-row") }}', webhookUrl: '={{ $json.url }}' },
	};
	const named = [...argumentsOf({ parameters } as never, fields)];
	expect(named).toEqual([
		['Image to Change', 'photo'],
		['Reference', 'the-row'],
	]);
});

test('a field that the service names is found, if it names one alone', () => {
	const named = [
		'target_image is empty',
		'modify_image is empty',
		'no targetimage',
		'target_image and source_image',
		'my_target_image',
		'target_images are empty',
	];
	const found = named.map((words) => fieldNamedIn(words, fields));
	expect(found).toEqual(['Faces to Replace (JSON)', 'Image to Change', ...Array(4)]);
});
