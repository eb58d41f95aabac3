import { jobKinds, type JobKind } from '../jobs/kinds';
import { isAboutIds, readJobs } from '../jobs/read';
import { lacksAddress } from '../jobs/wait';
import { STATUSES } from '../service/statuses';
import { BoundedMap } from '../service/values';
import { Failure } from '../service/failure';
import type { Environment } from '../async/environment';
import type { Transport } from '../transport/transport';
import type { Callback } from './open';
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from '../zod';
import { createLimit } from '../async/limit';

export const callbackKinds: readonly JobKind[] = Object.values(jobKinds).filter(
	({ callbackTypes }) => callbackTypes.length > 0,
);

export type Confirmation = NonNullable<Awaited<ReturnType<typeof confirm>>>;

/** For a record that lags behind its callback, or an address that is late. */
const PAUSES_MS = [700, 2_000];

/** Anyone can make up a plain callback, so only a signed one lets an unknown record be read again. @throws Failure */
export async function confirm(transport: Transport, environment: Environment, callback: Callback) {
	const word = callback.type?.trim().toLowerCase();
	// The likeliest comes first. `avatar` is a video more often than an uploaded avatar (service.md: Callbacks).
	const named = callbackKinds.filter(({ callbackTypes }) => callbackTypes.some((each) => each === word));
	let kinds = named.length > 0 ? named : callbackKinds;
	for (let attempt = 0; ; attempt++) {
		const job = await find(transport, kinds, callback.id);
		const isBehind = job !== undefined && STATUSES[job.state.status].rank < STATUSES[callback.status].rank;
		const mayChange = job ? isBehind || lacksAddress(job.kind, job.state) : callback.signed;
		const pause = PAUSES_MS[attempt];
		if (!mayChange || pause === undefined) return job && { ...job, isBehind };
		if (job) kinds = [job.kind];
		await environment.sleep(pause);
	}
}

async function find(transport: Transport, kinds: readonly JobKind[], id: string) {
	let unclear: Failure | undefined;
	for (const kind of kinds) {
		const state = (await readJobs(transport, kind, [id])).get(id);
		if (state instanceof Failure) {
			if (state.scope === 'run') throw state;
			if (!isAboutIds(state)) unclear ??= state;
		} else if (state) {
			return { kind, state };
		}
	}
	if (unclear) throw unclear;
	return undefined;
}

const MOST_EVENTS = 10_000;
const MOST_STORED = 2_000;
const MOST_TRIGGERS = 500;
const memories = new BoundedMap<string, BoundedMap<string, true>>(MOST_TRIGGERS);

export type TriggerMemory = ReturnType<typeof openMemory>;

/** Each request has a copy of the static data, and n8n keeps the last. `scope`: the trigger, the account, its service. */
export function openMemory(scope: string, staticData: IDataObject) {
	const events = memories.get(scope) ?? new BoundedMap<string, true>(MOST_EVENTS);
	memories.set(scope, events);
	for (const event of z.array(z.string()).catch([]).parse(staticData.handled)) {
		if (!events.has(event)) events.set(event, true);
	}
	const keyOf = (id: string, event: string) =>
		createHash('sha256').update(`${scope} ${event} ${id}`).digest('base64url').slice(0, 14);
	return {
		has: (id: string, event: string) => events.has(keyOf(id, event)),
		add(id: string, event: string): boolean {
			const key = keyOf(id, event);
			if (events.has(key)) return false;
			events.set(key, true);
			staticData.handled = [...events.keys()].slice(-MOST_STORED);
			return true;
		},
	};
}

/** Plain callbacks can't crowd out signed callbacks. */
const signedTurns = createLimit(10);
const plainTurns = createLimit(10);
export const inTurn = async <T>(signed: boolean, task: () => Promise<T>): Promise<T> =>
	await (signed ? signedTurns : plainTurns)(task);
