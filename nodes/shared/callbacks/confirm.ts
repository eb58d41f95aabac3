import type { JobKind, JobState } from '../jobs/kinds';
import { isAboutIds, readJobs } from '../jobs/read';
import { ServiceError } from '../transport/errors';
import type { Environment, Transport } from '../transport/types';
import { kindsOf } from './kinds';
import type { Callback } from './types';

/** What the service says about the job of a callback. */
export type Confirmation =
	/** `behind`: the record is behind the callback: the sender was quicker, or the callback was made up. */
	| { kind: 'confirmed' | 'behind'; job: { kind: JobKind; state: JobState } }
	/** The service has no such record, of any kind that the callback can mean. */
	| { kind: 'unknown' }
	/** The service could not be asked. */
	| { kind: 'unavailable'; reason: string };

/** Pauses before a record that lags behind its callback is read again, in milliseconds. */
const PAUSES_MS = [700, 2_000];
const RANKS: Readonly<Record<string, number>> = { queued: 1, processing: 2 };

/**
 * Reads the record of a callback back from the service, the only source of truth. A record that is behind its callback
 * is read again, a few times. One that the service does not know is read again only when the callback was signed, as
 * anyone can make up a plain one.
 * @param environment its sleep may throw a ServiceError when the time is up (see deadline.ts)
 */
export async function confirm(
	transport: Transport,
	environment: Environment,
	callback: Callback,
): Promise<Confirmation> {
	let kinds = kindsOf(callback.type);
	for (let look = 0; ; look++) {
		const pause = PAUSES_MS[look];
		try {
			const job = await find(transport, kinds, callback.id);
			if (job !== undefined && rankOf(job.state.status) >= rankOf(callback.status)) {
				return { kind: 'confirmed', job };
			}
			const mayChange = job !== undefined || callback.signed;
			if (!mayChange || pause === undefined)
				return job === undefined ? { kind: 'unknown' } : { kind: 'behind', job };
			if (job !== undefined) kinds = [job.kind];
			await environment.sleep(pause);
		} catch (error) {
			return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
		}
	}
}

/** A kind that can't be asked does not hide the record of another: only when no kind has it, nobody knows. */
async function find(transport: Transport, kinds: readonly JobKind[], id: string) {
	let unclear: ServiceError | undefined;
	for (const kind of kinds) {
		const state = (await readJobs(transport, kind, [id])).get(id);
		if (state instanceof ServiceError) {
			if (state.stopsEverything) throw state;
			if (!isAboutIds(state)) unclear ??= state;
		} else if (state !== undefined && isOf(id, state)) return { kind, state };
	}
	if (unclear) throw unclear;
	return undefined;
}

/** The service may compare ids less strictly than this: another spelling is not another job. */
function isOf(id: string, { record }: JobState): boolean {
	return typeof record._id !== 'string' || record._id === id;
}

/** How far a job has come. An unknown status counts as the beginning. */
function rankOf(status: string): number {
	return status === 'unknown' ? 0 : (RANKS[status] ?? Infinity);
}
