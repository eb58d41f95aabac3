import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { collection, present } from '../shared/operation/inputs';

function numberAsText(value: unknown): unknown {
	return typeof value === 'number' ? String(value) : value;
}

/** Filters a list by the owner of its entries: `official` and `own` are the service's numbers for the two. */
function sourceFilter<const Official extends number, const Own extends number>(
	things: string,
	official: Official,
	own: Own,
) {
	const field: INodeProperties = {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'From',
				name: 'from',
				type: 'options',
				default: official,
				options: [
					{ name: 'Official', value: official, description: `${things} of the service` },
					{ name: 'Own', value: own, description: `${things} of the account` },
				],
				description: `Whose ${things.toLowerCase()} to return`,
			},
		],
	};
	const numbers = z.enum([String(official), String(own)]).optional();
	const from = z
		.preprocess((value) => numberAsText(present(value)), numbers)
		.transform((value): Official | Own | undefined => {
			if (value === undefined) return undefined;
			return value === String(official) ? official : own;
		});
	return { field, input: collection({ from }) };
}

/** service.md: Avatars. */
export const avatarFilter = sourceFilter('Avatars', 2, 3);

/** service.md: Voices and audio. */
export const voiceFilter = sourceFilter('Voices', 3, 4);
