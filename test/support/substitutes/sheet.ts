import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { define, properties } from './define';

/** A cell holds a text or a number; a blank one is an empty text. */
export type Row = Record<string, string | number>;

/** A page of a spreadsheet, in memory. Its first row holds the names of the columns, so rows are counted from 2. */
export class Sheet {
	rows: Row[] = [];

	constructor(public columns: string[]) {}

	column(name: string): Array<string | number> {
		return this.rows.map((row) => row[name] ?? '');
	}

	read(): Row[] {
		return this.rows.map((row, index) => ({
			row_number: index + 2,
			...Object.fromEntries(this.columns.map((name) => [name, row[name] ?? ''])),
		}));
	}

	/** Updates the first row with the same value in the key column, if there is such a row. */
	update(key: string, values: Row): void {
		const row = this.rows.find((each, index) =>
			key === 'row_number'
				? String(index + 2) === String(values[key])
				: String(each[key] ?? '') === String(values[key]),
		);
		if (row === undefined) return;
		for (const name of this.columns) {
			const value = values[name];
			if (name !== key && value !== undefined) row[name] = value;
		}
	}
}

/** The part of Google Sheets that the examples use: read all rows, and update rows with columns mapped one by one. */
export function googleSheets(sheet: Sheet): INodeType {
	return define(
		'googleSheets',
		async function () {
			const items = this.getInputData();
			if (this.getNodeParameter('operation', 0) === 'read') {
				return [
					items.flatMap((_item, item) =>
						sheet.read().map((json): INodeExecutionData => ({ json, pairedItem: { item } })),
					),
				];
			}
			const [key] = keysOf(this.getNodeParameter('columns.matchingColumns', 0, []));
			if (key === undefined) throw new Error('No column to match on');
			const updates = items.map((_item, item) => ({ json: valuesOf(this, item, key), pairedItem: { item } }));
			for (const { json } of updates) sheet.update(key, json);
			return [updates];
		},
		properties({
			...{ resource: 'sheet', operation: 'read', documentId: '', sheetName: '' },
			...{ filtersUI: {}, columns: {} },
		}),
	);
}

/** n8n's node writes an empty text for a missing value, and refuses to search for a row without its key. */
function valuesOf(context: IExecuteFunctions, item: number, key: string): Row {
	const mapped = context.getNodeParameter('columns.value', item, {}) as IDataObject;
	if (mapped[key] === undefined || mapped[key] === null || mapped[key] === '') {
		throw new Error(`The column to match on, ${key}, has no value`);
	}
	return Object.fromEntries(Object.entries(mapped).map(([name, value]) => [name, cellOf(value)]));
}

function cellOf(value: unknown): string | number {
	if (value === undefined || value === null) return '';
	if (typeof value === 'number') return value;
	return typeof value === 'string' ? value : JSON.stringify(value);
}

function keysOf(columns: unknown): string[] {
	return Array.isArray(columns) ? columns.map(String) : [];
}
