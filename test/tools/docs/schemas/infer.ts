import { isObject } from '../../../../nodes/shared/service/values';

/** The part of JSON Schema from which n8n's editor shows the fields of a node before its first run. */
export interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The schema of all these values, with their fields in the order of their first occurrence. */
export function schemaOf(values: readonly unknown[]): Schema {
	const known = values.filter((value) => value !== null && value !== undefined);
	const lists = known.filter((value) => Array.isArray(value));
	if (lists.length > 0) return { type: 'array', items: schemaOf(lists.flat()) };
	const objects = known.flatMap((value) => (isObject(value) ? [value] : []));
	if (objects.length > 0) {
		const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
		const properties = names.map((name) => [name, schemaOf(objects.map((object) => object[name]))] as const);
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	return known.length > 0 ? { type: typeof known[0] } : {};
}
