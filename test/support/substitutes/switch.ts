import { NodeConnectionTypes, type INodeExecutionData, type INodeProperties } from 'n8n-workflow';
import { define, property } from './define';

const rule: INodeProperties[] = [
	property('conditions', 'filter', {}),
	property('renameOutput', 'boolean', false),
	property('outputKey', 'string', ''),
];

/** Switch by rules: an item goes to the output of the first rule that it fits; one that fits none goes nowhere. */
export const switchNode = define(
	'switch',
	async function () {
		const outputs: INodeExecutionData[][] = [[], [], [], []];
		const rules: unknown = this.getNodeParameter('rules.values', 0, []);
		const count = Array.isArray(rules) ? rules.length : 0;
		this.getInputData().forEach((item, index) => {
			const fits = (each: number) =>
				this.getNodeParameter(`rules.values[${each}].conditions`, index, false, { extractValue: true }) ===
				true;
			const output = Array.from({ length: count }, (_unused, each) => each).find(fits);
			if (output !== undefined) outputs[output]?.push({ ...item, pairedItem: { item: index } });
		});
		return outputs;
	},
	[
		property('mode', 'string', 'rules'),
		property(
			'rules',
			'fixedCollection',
			{},
			{
				typeOptions: { multipleValues: true },
				options: [{ displayName: 'Routing Rules', name: 'values', values: rule }],
			},
		),
		property('looseTypeValidation', 'boolean', false),
		property('options', 'json', {}),
	],
	{ outputs: Array.from({ length: 4 }, () => NodeConnectionTypes.Main) },
);
