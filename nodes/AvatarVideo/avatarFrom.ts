import type { INodePropertyOptions } from 'n8n-workflow';

/** Whose an avatar is, in the service's numbers (interface: Avatar record). */
export const AVATAR_SOURCES: INodePropertyOptions[] = [
	{ name: 'Official', value: 2, description: 'An avatar of the service' },
	{ name: 'Own', value: 3, description: 'An avatar that was uploaded' },
];

/** The number of a choice; undefined when it is to be found. */
export function sourceOf(chosen: 'auto' | '2' | '3'): 2 | 3 | undefined {
	if (chosen === 'auto') return undefined;
	return chosen === '2' ? 2 : 3;
}
