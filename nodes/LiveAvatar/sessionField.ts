import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../shared/service/values';
import { optionalId } from '../shared/operation/inputs';
import { ItemFailure } from '../shared/operation/failure';
import type { Tools } from '../shared/operation/types';

const LABEL = 'Session ID';

/** The session that an operation is about. */
export function sessionField(more: Partial<INodeProperties> = {}): INodeProperties {
	return {
		displayName: LABEL,
		name: 'sessionId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '={{ $json.id }}' },
		required: true,
		description: 'The ID that the creation of the session gave',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a session…',
				typeOptions: { searchListMethod: 'searchSessions', searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 66a1f0c2e4b0d1a2b3c4d5e6' },
		],
		...more,
	};
}

/** Added to the description of a field that `sessionOf` reads. */
export const AFTER_A_MESSAGE = 'After Send Message it is found by itself';

const ofMessage = z.object({ sessionId: optionalId }).catch({});

/**
 * The session that a field names. Where it names none, as `$json.id` behind a Send Message, it is the session that the
 * input item is about.
 */
export function sessionOf(given: unknown, { context, item }: Tools): string | undefined {
	const named = optionalId.safeParse(given);
	if (named.success && named.data !== undefined) return named.data;
	const json: unknown = context.getInputData()[item]?.json;
	return isObject(json) ? ofMessage.parse(json).sessionId : undefined;
}

/** @throws ItemFailure where neither the field nor the input item names a session */
export function neededSession(given: string | undefined, tools: Tools): string {
	const session = sessionOf(given, tools);
	if (session !== undefined) return session;
	throw new ItemFailure(`${LABEL} must be filled in, but nothing was given`, {
		description:
			'Take it from the id that Create puts out, or from the sessionId that Send Message puts out.',
	});
}
