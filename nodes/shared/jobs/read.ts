import { z } from 'zod';
import { isKnownCode, isTooFrequent } from '../service/codes';
import { isObject } from '../service/values';
import { asError, ServiceError } from '../transport/errors';
import type { Transport } from '../transport/types';
import type { JobKind, JobState, Reads, RecordReads } from './kinds';

type BatchRead = Extract<RecordReads, { batch: true }>;

/**
 * Reads records again: with one call for many ids where the service can (in chunks), else with one call each.
 * An id that the service does not know has no entry in the answer; the service's order does not matter.
 * @param refused takes the ids that the service refuses to read, with the reason, so that they harm no other; without
 * it the first of them is thrown
 * @throws ServiceError
 */
export async function readJobs(
	transport: Transport,
	kind: JobKind,
	ids: readonly string[],
	refused?: Map<string, ServiceError>,
): Promise<Map<string, JobState>> {
	const { read } = kind;
	const states = new Map<string, JobState>();
	if (read.batch) {
		for (let start = 0; start < ids.length; start += read.most) {
			const chunk = ids.slice(start, start + read.most);
			for (const state of await readTogether(transport, read, chunk, refused)) states.set(state.id, state);
		}
		return states;
	}
	for (const id of ids) {
		const answer: Reads<JobState | undefined> = recordOf(id).pipe(read.answer);
		const state = await transport.send(read.request(id), answer);
		if (state) states.set(id, { ...state, id });
	}
	return states;
}

/** Of an answer that is a list, the record with the id that was asked for. */
function recordOf(id: string) {
	return z
		.unknown()
		.transform((answer): unknown =>
			Array.isArray(answer)
				? (answer.find((record) => isObject(record) && record._id === id) ?? answer[0])
				: answer,
		);
}

/** One call; when it is refused, its halves, down to the ids that are the reason. */
async function readTogether(
	transport: Transport,
	read: BatchRead,
	ids: readonly string[],
	refused?: Map<string, ServiceError>,
): Promise<JobState[]> {
	try {
		return await transport.send(read.request(ids), read.answer);
	} catch (error) {
		if (refused === undefined || !isOfItsIds(error)) throw asError(error);
		const [first] = ids;
		if (first !== undefined && ids.length === 1) {
			refused.set(first, error);
			return [];
		}
		const half = Math.ceil(ids.length / 2);
		const former = await readTogether(transport, read, ids.slice(0, half), refused);
		return [...former, ...(await readTogether(transport, read, ids.slice(half), refused))];
	}
}

/** What a gateway says to an address that is too long for it: one id of any length, or many of them. */
const TOO_LONG = new Set([413, 414, 431]);

/** Whether a refusal may be of what was asked for, and not of the account or the moment. */
function isOfItsIds(error: unknown): error is ServiceError {
	if (!(error instanceof ServiceError)) return false;
	if (error.code === undefined) return error.httpStatus !== undefined && TOO_LONG.has(error.httpStatus);
	return isKnownCode(error.code) && !error.stopsEverything && !isTooFrequent(error.code);
}
