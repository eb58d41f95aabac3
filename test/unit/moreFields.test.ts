import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
import type { Operation } from '../../nodes/shared/operation/types';
import { listedNodes } from '../support/operations';

/*
 * Fields that few need: not on the first screen, and yet what a workflow's JSON sets is neither dropped by n8n nor
 * hidden from people.
 */

const forms = {
	create: {
		changed: {
			binaryPropertyName: 'picture',
			waitUsing: 'polling',
			webhookUrl: 'https://example.com/done',
			simplify: false,
		},
		defaults: { binaryPropertyName: 'data', waitUsing: 'automatic', webhookUrl: '', simplify: true },
		besides: { downloadResult: true },
	},
};

const formOf = (operation: Operation) => {
	if (operation.type !== 'create') return undefined;
	return operation.kind.ready === 'streaming' ? undefined : forms.create;
};

const operations = listedNodes().flatMap(({ folder, type: { description }, resources = [] }) =>
	resources.flatMap(({ value: resource, operations: all }) =>
		all.flatMap((operation) => {
			const form = formOf(operation);
			const name = `${folder} ${resource}.${operation.value}`;
			return form ? [{ name, description, resource, operation: operation.value, form }] : [];
		}),
	),
);

/** What n8n stores of parameters, and which of the fields it shows, each as often as it is there. */
function screenOf(description: INodeTypeDescription, base: INodeParameters, names: readonly string[]) {
	const node = { typeVersion: 1, parameters: {} } as INode;
	const stored = (parameters: INodeParameters, withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(
			description.properties,
			{ ...base, ...parameters },
			withDefaults,
			false,
			node,
			description,
		) ?? {};
	const onScreen = (parameters: INodeParameters) => {
		const all = stored(parameters, true);
		return description.properties
			.filter(({ name, type }) => names.includes(name) && type !== 'hidden')
			.filter((property) => NodeHelpers.displayParameter(all, property, node, description))
			.map(({ name }) => name);
	};
	return { stored, onScreen };
}

describe.each(operations)('$name', ({ description, resource, operation, form }) => {
	const { changed, defaults, besides } = form;
	const names = Object.keys(changed);
	const { stored, onScreen } = screenOf(description, { resource, operation, ...besides }, names);

	test('has no rule that is undefined: n8n 1 could not run the node', () => {
		const rules = description.properties.flatMap(({ displayOptions = {} }) => Object.values(displayOptions));
		expect(rules).not.toContain(undefined);
	});

	test('shows none of them at first, and all of them under More Fields', () => {
		expect(onScreen({})).toEqual([]);
		expect(onScreen({ options: { moreFields: true } })).toEqual(names);
	});

	test('keeps what was set, and shows it once, with More Fields or without', () => {
		expect(stored(changed, false)).toMatchObject(changed);
		expect(onScreen(changed)).toEqual(names);
		expect(onScreen({ ...changed, options: { moreFields: true } })).toEqual(names);
		expect(onScreen({ simplify: false })).toEqual(['simplify']);
	});

	test('keeps expressions, and shows them once', () => {
		const written = Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`]));
		expect(stored(written, false)).toMatchObject(written);
		expect(onScreen(written)).toEqual(names);
		expect(onScreen({ ...written, options: { moreFields: true } })).toEqual(names);
	});

	test('knows the defaults of all of them', () => {
		expect(stored({}, true)).toMatchObject(defaults);
	});
});

test.each(operations.filter(({ form }) => form === forms.create))(
	'$name has an address of its own for calls, and takes no other',
	({ description, resource, operation }) => {
		const { onScreen } = screenOf(description, { resource, operation }, ['webhookUrl']);
		expect(onScreen({ webhookUrl: 'https://example.com/done' })).toEqual(['webhookUrl']);
		expect(onScreen({ webhookUrl: 'https://example.com/done', waitUsing: 'callback' })).toEqual([]);
	},
);
