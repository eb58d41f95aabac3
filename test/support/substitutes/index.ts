import {
	NodeConnectionTypes,
	NodeOperationError,
	deepCopy,
	jsonParse,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';
import { define, passOn, properties, property } from './define';

export { define, passOn, property } from './define';

const twoOutputs = { outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] };
const conditions = [property('conditions', 'filter', {}), property('options', 'json', {})];

/** If: true on the first output, false on the second. */
const ifNode = define('if', split, conditions, twoOutputs);
/** It has no second output, so nothing goes there. */
const filter = define('filter', split, conditions);

async function split(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const outputs: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
	this.getInputData().forEach((item, index) => {
		const fits = this.getNodeParameter('conditions', index, false, { extractValue: true });
		outputs[fits === true ? 0 : 1].push({ ...item, pairedItem: { item: index } });
	});
	return outputs;
}

const stopAndError = define(
	'stopAndError',
	async function () {
		throw new NodeOperationError(this.getNode(), String(this.getNodeParameter('errorMessage', 0)));
	},
	[property('errorType', 'string', 'errorMessage'), property('errorMessage', 'string', '')],
	{ outputs: [] },
);

/** Loop Over Items: done on the first output, the next batch on the second. */
const splitInBatches = define(
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

const rule: INodeProperties[] = [
	property('conditions', 'filter', {}),
	property('renameOutput', 'boolean', false),
	property('outputKey', 'string', ''),
];

/** Switch by rules: an item goes to the output of the first rule that it matches, or nowhere. */
const switchNode = define(
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

const listOf = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : value === undefined ? [] : [value];

/** Split Out: one item for each entry of a list. */
const splitOut = define(
	'splitOut',
	async function () {
		const items = this.getInputData().flatMap((item, index): INodeExecutionData[] => {
			const field = String(this.getNodeParameter('fieldToSplitOut', index));
			const keepsOthers = this.getNodeParameter('include', index) === 'allOtherFields';
			const { [field]: list, ...others } = item.json;
			return listOf(list).map((entry) => ({
				json:
					!keepsOthers && typeof entry === 'object' && entry !== null
						? { ...(entry as IDataObject) }
						: { ...(keepsOthers ? others : {}), [field]: entry as IDataObject },
				pairedItem: { item: index },
			}));
		});
		return [items];
	},
	properties({ fieldToSplitOut: '', include: 'noOtherFields' }),
);

const aggregate = define(
	'aggregate',
	async function () {
		const items = this.getInputData();
		const field = String(this.getNodeParameter('destinationFieldName', 0));
		const pairedItem = items.map((_item, item) => ({ item }));
		return [[{ json: { [field]: items.map(({ json }) => json) }, pairedItem }]];
	},
	properties({ aggregate: 'aggregateAllItemData', destinationFieldName: 'data', include: 'allFields' }),
);

const limit = define(
	'limit',
	async function () {
		return [this.getInputData().slice(0, Number(this.getNodeParameter('maxItems', 0)))];
	},
	[property('maxItems', 'number', 1)],
);

interface Assignment {
	name: string;
	value: unknown;
	type?: string;
}

/** Edit Fields: assignments with expressions, or JSON. It can keep the other fields. */
const set = define('set', execute, [
	property('mode', 'string', 'manual'),
	property('assignments', 'assignmentCollection', {}),
	property('jsonOutput', 'json', '{}'),
	property('includeOtherFields', 'boolean', false),
	property('include', 'string', 'all'),
	property('options', 'json', {}),
]);

async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData().map((item, index) => {
		const json: IDataObject = this.getNodeParameter('includeOtherFields', index) ? deepCopy(item.json) : {};
		if (this.getNodeParameter('mode', index) === 'raw') {
			const raw = this.getNodeParameter('jsonOutput', index);
			Object.assign(json, typeof raw === 'string' ? jsonParse(raw) : raw);
		} else {
			const assignments = this.getNodeParameter('assignments.assignments', index, []) as Assignment[];
			for (const { name, value, type } of assignments) json[name] = typed(value, type);
		}
		return { json, binary: item.binary, pairedItem: { item: index } };
	});
	return [items];
}

function typed(value: unknown, type = 'string'): IDataObject[string] {
	if (value === undefined || value === null) return value;
	if (type === 'number') return Number(value);
	if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
	return (typeof value === 'string' ? jsonParse(value) : value) as IDataObject;
}

const trigger = (name: string) =>
	define(name, passOn, [property('rule', 'json', {})], { group: ['trigger'], inputs: [] });

const types: INodeType[] = [
	trigger('manualTrigger'),
	trigger('scheduleTrigger'),
	trigger('executeWorkflowTrigger'),
	trigger('errorTrigger'),
	define('noOp', passOn),
	define('wait', passOn, [property('resume', 'string', ''), property('dateTime', 'string', '')]),
	define('stickyNote', passOn, [], { inputs: [], outputs: [] }),
	set,
	ifNode,
	switchNode,
	filter,
	splitInBatches,
	stopAndError,
	splitOut,
	aggregate,
	limit,
];

/** Substitutes for the nodes of n8n in the examples that reach no other service. */
export const substitutes: ReadonlyMap<string, INodeType> = new Map(
	types.map((type) => [`n8n-nodes-base.${type.description.name}`, type]),
);
