import type { IDataObject } from 'n8n-workflow';
import type { Admission, Callback, Confirmation, TriggerMemory } from '../shared/callbacks';
import { jobItem } from '../shared/jobs/output';
import { later, unknownRecord, type Reply } from './reply';
import type { TriggerSettings } from './parameters';

/** What the reply to a callback depends on. */
export interface Grounds {
	settings: TriggerSettings;
	/** Absent where every delivery is to start a run. */
	memory?: TriggerMemory;
	/** Runs the read-back when it is the callback's turn. */
	inTurn: Admission;
	/** Reads the record back from the service. */
	confirm(callback: Callback): Promise<Confirmation>;
	/** The user's own text that came with the address. */
	reference?: string;
	/** Milliseconds since the epoch. */
	now: number;
}

/**
 * Decides what becomes of a callback: filter, claim, read back. A signed callback claims its event before any wait, so
 * that only one of a burst reads the record. When the sender has to try again, the claim is given back, and the next of
 * the burst takes it over. A plain callback, which anybody can send, claims only what the service has confirmed: it
 * can't keep a signed one waiting.
 */
export async function decide(callback: Callback, grounds: Grounds): Promise<Reply> {
	const { settings, memory, now } = grounds;
	const { maximumAge } = settings.options;
	if (maximumAge > 0 && callback.sentAt !== undefined && now - callback.sentAt > maximumAge * 60_000) {
		return { kind: 'tooOld', httpStatus: 200, reason: `It is older than ${maximumAge} minutes` };
	}
	if (!isWanted(callback.status, settings))
		return filtered(`the event "${callback.status}" is not asked for`);
	if (memory === undefined) return await readBack(callback, grounds);
	return callback.signed
		? await decideOnSigned(callback, grounds, memory)
		: await decideOnPlain(callback, grounds, memory);
}

async function decideOnSigned(callback: Callback, grounds: Grounds, memory: TriggerMemory): Promise<Reply> {
	const claim = await claimOf(memory, callback.id, callback.status);
	if (claim === undefined) return repeat(callback.status);
	let isSettled = false;
	try {
		let reply = await readBack(callback, grounds);
		// Never wait while holding a claim: two callbacks could wait for each other.
		if (reply.kind === 'accepted' && reply.event !== callback.status) {
			const other = memory.take(callback.id, reply.event);
			if (other.kind === 'mine') other.keep();
			else if (other.kind === 'taken') reply = repeat(reply.event);
			else reply = later(`Another delivery tells of "${reply.event}" at this moment`);
		}
		isSettled = reply.httpStatus === 200;
		return reply;
	} finally {
		if (isSettled) claim.keep();
		else claim.giveBack();
	}
}

async function decideOnPlain(callback: Callback, grounds: Grounds, memory: TriggerMemory): Promise<Reply> {
	const reply = await readBack(callback, grounds);
	if (reply.kind !== 'accepted') return reply;
	const claim = await claimOf(memory, callback.id, reply.event);
	if (claim === undefined) return repeat(reply.event);
	claim.keep();
	return reply;
}

/**
 * The claim on an event, if need be after another delivery has given it back; undefined when the event has started its
 * run.
 */
async function claimOf(memory: TriggerMemory, id: string, event: string) {
	for (;;) {
		const claim = memory.take(id, event);
		if (claim.kind === 'mine') return claim;
		if (claim.kind === 'taken' || (await claim.kept)) return undefined;
	}
}

/** The service's record counts: a late callback of an earlier status reports the later one. */
async function readBack(callback: Callback, grounds: Grounds): Promise<Reply> {
	const { settings, memory, inTurn, confirm, reference } = grounds;
	// Most plain callbacks that waited for their turn are repeats by now, and need no read.
	const isRepeat = () => !callback.signed && memory?.has(callback.id, callback.status) === true;
	const confirmation = await inTurn(callback, async () =>
		isRepeat() ? ('repeat' as const) : await confirm(callback),
	);
	if (confirmation === undefined) return later('There are too many callbacks at a time');
	if (confirmation === 'repeat') return repeat(callback.status);
	if (confirmation.kind === 'unavailable')
		return later(`The service can not be asked: ${confirmation.reason}`);
	if (confirmation.kind === 'unknown') return unknownRecord(callback);
	const { kind, state } = confirmation.job;
	if (confirmation.kind === 'behind') {
		return later(`It says ${callback.status}, and the service says ${state.status} of ${state.id}`);
	}
	const event = state.status;
	if (!isWanted(event, settings)) return filtered(`the event "${event}" is not asked for`);
	if (!settings.kinds.includes(kind.name)) return filtered(`the kind "${kind.label}" is not asked for`);
	const item: IDataObject = { ...jobItem({ kind, state, reference }, settings.simplify), event };
	return { kind: 'accepted', httpStatus: 200, reason: `${kind.label} ${state.id} is ${event}`, event, item };
}

function isWanted(event: string, { events }: TriggerSettings): boolean {
	return events.some((each) => each === event);
}

function filtered(why: string): Reply {
	return { kind: 'filtered', httpStatus: 200, reason: `Left out: ${why}` };
}

function repeat(event: string): Reply {
	return {
		kind: 'repeat',
		httpStatus: 200,
		reason: `The event "${event}" of this job has started a run already`,
	};
}
