import type { INodeProperties } from 'n8n-workflow';

/** The id of one record; the service has no list of records to choose from. */
export function recordIdField(description: string): INodeProperties {
	return {
		displayName: 'ID',
		name: 'recordId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '={{ $json.id }}' },
		required: true,
		description,
		modes: [
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 66a1f0c2e4b0d1a2b3c4d5e6' },
		],
	};
}
