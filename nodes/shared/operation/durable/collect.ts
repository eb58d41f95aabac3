import { readJobs } from '../../jobs/read';
import { isDefinite, isFinal } from '../../jobs/wait';
import type { JobKind, JobState } from '../../jobs/kinds';
import { asError, ServiceError } from '../../transport/errors';
import type { Transport } from '../../transport/types';

/** What is final of the jobs of a suspended run: the state, or why the service will never tell it. */
export type Finals = Map<string, JobState | ServiceError>;

const MOST_AT_ONCE = 10;

/**
 * Reads jobs until one is found that is not final, and remembers what is: so a call that wakes the run up too early
 * costs one read, however many jobs there are.
 * @param finals what is known already; what is found final is added
 * @param unfinished takes the states of the others; with it, all are read, also behind the first that is not final
 * @returns whether all are final
 * @throws ServiceError when the service can't be asked
 */
export async function collect(
	transport: Transport,
	kind: JobKind,
	ids: readonly string[],
	finals: Finals,
	unfinished?: Map<string, JobState>,
): Promise<boolean> {
	const open = ids.filter((id) => !finals.has(id));
	let areAllFinal = true;
	let size = kind.read.batch ? kind.read.most : 1;
	for (let start = 0; start < open.length;) {
		const chunk = open.slice(start, start + size);
		if (!(await collectChunk(transport, kind, chunk, finals, unfinished))) {
			if (!unfinished) return false;
			areAllFinal = false;
		}
		start += size;
		if (!kind.read.batch) size = Math.min(MOST_AT_ONCE, size * 2);
	}
	return areAllFinal;
}

async function collectChunk(
	transport: Transport,
	kind: JobKind,
	ids: readonly string[],
	finals: Finals,
	unfinished?: Map<string, JobState>,
): Promise<boolean> {
	if (kind.read.batch) {
		const refused = new Map<string, ServiceError>();
		const states = await readJobs(transport, kind, ids, refused);
		for (const [id, state] of states) (isFinal(kind, state) ? finals : unfinished)?.set(id, state);
		for (const [id, error] of refused) if (isDefinite(error)) finals.set(id, error);
	} else {
		await Promise.all(ids.map(async (id) => await collectOne(transport, kind, id, finals, unfinished)));
	}
	return ids.every((id) => finals.has(id));
}

async function collectOne(
	transport: Transport,
	kind: JobKind,
	id: string,
	finals: Finals,
	unfinished?: Map<string, JobState>,
): Promise<void> {
	try {
		const state = (await readJobs(transport, kind, [id])).get(id);
		if (state) (isFinal(kind, state) ? finals : unfinished)?.set(id, state);
	} catch (error) {
		if (!(error instanceof ServiceError) || error.stopsEverything || !isDefinite(error)) throw asError(error);
		finals.set(id, error);
	}
}
