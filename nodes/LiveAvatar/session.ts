import { z } from 'zod/v3';
import { optionalIdSchema } from '../shared/operation/parameters/schemas';
import { id, optionalId as optionalSession } from '../shared/operation/parameters/resourceLocators';
import type { Tools } from '../shared/operation/types';
import { isObject } from '../shared/service/values';

export const LABEL = 'Session ID';
const dropdown = { from: 'searchSessions', whenEmpty: 'That of the input item' };

/**
 * The session that an operation is about; when none is chosen, that of the input item. The default can't be an
 * expression: n8n locks a list while its field holds one.
 */
export const sessionId = (what: string) =>
	optionalSession(LABEL, {
		...dropdown,
		description: `${what}. When empty, it is the one of the input item: the ID that Create puts out, or the sessionId that Send Message puts out.`,
	});

/** The session that a Get reads. It does not fall back to the input item. */
export const readSessionId = id(LABEL, {
	...dropdown,
	default: { mode: 'id', value: '={{ $json.sessionId ?? $json.id }}' },
	description:
		'The session to read: the ID that Create puts out, or the sessionId that Send Message puts out',
});

const known = optionalIdSchema.catch(undefined);
/** A failed question or Create names its session in its details. */
const ofItem = z.object({ sessionId: known, id: known, details: z.object({ id: known }).catch({}) });

/** The session that a field names; when it is empty, that of the input item. Undefined for what is no id. */
export function sessionOf(given: unknown, { context, item }: Tools): string | undefined {
	const named = optionalIdSchema.safeParse(given);
	if (!named.success || named.data !== undefined) return named.data;
	const json: unknown = context.getInputData()[item]?.json;
	const { sessionId, id, details } = ofItem.parse(isObject(json) ? json : {});
	return sessionId ?? id ?? details.id;
}
