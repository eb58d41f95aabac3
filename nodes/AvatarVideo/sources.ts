import { collection, optionalChoice } from '../shared/operation';

/** `official` and `own` are the service's numbers for the two. */
export function sourceFilter<const V extends number>(things: string, official: V, own: V) {
	const from = optionalChoice<V>('From', {
		default: official,
		options: [
			{ name: 'Official', value: official, description: `${things} of the service` },
			{ name: 'Own', value: own, description: `${things} of your account` },
		],
		description: `Return the ${things.toLowerCase()} of the service, or your own`,
	});
	return collection('Filters', { from }, { placeholder: 'Add Filter' });
}
