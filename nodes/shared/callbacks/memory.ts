import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';
import { createClaims } from './claims';

/** The memory of this process, which all triggers share. */
const claims = createClaims();

const stored = z.record(z.number()).catch({});

/** The memory of one trigger: what this process knows, and what is stored with the workflow. */
export type TriggerMemory = ReturnType<typeof openMemory>;

/**
 * Opens the memory of a trigger. n8n gives each request its own copy of the static data, and the last one saved wins.
 * So claims are made in the process, and each copy gets the union.
 * @param scope names the trigger: its workflow and node
 * @param staticData of the node
 * @param now the clock, milliseconds since the epoch
 */
export function openMemory(scope: string, staticData: IDataObject, now: () => number) {
	claims.learn(scope, stored.parse(staticData.handled), now());
	return {
		/** Takes up an event of a job, at once. */
		take: (id: string, event: string) => claims.take(scope, keyOf(id, event), now()),
		/** Whether an event of a job is done with. */
		has: (id: string, event: string) => claims.has(scope, keyOf(id, event), now()),
		/** Writes the known events into the static data, for the time after a restart. */
		store() {
			staticData.handled = { ...claims.newest(scope, now()) };
		},
	};
}

/** Short, as thousands of them are stored. */
function keyOf(id: string, event: string): string {
	return createHash('sha256').update(`${event} ${id}`).digest('base64url').slice(0, 14);
}
