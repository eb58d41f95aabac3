import type { INodeProperties } from 'n8n-workflow';

/**
 * Stands in for a field while nothing reads it: a notice that says so, under the field's name. n8n's editor forgets the
 * value of a name as soon as nothing on the screen has it, and a hidden field is not on the screen (n8n.md: Hidden
 * fields).
 */
export function keptField(
	{ name, default: value }: INodeProperties,
	notice: string,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties {
	return { displayName: notice, name, type: 'notice', default: value, displayOptions };
}
