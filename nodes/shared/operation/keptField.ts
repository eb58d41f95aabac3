import type { INodeProperties } from 'n8n-workflow';

/**
 * A field's hidden twin. n8n's editor forgets the value of a field as soon as the screen no longer shows it; a hidden
 * field of the same name, "shown" where the other is not, keeps it until it is wanted again. What it keeps is not read.
 */
export function keptField(
	{ displayName, name, default: value }: INodeProperties,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties {
	return { displayName, name, type: 'hidden', default: value, displayOptions };
}
