import { z } from 'zod/v3';
import { requestToChange } from '../shared/jobs/kinds/session';
import { ItemFailure, toFailure } from '../shared/operation/failure';
import { optionalIdSchema } from '../shared/operation/parameters/schemas';
import { id, optionalId as optionalSession } from '../shared/operation/parameters/resourceLocators';
import type { Tools } from '../shared/operation/types';
import { isAlreadyClosed } from '../shared/service/codes';
import { isObject } from '../shared/service/values';
import { ServiceError } from '../shared/transport/serviceError';
import type { Transport } from '../shared/transport/types';

const LABEL = 'Session ID';
const dropdown = { from: 'searchSessions', whenEmpty: 'That of the input item' };

/**
 * The session that an operation is about; when none is chosen, that of the input item. The default can't be an
 * expression: n8n locks a list while its field holds one.
 */
export const sessionId = (what: string) =>
	optionalSession(LABEL, {
		...dropdown,
		description: `${what}. When empty, it is the one of the input item, as Create, Get Many or Send Message puts it out.`,
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
const ofItem = z.object({
	sessionId: known,
	id: known,
	/** As Get Many lists it. */
	_id: known,
	details: z.object({ id: known }).catch({}),
});

/** The session that a field names; when it is empty, that of the input item. Undefined for what is no id. */
export function sessionOf(given: unknown, { context, item }: Tools): string | undefined {
	const named = optionalIdSchema.safeParse(given);
	if (!named.success || named.data !== undefined) return named.data;
	const json: unknown = context.getInputData()[item]?.json;
	const { sessionId, id, _id: listed, details } = ofItem.parse(isObject(json) ? json : {});
	return sessionId ?? id ?? listed ?? details.id;
}

/**
 * Closes or pauses a session (service.md: Live avatar sessions). To close one that is closed already is fine. An unknown
 * one is not: the session that was meant goes on costing credits.
 * @throws ItemFailure that names the session
 */
export async function changeSession(
	transport: Transport,
	action: 'close' | 'pause',
	id: string,
): Promise<void> {
	try {
		await transport.send(requestToChange(action, id), z.unknown());
	} catch (error) {
		if (action === 'close' && error instanceof ServiceError && isAlreadyClosed(error.code)) return;
		throw toFailure(error, { id, kind: 'liveAvatarSession' });
	}
}

/** What closing and pausing have in common: the session that the field names, or else the input item. */
export const changeOf = (action: 'close' | 'pause') => ({
	parameters: { sessionId: sessionId(`The session to ${action}`) },
	async call(given: { sessionId?: string }, tools: Tools) {
		const id = sessionOf(given.sessionId, tools);
		if (id === undefined) {
			throw new ItemFailure(`${LABEL} must be filled in, but nothing was given`, {
				description:
					'Choose a session from the list, or connect a node that puts one out: Create, Get Many or Send Message.',
			});
		}
		await changeSession(tools.transport, action, id);
		return { success: true, id };
	},
});
