import type { Transport } from '../transport/types';
import type { JobKind, JobState } from './kinds';

/**
 * Reads records again: with one call for many ids where the service can (in chunks), else with one call each.
 * An id that the service does not know has no entry in the answer; the service's order does not matter.
 * @throws ServiceError
 */
export async function readJobs(
	transport: Transport,
	kind: JobKind,
	ids: readonly string[],
): Promise<Map<string, JobState>> {
	const { read } = kind;
	const states = new Map<string, JobState>();
	if (read.batch) {
		for (let start = 0; start < ids.length; start += read.most) {
			const chunk = ids.slice(start, start + read.most);
			for (const state of await transport.send(read.request(chunk), read.answer)) states.set(state.id, state);
		}
		return states;
	}
	for (const id of ids) {
		const state = await transport.send(read.request(id), read.answer);
		if (state) states.set(id, { ...state, id });
	}
	return states;
}
