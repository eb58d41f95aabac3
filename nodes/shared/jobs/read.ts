import { z } from 'zod/v3';
import { isKnownCode, isNotFound, isNotNow, isTooFrequent } from '../service/codes';
import { isObject } from '../service/values';
import { asError, ServiceError } from '../transport/errors';
import { createLimit } from '../transport/limit';
import type { Transport } from '../transport/types';
import type { JobKind, JobState, RecordReads } from './kinds';

type ManyReads = Pick<Extract<RecordReads, { batch: true }>, 'request' | 'answer'>;

/** What the service says of each id: the state of the job, or why it refuses to tell. An unknown id is absent. */
export type Found = Map<string, JobState | ServiceError>;

/** Reads in flight at a time, for kinds whose records are read one by one. */
export const READS_AT_A_TIME = 10;

/**
 * Reads records again: with one call for many ids where the service can (in chunks), else with one call each. The order
 * of the answer does not matter, and a refusal for one job does not affect the others.
 * @throws errors of the transport other than ServiceError, as on Stop
 */
export async function readJobs(transport: Transport, kind: JobKind, ids: readonly string[]): Promise<Found> {
	const { read } = kind;
	const found: Found = new Map();
	if (read.batch) {
		for (let start = 0; start < ids.length; start += read.most) {
			const asked = ids.slice(start, start + read.most);
			await readTogether(transport, read, asked, found);
			const [fault] = asked.map((id) => found.get(id));
			// Each further call would wait as long for nothing.
			if (fault instanceof ServiceError && isNoAnswer(fault)) {
				for (const id of ids.slice(start)) found.set(id, fault);
				break;
			}
		}
		return found;
	}
	const limit = createLimit(READS_AT_A_TIME);
	await Promise.all(
		ids.map(async (id) => {
			await limit(async () => {
				const answer = recordOf(id)
					.pipe(read.answer)
					.transform((state) => (state ? [{ ...state, id }] : []));
				await readTogether(transport, { request: () => read.request(id), answer }, [id], found);
			});
		}),
	);
	return found;
}

function isNoAnswer({ code, httpStatus }: ServiceError): boolean {
	return code === undefined && httpStatus === undefined;
}

/**
 * Reads one record again; undefined when the service has none with the id.
 * @throws ServiceError when the service can't be asked, or refuses to tell
 */
export async function readJob(
	transport: Transport,
	kind: JobKind,
	id: string,
): Promise<JobState | undefined> {
	const found = (await readJobs(transport, kind, [id])).get(id);
	if (!(found instanceof ServiceError)) return found;
	if (isNotFound(found.code)) return undefined;
	throw found;
}

/**
 * Whether asking again is useless: the service said why, and will say the same again. An unknown code may be temporary:
 * a paid job is not given up for it before its time.
 */
export function isDefinite({ code, stopsEverything }: ServiceError): boolean {
	return stopsEverything || (code !== undefined && isKnownCode(code) && !isPassing(code));
}

/** Until this age a job that the service says not to know may simply be new. */
const KNOWN_AFTER_MS = 60_000;

/** Whether the service does not know a job of this age, in milliseconds, because that is so new. */
export function isNotListedYet(answer: JobState | ServiceError | undefined, ageMs: number): boolean {
	return answer instanceof ServiceError && isNotFound(answer.code) && ageMs < KNOWN_AFTER_MS;
}

/** Whether a refusal is about the ids that were asked for, rather than the account or the moment. */
export function isAboutIds({ code, stopsEverything }: ServiceError): boolean {
	return code !== undefined && !stopsEverything && !isPassing(code);
}

/** Codes that say "not now", and nothing of the record: too frequent, session in processing, busy (service.md: Errors). */
function isPassing(code: number): boolean {
	return isTooFrequent(code) || isNotNow(code);
}

/** From an answer that is a list, the record with the id that was asked for, or the only one. */
function recordOf(id: string) {
	return z.unknown().transform((answer): unknown => {
		if (!Array.isArray(answer)) return answer;
		const found: unknown = answer.find((record) => isObject(record) && record._id === id);
		return found ?? (answer.length === 1 ? answer[0] : undefined);
	});
}

/** Reads ids with one call. When some of them cause a refusal, reads the two halves, and so on down to those ids. */
async function readTogether(
	transport: Transport,
	read: ManyReads,
	ids: readonly string[],
	found: Found,
): Promise<void> {
	try {
		for (const state of await transport.send(read.request(ids), read.answer)) found.set(state.id, state);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw asError(error);
		if (ids.length === 1 || !isOfItsIds(error)) {
			for (const id of ids) found.set(id, error);
			return;
		}
		const half = Math.ceil(ids.length / 2);
		await readTogether(transport, read, ids.slice(0, half), found);
		await readTogether(transport, read, ids.slice(half), found);
	}
}

/** The answers of a gateway to an address that is too long: one long id, or many ids. */
const TOO_LONG = new Set([413, 414, 431]);

/** Whether the ids may be the reason for a refusal, rather than the account or the moment. */
function isOfItsIds(error: ServiceError): boolean {
	if (error.code === undefined) return error.httpStatus !== undefined && TOO_LONG.has(error.httpStatus);
	return isDefinite(error) && !error.stopsEverything;
}
