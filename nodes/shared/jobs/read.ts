import * as codes from '../service/failure';
import { asError, Failure } from '../service/failure';
import { each } from '../async/limit';
import type { Transport } from '../transport/transport';
import { jobKinds, rememberState, requestToChange, type JobKind, type JobState } from './kinds';
import { z } from '../zod';

export type Found = Map<string, JobState | Failure>;

/** The longer its address, the longer a read takes. */
export const READS_AT_A_TIME = 10;
const LONG_READS_AT_A_TIME = 4;
/** An unknown code may be about one of the IDs, or about none. */
const MOST_SPLITS = 20;

/** A refusal for one job does not affect the others. `until` is milliseconds since the epoch. */
export async function readJobs(
	transport: Transport,
	{ read }: JobKind,
	ids: readonly string[],
	until?: number,
): Promise<Found> {
	const found: Found = new Map();
	let silence: Failure | undefined;
	let splits = 0;
	const readTogether = async (asked: readonly string[]): Promise<void> => {
		try {
			// Each further call would wait as long for nothing, or be refused for the same reason.
			if (silence) throw silence;
			const states = await transport.send(read.request(asked), read.answer(asked), until);
			const before = found.size;
			for (const state of states) found.set(state.id, state);
			const missing = asked.filter((id) => !found.has(id));
			// A list may give fewer records than asked for (service.md: Results).
			if (missing.length > 0 && found.size > before) await readTogether(missing);
		} catch (error) {
			if (!(error instanceof Failure)) throw asError(error);
			const { errorCode, httpStatus = 0 } = error.details;
			const isTooLong = errorCode === undefined && [413, 414, 431].includes(httpStatus);
			const isOfItsIds = isTooLong || isKnownOfIds(error);
			if (asked.length > 1 && (isOfItsIds || (isAboutIds(error) && splits++ < MOST_SPLITS))) {
				const half = Math.ceil(asked.length / 2);
				await readTogether(asked.slice(0, half));
				await readTogether(asked.slice(half));
				return;
			}
			if (error.scope === 'run' || (errorCode ?? error.details.httpStatus) === undefined) silence = error;
			for (const id of asked) found.set(id, error);
		}
	};
	const atATime = read.most > 1 ? LONG_READS_AT_A_TIME : READS_AT_A_TIME;
	const starts = ids.flatMap((_, index) => (index % read.most === 0 ? index : []));
	await each(starts, { atATime }, async (start) => await readTogether(ids.slice(start, start + read.most)));
	return found;
}

/** Undefined when the service has none with the ID. @throws Failure */
export async function readJob(transport: Transport, kind: JobKind, id: string, until?: number) {
	const found = (await readJobs(transport, kind, [id], until)).get(id);
	if (found instanceof Failure && !isUnknown(found)) throw found;
	return found instanceof Failure ? undefined : found;
}

/** Whether asking again is useless. A ban or an unknown code may be temporary, and you have paid for the job. */
export const isDefinite = (error: Failure) => error.again === 'never' || isKnownOfIds(error);

const isKnownOfIds = (error: Failure) => isAboutIds(error) && codes.isKnownCode(error.details.errorCode ?? 0);

/** Whether it is about the IDs, and not about the account or the moment. */
export function isAboutIds({ details: { errorCode }, scope }: Failure): boolean {
	if (errorCode === undefined || scope === 'run') return false;
	return !(codes.isTooFrequent(errorCode) || codes.mayPass(errorCode) || codes.isTokenRefused(errorCode));
}

/** Until this age an unknown job may simply be new. */
const KNOWN_AFTER_MS = 60_000;

export const isNewerThanLists = (ageMs: number) => ageMs < KNOWN_AFTER_MS;

export const isUnknown = (answer: JobState | Failure | undefined) =>
	answer instanceof Failure && codes.isNotFound(answer.details.errorCode);

/** After a refusal calls for each ID, as the service may want (service.md: Age change). `reason` says who cancels. */
export async function cancelTasks(
	transport: Transport,
	{ cancel }: JobKind,
	jobIds: readonly string[],
	reason: string,
): Promise<Map<string, Failure>> {
	const refused = new Map<string, Failure>();
	const send = async (ids: readonly string[]): Promise<void> => {
		try {
			if (cancel && ids.length > 0) await transport.send(cancel(ids), z.unknown());
		} catch (error) {
			if (!(error instanceof Failure)) throw asError(error);
			if (ids.length > 1 && isAboutIds(error)) {
				await each(ids, { atATime: 5 }, async (id) => await send([id]));
			} else for (const id of ids) refused.set(id, error);
		}
	};
	await send(jobIds);
	const canceled = jobIds.filter((id) => !refused.has(id));
	for (const id of canceled) rememberState(transport, { id, status: 'failed', reason, record: {} });
	return refused;
}

/** You can close a closed session. @throws Failure */
export async function changeSession(transport: Transport, action: 'close' | 'pause', id: string) {
	try {
		await transport.send(requestToChange(action, id), z.unknown());
	} catch (error) {
		const { errorCode } = error instanceof Failure ? error.details : {};
		if (action === 'close' && codes.isAlreadyClosed(errorCode)) return;
		// Some services answer so about a session that is closed.
		const read = async () => await readJob(transport, jobKinds.liveAvatarSession, id).catch(() => undefined);
		if (action === 'close' && codes.isNotAllowed(errorCode) && (await read())?.status === 'closed') return;
		throw asError(error);
	}
	// The service may not show it as closed.
	if (action === 'close') rememberState(transport, { id, status: 'closed', record: {} });
}
