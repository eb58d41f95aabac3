import { collection, optionalChoice } from '../shared/operation/parameters/builders';

/** Filters a list by the owner of its entries: `official` and `own` are the service's numbers for the two. */
export function sourceFilter<const V extends number>(things: string, official: V, own: V) {
	const from = optionalChoice<V>('From', {
		default: official,
		options: [
			{ name: 'Official', value: official, description: `${things} of the service` },
			{ name: 'Own', value: own, description: `${things} of the account` },
		],
		description: `Whose ${things.toLowerCase()} to return`,
	});
	return collection('Filters', { from }, { placeholder: 'Add Filter' });
}
