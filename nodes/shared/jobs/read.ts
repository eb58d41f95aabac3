import { isKnownCode, isNotFound, isNotNow, isTooFrequent } from '../service/codes';
import { asError, ServiceError } from '../transport/serviceError';
import { each } from '../async/limit';
import type { Transport } from '../transport/types';
import type { JobKind, JobState } from './kinds';

export type Found = Map<string, JobState | ServiceError>;

/** Reads in flight at a time, of one job and of many: to send one takes milliseconds, and the longer its address. */
export const READS_AT_A_TIME = 10;
const LONG_READS_AT_A_TIME = 4;

/**
 * Reads records again. With one call for many ids where the service can (in chunks), else with one call each. The
 * order of the answer does not matter, and a refusal for one job does not affect the others.
 * @param until when the reading has to end. Milliseconds since the epoch
 * @throws errors of the transport other than ServiceError as on Stop
 */
export async function readJobs(
	transport: Transport,
	{ read }: JobKind,
	ids: readonly string[],
	until?: number,
): Promise<Found> {
	const found: Found = new Map();
	let silence: ServiceError | undefined;
	const readTogether = async (asked: readonly string[]): Promise<void> => {
		try {
			// Each further call would wait as long for nothing.
			if (silence) throw silence;
			const states = await transport.send(read.request(asked), read.answer(asked), until);
			for (const state of states) found.set(state.id, state);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw asError(error);
			if (asked.length > 1 && isOfItsIds(error)) {
				const half = Math.ceil(asked.length / 2);
				await readTogether(asked.slice(0, half));
				await readTogether(asked.slice(half));
				return;
			}
			if (error.code === undefined && error.httpStatus === undefined) silence = error;
			for (const id of asked) found.set(id, error);
		}
	};
	const atATime = read.most > 1 ? LONG_READS_AT_A_TIME : READS_AT_A_TIME;
	const starts = ids.flatMap((_, index) => (index % read.most === 0 ? index : []));
	await each(starts, { atATime }, async (start) => await readTogether(ids.slice(start, start + read.most)));
	return found;
}

/**
 * Reads one record again; undefined when the service has none with the id.
 * @throws ServiceError
 */
export async function readJob(
	transport: Transport,
	kind: JobKind,
	id: string,
	until?: number,
): Promise<JobState | undefined> {
	const found = (await readJobs(transport, kind, [id], until)).get(id);
	if (!(found instanceof ServiceError)) return found;
	if (isNotFound(found.code)) return undefined;
	throw found;
}

/**
 * Whether asking again is useless. The service said why, and will say the same again. An unknown code may be
 * temporary. A paid job is not given up for it before its time.
 */
export function isDefinite({ code, stopsEverything }: ServiceError): boolean {
	return stopsEverything || (code !== undefined && isKnownCode(code) && !isPassing(code));
}

/** Whether a refusal is about the ids that were asked for, rather than the account or the moment. */
export function isAboutIds({ code, stopsEverything }: ServiceError): boolean {
	return code !== undefined && !stopsEverything && !isPassing(code);
}

function isOfItsIds(error: ServiceError): boolean {
	const isTooLong = error.code === undefined && [413, 414, 431].includes(error.httpStatus ?? 0);
	return isTooLong || (isDefinite(error) && isAboutIds(error));
}

/**
 * Codes that say "not now", and nothing of the record: too frequent, session in processing, busy (service.md: Errors).
 */
function isPassing(code: number): boolean {
	return isTooFrequent(code) || isNotNow(code);
}

/** Until this age a job that the service says not to know may simply be new. */
const KNOWN_AFTER_MS = 60_000;

/** Whether a job of this age, in milliseconds, may be too new to be listed. */
export function isNewerThanLists(ageMs: number): boolean {
	return ageMs < KNOWN_AFTER_MS;
}

/** Whether the service does not know a job of this age, in milliseconds, because that is so new. */
export function isNotListedYet(answer: JobState | ServiceError | undefined, ageMs: number): boolean {
	return answer instanceof ServiceError && isNotFound(answer.code) && isNewerThanLists(ageMs);
}
