import type { INodeProperties } from 'n8n-workflow';
import { listedOperations, listedNodes } from '../support/operations';
import { fieldsOf, nodeSubtitle } from '../../nodes/shared/operation/nodeProperties';

/*
 * What a model gets of a tool: one sentence, `<action> in <node>`, and for each parameter that it defines its label, as the
 * key, and often nothing else.
 */

const operations = listedOperations();

/** Whether an entry of a list is hidden from tools, or a heading. */
const isForModel = ({ displayOptions, type }: INodeProperties) =>
	type !== 'notice' && type !== 'hidden' && displayOptions?.hide?.['@tool'] === undefined;

test('no two tools have the same sentence', () => {
	const sentences = operations.map(({ folder, operation }) => `${operation.action} in ${folder}`);
	expect(new Set(sentences).size).toBe(sentences.length);
	// What one job is read with is told apart without the name of the node, which an agent may not show.
	const readers = operations.flatMap(({ operation }) => (operation.type === 'read' ? operation.action : []));
	expect(new Set(readers).size).toBe(readers.length);
});

describe.each(operations.map(({ operation }) => [operation.action, operation] as const))(
	'%s',
	(_action, operation) => {
		const fields = fieldsOf(operation).filter(isForModel);
		const inner = ({ options = [] }: INodeProperties) => options as INodeProperties[];

		test('each parameter says what it is, and each list what its entries are', () => {
			const entries = fields.flatMap((field) => (field.type === 'collection' ? inner(field) : [field]));
			const silent = entries.filter(isForModel).filter(({ description = '' }) => description.length < 10);
			expect(silent.map(({ name }) => name)).toEqual([]);
		});

		test('a duration, a share and a size say their unit in label or description', () => {
			const measured = /timeout|duration|time|within|after|size|width|height|rate|speed|length|interval/i;
			const unit =
				/milliseconds|seconds|minutes|hours|pixels|MB|%|per cent|percentage|1:1|16:9|years|K\b|1920x1080|0 to|times|jobs/i;
			const bare = fields
				.flatMap((field) => [field, ...inner(field)])
				.filter(({ type, name }) => type === 'number' && measured.test(name))
				.filter(({ displayName, description }) => !unit.test(`${displayName} ${description}`));
			expect(bare.map(({ name }) => name)).toEqual([]);
		});
	},
);

/** What stands under the name of a node, as n8n's expression gives it. */
function subtitleUnder(expression: string, $parameter: object): unknown {
	const code = expression.replace(/^=\{\{|\}\}$/g, '');
	return new Function('$parameter', `return ${code}`)($parameter);
}

const withOperations = listedNodes().flatMap(({ folder, resources }) =>
	resources ? [{ folder, resources }] : [],
);

test.each(withOperations)(
	'operations of $folder have different subtitles, which repeat no action',
	({ resources }) => {
		const expression = nodeSubtitle(resources);
		const seen = resources.flatMap((resource) =>
			resource.operations.map(({ value, action }) => {
				const subtitle = subtitleUnder(expression, { resource: resource.value, operation: value });
				expect(String(subtitle).toLowerCase()).not.toContain(action.toLowerCase());
				expect(subtitle).toContain(resource.name);
				return subtitle;
			}),
		);
		expect(new Set(seen).size).toBe(seen.length);
		expect(subtitleUnder(expression, { resource: 'none', operation: 'none' })).toBe('');
	},
);
