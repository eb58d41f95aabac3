import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { define, property } from './define';

const listOf = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : value === undefined ? [] : [value];

/** Split Out: one item for each entry of a list. */
export const splitOut = define(
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
	[
		property('fieldToSplitOut', 'string', ''),
		property('include', 'string', 'noOtherFields'),
		property('options', 'json', {}),
	],
);

/** Aggregate: all items as one list. */
export const aggregate = define(
	'aggregate',
	async function () {
		const items = this.getInputData();
		const field = String(this.getNodeParameter('destinationFieldName', 0));
		const pairedItem = items.map((_item, item) => ({ item }));
		return [[{ json: { [field]: items.map(({ json }) => json) }, pairedItem }]];
	},
	[
		property('aggregate', 'string', 'aggregateAllItemData'),
		property('destinationFieldName', 'string', 'data'),
		property('include', 'string', 'allFields'),
		property('options', 'json', {}),
	],
);

/** Limit: the first items. */
export const limit = define(
	'limit',
	async function () {
		return [this.getInputData().slice(0, Number(this.getNodeParameter('maxItems', 0)))];
	},
	[property('maxItems', 'number', 1)],
);
