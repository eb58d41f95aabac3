import {
	deepCopy,
	jsonParse,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { define, property } from './define';

interface Assignment {
	name: string;
	value: unknown;
	type?: string;
}

/** Edit Fields: assignments with expressions, or JSON; keeps the other fields when told to. */
export const set = define('set', execute, [
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
			Object.assign(json, asObject(this.getNodeParameter('jsonOutput', index)));
		} else {
			const assignments = this.getNodeParameter('assignments.assignments', index, []) as Assignment[];
			for (const { name, value, type } of assignments) put(json, name.split('.'), typed(value, type));
		}
		return { json, binary: item.binary, pairedItem: { item: index } };
	});
	return [items];
}

function put(target: IDataObject, [first, ...rest]: string[], value: unknown): void {
	if (first === undefined) return;
	if (rest.length === 0) return void Object.assign(target, { [first]: value });
	const inner = asObject(target[first] ?? {});
	target[first] = inner;
	put(inner, rest, value);
}

function typed(value: unknown, type = 'string'): unknown {
	if (value === undefined || value === null) return value;
	if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
	if (type === 'number') return Number(value);
	if (type === 'boolean') return value === true || value === 'true';
	return typeof value === 'string' ? jsonParse(value) : value;
}

function asObject(value: unknown): IDataObject {
	return typeof value === 'string' ? jsonParse<IDataObject>(value) : (value as IDataObject);
}
