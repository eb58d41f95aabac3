import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { parseFaceItems, imageName, readImages } from '../../nodes/shared/faces';
import { errorMap } from '../../nodes/shared/operation/parameters/messages';
import { invalidFields } from '../../nodes/shared/operation/readParameters';
import { fieldsOf } from '../../nodes/shared/operation/nodeProperties';
import { settingsSchemaOf, readSettings } from '../../nodes/shared/operation/settings';
import type { Operation } from '../../nodes/shared/operation/types';
import { isHttpUrl } from '../../nodes/shared/service/urls';
import { isPrivateAddress } from '../../nodes/shared/transport/privateAddress';
import { normalizeAddress } from '../../nodes/shared/transport/hosts';
import { withReference } from '../../nodes/shared/callbacks';
import { listedNodes } from '../support/operations';
import { growsWithLength, worstTexts } from '../support/work';

jest.setTimeout(300_000);

const operations = listedNodes().flatMap(({ folder, resources = [] }) =>
	resources.flatMap(({ value, operations: all }) =>
		all.map((operation): [string, Operation] => [`${folder} ${value} ${operation.value}`, operation]),
	),
);

/** Every parameter with this value, in the form that its control gives, collections and their entries included. */
function filled(fields: readonly INodeProperties[], value: unknown): Record<string, unknown> {
	return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, value)]));
}

function valueOf({ type, modes, options = [] }: INodeProperties, value: unknown): unknown {
	if (type === 'resourceLocator')
		return { __rl: true, mode: modes?.at(-1)?.name === 'binary' ? 'url' : 'id', value };
	if (type === 'collection') return filled(options as INodeProperties[], value);
	if (type !== 'fixedCollection') return value;
	return Object.fromEntries(
		(options as Array<{ name: string; values: INodeProperties[] }>).map(({ name, values }) => [
			name,
			[filled(values, value)],
		]),
	);
}

/** What the runner does with the parameters of an item, as far as it gets without the service. */
function readParameters(operation: Operation, parameters: Record<string, unknown>): void {
	const settings = operation.type === 'create' ? settingsSchemaOf(operation) : readSettings;
	const set = settings.safeParse(parameters, { errorMap: errorMap });
	if (!set.success) invalidFields(fieldsOf(operation), set.error);
	const bound = operation.bind(parameters);
	if (!bound.ok) invalidFields(fieldsOf(operation), bound.error);
}

/** Of the worst texts, those that differ in what the schemas of parameters do with them. */
const WORST = ['"a"', '"://"', '"http://?"', 'a list of texts', 'ids'];

const forms: Array<[string, (text: string) => unknown]> = [
	['as they are', (text) => text],
	['as JSON', (text) => jsonOf(text.slice(0, text.length / 20))],
];

const jsonOf = (text: string) =>
	JSON.stringify([{ path: text, opts: text, type: text, url: text, avatarId: text, layerNumber: text }]);

test.each(operations)('%s: the work for a parameter grows with its length alone', (_name, operation) => {
	const fields = fieldsOf(operation);
	const slow = WORST.flatMap((name) =>
		forms.flatMap(([form, give]) => {
			const inputOf = (length: number) => filled(fields, give(worstTexts[name]?.(length) ?? ''));
			const isLinear = growsWithLength(inputOf, (given) => readParameters(operation, given));
			return isLinear ? [] : [`${name}, ${form}`];
		}),
	);
	expect(slow).toEqual([]);
});

const readers: Array<[string, (text: string) => unknown]> = [
	['faces', (text) => parseFaceItems(text, 'Faces')],
	['a face', (text) => parseFaceItems([{ path: text, opts: text }], 'Faces')],
	['the name of a picture', imageName],
	['the address of a picture', isHttpUrl],
	['detections', (text) => readImages(text, 'Source')],
	['a detection', (text) => readImages({ imageUrl: text, landmarks_str: [text], landmarks: text }, 'Source')],
	['faces of a detection', (text) => readImages({ faces: [{ opts: text, videoOpts: text }] }, 'Source')],
	['an address of the credential', (text) => normalizeAddress(text, 'Base URL')],
	['an address of this n8n', isPrivateAddress],
	['a reference', (text) => withReference('https://example.com/', text, 'secret')],
	['what is wrong', (text) => z.string().max(1).safeParse(text, { errorMap: errorMap })],
];

test.each(readers)('%s: the work for a text grows with its length alone', (_name, read) => {
	const slow = Object.entries(worstTexts).filter(([, text]) => !growsWithLength(text, read));
	expect(slow.map(([name]) => name)).toEqual([]);
});

test('the work for a detection grows with its faces alone', () => {
	const face = (index: number) => `${index},2:3,4:5,6:7,${index}`;
	const detectionOf = (length: number) => {
		const opts = Array.from({ length: length / 20 }, (_, index) => face(index));
		return { faces: opts.map((each) => ({ opts: each })), landmarks_str: opts };
	};
	expect(growsWithLength(detectionOf, (detection) => readImages(detection, 'Source'))).toBe(true);
});
