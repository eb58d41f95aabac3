import type { INodeProperties } from 'n8n-workflow';

/** Ids of result records, as a list or with commas between them. */
export const resultIdsField: INodeProperties = {
	displayName: 'IDs',
	name: 'ids',
	type: 'string',
	default: '={{ $json.id }}',
	required: true,
	description: 'The IDs of the results (not their jobIds), separated by commas, or a list from an expression',
};
