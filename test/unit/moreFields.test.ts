import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { listedNodes } from '../support/operations';

/*
 * Fields that few need: not on the first screen, and yet what a workflow's JSON sets is neither dropped by n8n nor
 * hidden from people.
 */

const FIELDS = { waitUsing: 'polling', webhookUrl: 'https://example.com/done', simplify: false } as const;
const CHANGED = { ...FIELDS, downloadResult: true, binaryPropertyName: 'picture' };
const NAMES = ['binaryPropertyName', 'waitUsing', 'webhookUrl', 'simplify'];

const creates = listedNodes().flatMap(({ folder, type: { description }, resources = [] }) =>
	resources.flatMap(({ value: resource, operations }) =>
		operations
			.filter((operation) => operation.type === 'create' && operation.kind.ready !== 'streaming')
			.map(({ value: operation }) => ({
				name: `${folder} ${resource}.${operation}`,
				description,
				resource,
				operation,
			})),
	),
);

describe.each(creates)('$name', ({ description, resource, operation }) => {
	const node = { typeVersion: 1, parameters: {} } as INode;
	const stored = (parameters: INodeParameters, withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(
			description.properties,
			{ resource, operation, ...parameters },
			withDefaults,
			false,
			node,
			description,
		) ?? {};
	/** The fields on the screen, each as often as it is there. */
	const onScreen = (parameters: INodeParameters) => {
		const all = stored({ downloadResult: true, ...parameters }, true);
		return description.properties
			.filter(({ name, type }) => NAMES.includes(name) && type !== 'hidden')
			.filter((property) => NodeHelpers.displayParameter(all, property, node, description))
			.map(({ name }) => name);
	};

	test('has no rule that is undefined: n8n 1 could not run the node', () => {
		const rules = description.properties.flatMap(({ displayOptions = {} }) => Object.values(displayOptions));
		expect(rules).not.toContain(undefined);
	});

	test('shows none of them at first, and all of them under More Fields', () => {
		expect(onScreen({})).toEqual([]);
		expect(onScreen({ options: { moreFields: true } })).toEqual(NAMES);
	});

	test('keeps what was set, and shows it once, with More Fields or without', () => {
		expect(stored(CHANGED, false)).toMatchObject({ ...FIELDS, binaryPropertyName: 'picture' });
		expect(onScreen(CHANGED)).toEqual(NAMES);
		expect(onScreen({ ...CHANGED, options: { moreFields: true } })).toEqual(NAMES);
		expect(onScreen({ simplify: false })).toEqual(['simplify']);
	});

	test('keeps expressions, and shows them once', () => {
		const written = Object.fromEntries(NAMES.map((name) => [name, `={{ $json.${name} }}`]));
		expect(stored({ downloadResult: true, ...written }, false)).toMatchObject(written);
		expect(onScreen(written)).toEqual(NAMES);
		expect(onScreen({ ...written, options: { moreFields: true } })).toEqual(NAMES);
	});

	test('has an address of its own for calls, and takes no other', () => {
		expect(onScreen({ ...CHANGED, waitUsing: 'callback' })).not.toContain('webhookUrl');
	});

	test('knows the defaults of all of them', () => {
		expect(stored({ downloadResult: true }, true)).toMatchObject({
			waitUsing: 'automatic',
			webhookUrl: '',
			simplify: true,
			binaryPropertyName: 'data',
		});
	});
});
