import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';
import { define, passOn, property } from './define';

const twoOutputs = { outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] };
const conditions = [property('conditions', 'filter', {}), property('options', 'json', {})];

/** If: true on the first output, false on the second. */
export const ifNode = define(
	'if',
	async function () {
		return split(this);
	},
	conditions,
	twoOutputs,
);

/** Filter: what fits goes on. */
export const filter = define(
	'filter',
	async function () {
		return split(this).slice(0, 1);
	},
	conditions,
);

function split(context: IExecuteFunctions): INodeExecutionData[][] {
	const outputs: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
	context.getInputData().forEach((item, index) => {
		const fits = context.getNodeParameter('conditions', index, false, { extractValue: true });
		outputs[fits === true ? 0 : 1].push({ ...item, pairedItem: { item: index } });
	});
	return outputs;
}

/** Stop and Error: ends the run with a message. */
export const stopAndError = define(
	'stopAndError',
	async function () {
		throw new NodeOperationError(this.getNode(), String(this.getNodeParameter('errorMessage', 0)));
	},
	[property('errorType', 'string', 'errorMessage'), property('errorMessage', 'string', '')],
	{ outputs: [] },
);

/** Loop Over Items: done on the first output, the next batch on the second. */
export const splitInBatches = define(
	'splitInBatches',
	loop,
	[property('batchSize', 'number', 1), property('options', 'json', {})],
	twoOutputs,
);

async function loop(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const context = this.getContext('node');
	const items = this.getInputData();
	const size = Number(this.getNodeParameter('batchSize', 0, 1));
	if (context.items === undefined) {
		context.items = items;
		context.processed = [];
	} else {
		context.processed.push(...items);
	}
	const batch: INodeExecutionData[] = context.items.splice(0, size);
	if (batch.length > 0) return [[], batch];
	const done: INodeExecutionData[] = context.processed;
	delete context.items;
	return [done, []];
}

/** Merge: one list after the other, or fields of the items at the same position. */
export const merge = define(
	'merge',
	async function () {
		const inputs = [0, 1].map((index) => {
			try {
				return this.getInputData(index);
			} catch {
				return [];
			}
		});
		const [first = [], second = []] = inputs;
		const mode = this.getNodeParameter('mode', 0, 'append');
		if (mode === 'append') return [[...first, ...second]];
		if (mode === 'chooseBranch') return [first];
		return [
			first.slice(0, Math.min(first.length, second.length)).map((item, index) => ({
				json: { ...item.json, ...second[index]?.json },
				binary: { ...item.binary, ...second[index]?.binary },
				pairedItem: [
					{ item: index, input: 0 },
					{ item: index, input: 1 },
				],
			})),
		];
	},
	[
		property('mode', 'string', 'append'),
		property('combineBy', 'string', ''),
		property('options', 'json', {}),
	],
	{ inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] },
);

/** Wait, without the waiting. */
export const wait = define('wait', passOn, [
	property('resume', 'string', 'timeInterval'),
	property('amount', 'number', 1),
	property('unit', 'string', 'hours'),
]);

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
