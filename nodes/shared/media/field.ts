import type { INodeProperties } from 'n8n-workflow';

/** The description of a binary field. */
export const FILE_FIELD = "The name of the item's binary field that holds the file";

/** A media parameter of a node: an address, or a binary field of the item. */
export function mediaField(field: {
	name: string;
	displayName: string;
	description: string;
	required?: boolean;
	default?: string;
	placeholder?: string;
	/** The hint below an address. */
	hint?: string;
	/** The hint below the name of a binary field. */
	fileHint?: string;
	displayOptions?: INodeProperties['displayOptions'];
}): INodeProperties {
	const {
		default: value = '',
		placeholder = 'e.g. https://example.com/picture.jpg',
		fileHint = `${FILE_FIELD}. The service fetches it from this n8n, which needs a public address for that`,
		...rest
	} = field;
	return {
		...rest,
		type: 'resourceLocator',
		default: { mode: 'url', value },
		modes: [
			{ displayName: 'By URL', name: 'url', type: 'string', placeholder },
			{
				// No longer than n8n's own modes: the editor truncates a longer name once it is chosen.
				displayName: 'By File',
				name: 'binary',
				type: 'string',
				placeholder: 'e.g. data',
				hint: fileHint,
			},
		],
	};
}
