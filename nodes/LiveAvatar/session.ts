import type { IDataObject } from 'n8n-workflow';
import { jobKinds, mergeStates, rememberedState, type JobState } from '../shared/jobs/kinds';
import { changeSession, readJob } from '../shared/jobs/read';
import * as build from '../shared/operation';
import { Failure, optional, idSchema, toFailure, wrongField, type Tools } from '../shared/operation';
import { isNotFound } from '../shared/service/failure';
import { isObject } from '../shared/service/values';
import { hint } from '../shared/n8n/hintsAndCustomData';
import { createLastTransport } from '../shared/transport/lastTransport';

const LABEL = 'Session ID';
const field = {
	from: 'searchSessions',
	// Without __rl the editor shows the expression of an option as plain text.
	default: { __rl: true, mode: 'id', value: '={{ $json.sessionId ?? $json.id }}' },
	description:
		'The ID in the output of the node that created the session. Choose Fixed to pick from the list.',
};

export const readSessionId = build.id(LABEL, field);

/** Empty means the session of the input item, also of one that failed. */
export const sessionId = build.optionalId(LABEL, field);

/** Undefined for a value that is no ID. */
export function sessionOf(given: unknown, { context, item }: Tools): string | undefined {
	const named = optional(idSchema).safeParse(given);
	if (!named.success || named.data !== undefined) return named.data;
	const { sessionId, id, _id, details }: IDataObject = context.getInputData()[item]?.json ?? {};
	const known = [sessionId, id, _id, isObject(details) ? details.id : undefined];
	return known.map((each) => optional(idSchema).safeParse(each).data).find((each) => each !== undefined);
}

/** A read may give fewer addresses than the create did. @throws Failure */
export async function addressesOf(id: string, { transport, once }: Tools): Promise<JobState['streamUrls']> {
	const read = await once(`session ${id}`, async () => readJob(transport, jobKinds.liveAvatarSession, id));
	return read && mergeStates(rememberedState(transport, id) ?? read, read).streamUrls;
}

export const closeAtEnd = async (id: string, tools: Tools) =>
	await tools.once(`close ${id}`, async () =>
		tools.atEnd(async () => {
			await changeSession(createLastTransport(tools.context), 'close', id).catch((error: unknown) => {
				const { message: why, details } = toFailure(error);
				if (isNotFound(details.errorCode)) return;
				const warning = `The session ${id} could not be closed, and may continue to cost credits: ${why}`;
				hint(tools.context, warning, 'warning');
				throw new Failure(warning, 'askService', {});
			});
			hint(tools.context, `The session ${id} is closed`);
		}),
	);

const UNKNOWN = 'Check Session ID. A session that is long closed is unknown, too';
const CHOOSE = 'Choose a session from the list, or connect Session › Create before this node.';

export const defineChange = (action: 'close' | 'pause', shown: build.Shown) =>
	build.defineCall({
		...shown,
		parameters: { changeNotice: build.notice(shown.description), sessionId },
		async call(given, tools) {
			const id = sessionOf(given.sessionId, tools);
			if (id === undefined) throw wrongField(LABEL, `${LABEL} is empty`, CHOOSE);
			const change = async () => await changeSession(tools.transport, action, id);
			await tools.once(`${action} ${id}`, change).catch((error: unknown) => {
				const failure = toFailure(error, { id, kind: 'liveAvatarSession', field: LABEL });
				throw isNotFound(failure.details.errorCode) ? failure.with({ description: UNKNOWN }) : failure;
			});
			return { success: true, id };
		},
	});
