import type { INodeProperties } from 'n8n-workflow';
import { listedOperations, listedNodes } from '../support/operations';
import { nodeSubtitle } from '../../nodes/shared/operation/nodeProperties';

/* Of each parameter that a model fills in, it gets the label as the key, and often nothing else. */

const operations = listedOperations();

/** Whether an entry of a list is neither a heading nor hidden from tools. */
const isForModel = ({ displayOptions, type }: INodeProperties) =>
	type !== 'notice' && type !== 'hidden' && displayOptions?.hide?.['@tool'] === undefined;

test('no two actions of a node have the same text, and none has an article, as n8n wants it', () => {
	const sentences = operations.map(({ folder, operation }) => `${operation.action} in ${folder}`);
	expect(sentences.filter((sentence) => / (an?|the) /.test(sentence))).toEqual([]);
	expect(new Set(sentences).size).toBe(sentences.length);
	// Actions that read a job differ without the name of the node, because an agent may not show the name.
	const readers = operations.flatMap(({ operation }) => (operation.type === 'read' ? operation.action : []));
	expect(new Set(readers).size).toBe(readers.length);
});

test.each(operations)(
	'$operation.action has a description for each parameter and each entry of a list',
	({ operation }) => {
		const inner = ({ options = [] }: INodeProperties) => options as INodeProperties[];
		const fields = operation.properties.filter(isForModel);
		const entries = fields.flatMap((field) => (field.type === 'collection' ? inner(field) : [field]));
		const silent = entries.filter(isForModel).filter(({ description = '' }) => description.length < 10);
		expect(silent.map(({ name }) => name)).toEqual([]);
	},
);

/** The subtitle under the name of a node, from n8n's expression. */
function subtitleUnder(expression: string, $parameter: object): unknown {
	const code = expression.replace(/^=\{\{|\}\}$/g, '');
	return new Function('$parameter', `return ${code}`)($parameter);
}

const nodes = listedNodes();
const withOperations = nodes.flatMap(({ folder, resources }) => (resources ? [{ folder, resources }] : []));

test.each(withOperations)(
	'the operations of $folder have different subtitles that do not repeat the action',
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
