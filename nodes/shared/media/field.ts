import type { INodeProperties } from 'n8n-workflow';

/** A media parameter of a node: an address, or a binary field of the item. */
export function mediaField(field: {
	name: string;
	displayName: string;
	description: string;
	required?: boolean;
	default?: string;
	placeholder?: string;
	hint?: string;
	displayOptions?: INodeProperties['displayOptions'];
}): INodeProperties {
	const { default: value = '', placeholder = 'e.g. https://example.com/picture.jpg', ...rest } = field;
	return {
		...rest,
		type: 'resourceLocator',
		default: { mode: 'url', value },
		modes: [
			{ displayName: 'By URL', name: 'url', type: 'string', placeholder },
			{
				displayName: 'From Binary Field',
				name: 'binary',
				type: 'string',
				placeholder: 'e.g. data',
				hint: "The field of the item that holds the file. It is handed over by n8n's signed address",
			},
		],
	};
}
