import { BoundedMap } from '../../service/values';
import type { JobState } from './state';

/**
 * A later answer may lack the jobId of a swap or addresses of a session, or show a closed session as open (service.md:
 * Results, Live avatar sessions). Two services may give the same ID, and the addresses hold a token, so the key names the
 * account and its service. A swap takes half a kilobyte.
 */
const states = new BoundedMap<string, JobState>(10_000);

interface Owned {
	/** The account and its service. */
	readonly owner?: string;
}

/** Remembers what only the create of a job says, or that its session was closed. */
export const rememberState = ({ owner }: Owned, state: JobState): void =>
	void states.set(`${owner} ${state.id}`, state);
export const rememberedState = ({ owner }: Owned, id: string): JobState | undefined =>
	states.get(`${owner} ${id}`);
