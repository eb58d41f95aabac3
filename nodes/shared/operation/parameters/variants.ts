import type { INodeProperties } from 'n8n-workflow';
import type { Parameter } from './builders';

/** The same parameter with several fields: each variant is on the screen at a time of its own. */
export function withVariants<T>(
	{ fields, schema }: Parameter<T>,
	...variants: Array<(field: INodeProperties) => INodeProperties>
): Parameter<T> {
	return {
		fields: (name) => fields(name).flatMap((field) => variants.map((variant) => variant(field))),
		schema,
	};
}

/**
 * Stands in for a field while nothing reads it: a notice that says so, under the field's name. n8n's editor forgets the
 * value of a name as soon as nothing on the screen has it, and a hidden field is not on the screen (n8n.md: Hidden
 * fields).
 */
export function noticeInPlace(displayName: string, displayOptions: INodeProperties['displayOptions']) {
	return ({ name, default: value }: INodeProperties): INodeProperties => ({
		displayName,
		name,
		type: 'notice',
		default: value,
		displayOptions,
	});
}
