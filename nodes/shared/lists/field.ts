import type { INodeProperties } from 'n8n-workflow';

/** A parameter that is chosen from a list of the service, or given by its id. */
export function listField(field: {
	name: string;
	displayName: string;
	description: string;
	/** The list search method of the node that fills the dropdown. */
	searchListMethod: string;
	placeholder: string;
	/** What an empty list shows. */
	whenEmpty?: string;
	required?: boolean;
	displayOptions?: INodeProperties['displayOptions'];
}): INodeProperties {
	const { searchListMethod, placeholder, whenEmpty = 'Choose…', ...rest } = field;
	return {
		...rest,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: whenEmpty,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}
