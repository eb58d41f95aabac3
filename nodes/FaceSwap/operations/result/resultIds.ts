import { idList } from '../../../shared/operation/parameters/resourceLocators';

/** Ids of result records. */
export const resultIds = idList('IDs', {
	default: '={{ $json.id }}',
	description: 'The IDs of the results (not their jobIds), separated by commas, or a list from an expression',
});
