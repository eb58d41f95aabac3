import type { IDataObject } from 'n8n-workflow';
import type { Callback, Confirmation, TriggerMemory } from '../shared/callbacks';
import { jobItem } from '../shared/jobs/output';
import type { TriggerSettings } from './settings';
import { later, unknownRecord, type Verdict } from './verdict';

/** What a callback is judged with. */
export interface Court {
	settings: TriggerSettings;
	/** Absent where every delivery is to start a run. */
	memory?: TriggerMemory;
	/** Reads the record back from the service. */
	confirm(callback: Callback): Promise<Confirmation>;
	/** The text of the user's own that came with the address. */
	reference?: string;
	/** Milliseconds since the epoch. */
	now: number;
}

/**
 * Judges a callback: filter, claim, read back. The event is claimed before anything is waited for, so that of deliveries
 * at the same time one alone goes on; it is given back whenever the sender has to try again.
 */
export async function judge(callback: Callback, court: Court): Promise<Verdict> {
	const { settings, memory, now } = court;
	const { maximumAge } = settings.options;
	if (maximumAge > 0 && callback.sentAt !== undefined && now - callback.sentAt > maximumAge * 60_000) {
		return { kind: 'tooOld', httpStatus: 200, reason: `It is older than ${maximumAge} minutes` };
	}
	if (!isWanted(callback.status, settings))
		return filtered(`the event "${callback.status}" is not asked for`);
	if (memory === undefined) return await decide(callback, court);

	const claim = memory.take(callback.id, callback.status);
	if (claim.kind === 'taken') return repeat(callback.status);
	if (claim.kind === 'underWay') {
		return (await claim.kept) ? repeat(callback.status) : later('Another delivery of it came to nothing');
	}
	let isSettled = false;
	try {
		const verdict = await decide(callback, court);
		isSettled = verdict.httpStatus === 200;
		return verdict;
	} finally {
		if (isSettled) claim.keep();
		else claim.giveBack();
	}
}

/** What the service says is what counts: a callback of an earlier status, delivered late, tells of the later one. */
async function decide(callback: Callback, { settings, memory, confirm, reference }: Court): Promise<Verdict> {
	const confirmation = await confirm(callback);
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
	if (event !== callback.status && memory !== undefined) {
		const claim = memory.take(callback.id, event);
		if (claim.kind === 'taken') return repeat(event);
		if (claim.kind === 'underWay') return later(`Another delivery tells of "${event}" at this moment`);
		claim.keep();
	}
	const item: IDataObject = { ...jobItem({ kind, state, reference }, settings.simplify), event };
	return { kind: 'accepted', httpStatus: 200, reason: `${kind.label} ${state.id} is ${event}`, item };
}

function isWanted(event: string, { events }: TriggerSettings): boolean {
	return events.some((each) => each === event);
}

function filtered(why: string): Verdict {
	return { kind: 'filtered', httpStatus: 200, reason: `Left out: ${why}` };
}

function repeat(event: string): Verdict {
	return {
		kind: 'repeat',
		httpStatus: 200,
		reason: `The event "${event}" of this job has started a run already`,
	};
}
