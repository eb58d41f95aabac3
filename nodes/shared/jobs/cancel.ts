import { z } from '../zod';
import { asError, Failure } from '../service/failure';
import { each } from '../async/limit';
import type { Transport } from '../transport/types';
import type { JobKind } from './kinds';
import { isAboutIds } from './read';

const CALLS_AT_A_TIME = 5;

/** After a refusal sends a call for each ID, because the service may take only one (service.md: Age change). */
export async function cancelTasks(
	transport: Transport,
	{ cancel }: JobKind,
	jobIds: readonly string[],
): Promise<Map<string, Failure>> {
	const refused = new Map<string, Failure>();
	const send = async (ids: readonly string[]): Promise<void> => {
		try {
			if (cancel) await transport.send(cancel(ids), z.unknown());
		} catch (error) {
			if (!(error instanceof Failure)) throw asError(error);
			if (ids.length > 1 && isAboutIds(error)) {
				await each(ids, { atATime: CALLS_AT_A_TIME }, async (id) => await send([id]));
			} else for (const id of ids) refused.set(id, error);
		}
	};
	await send(jobIds);
	return refused;
}
