import { nodeSubtitle } from '../../../nodes/shared/operation/nodeProperties';
import { listedNodes } from '../../support/operations';

/** What stands under the name of a node, as n8n's expression gives it. */
function subtitleUnder(expression: string, $parameter: object): unknown {
	const code = expression.replace(/^=\{\{|\}\}$/g, '');
	return new Function('$parameter', `return ${code}`)($parameter);
}

const withOperations = listedNodes().flatMap(({ folder, resources }) =>
	resources ? [{ folder, resources }] : [],
);

test.each(withOperations)(
	'of $folder every operation has a subtitle of its own, which repeats no action',
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
