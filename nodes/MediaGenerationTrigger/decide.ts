import type { IDataObject } from 'n8n-workflow';
import { inTurn, type Callback, type Confirmation, type TriggerMemory } from '../shared/callbacks';
import { jobItem } from '../shared/jobs/output';
import type { TriggerSettings } from './parameters';

export interface CallbackReply {
	kind: 'accepted' | 'filtered' | 'repeat' | 'refused';
	httpStatus: 200 | 400 | 401 | 503;
	reason: string;
	item?: IDataObject;
}

export interface Grounds {
	settings: TriggerSettings;
	memory?: TriggerMemory;
	confirm(callback: Callback): Promise<Confirmation | undefined>;
	reference?: string;
	/** Milliseconds since the epoch. */
	now: number;
}

/** @throws Failure when the service can't be asked */
export async function decide(callback: Callback, grounds: Grounds): Promise<CallbackReply> {
	const { settings, memory, now } = grounds;
	const { maximumAge } = settings.options;
	if (maximumAge > 0 && callback.sentAt !== undefined && now - callback.sentAt > maximumAge * 60_000) {
		return answered('refused', `It is older than ${maximumAge} minutes`);
	}
	if (!isWanted(callback.status, settings)) return filtered(`event "${callback.status}"`);
	const readBack = async () => await decideByRecord(callback, grounds);
	return memory && callback.signed ? await memory.inQueue(callback.id, readBack) : await readBack();
}

async function decideByRecord(callback: Callback, grounds: Grounds): Promise<CallbackReply> {
	const { settings, memory, confirm, reference } = grounds;
	const { id, status, signed } = callback;
	// Most callbacks that waited for their turn are repeats by now, and need no read.
	const record = await inTurn(signed, async () =>
		memory?.has(id, status) ? ('known' as const) : await confirm(callback),
	);
	if (record === 'known') return repeat(status);
	if (record === undefined) {
		const reason = `The service knows no record ${id}`;
		// A signed callback may be early. Anyone can send a plain callback.
		return signed ? later(reason) : { kind: 'refused', httpStatus: 401, reason };
	}
	const { kind, state, isBehind } = record;
	const event = state.status;
	if (isBehind) return later(`It says ${status}, and the service says ${event} of ${id}`);
	if (!isWanted(event, settings)) return filtered(`event "${event}"`);
	if (!settings.kinds.includes(kind.name)) return filtered(`kind "${kind.label}"`);
	if (memory && !memory.add(id, event)) return repeat(event);
	const item = { ...jobItem({ kind, state, reference }, settings.simplify), event };
	return { kind: 'accepted', httpStatus: 200, reason: `${kind.label} ${id} is ${event}`, item };
}

/** The sender tries again. */
export const later = (reason: string): CallbackReply => ({ kind: 'refused', httpStatus: 503, reason });

const answered = (kind: CallbackReply['kind'], reason: string): CallbackReply => ({
	kind,
	httpStatus: 200,
	reason,
});

const repeat = (event: string) => answered('repeat', `The event "${event}" has started a run already`);
const filtered = (why: string) => answered('filtered', `Left out: the ${why} is not asked for`);

const isWanted = (event: string, { events }: TriggerSettings) => events.some((each) => each === event);
