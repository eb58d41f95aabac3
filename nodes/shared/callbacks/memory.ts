import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from '../zod';
import { BoundedMap } from '../service/boundedMap';

const MOST_EVENTS = 10_000;
const MOST_STORED = 2_000;
const MOST_TRIGGERS = 500;

const memories = new BoundedMap<string, BoundedMap<string, true>>(MOST_TRIGGERS);
const queues = new Map<string, Promise<unknown>>();

const storedEvents = z.array(z.string()).catch([]);

export type TriggerMemory = ReturnType<typeof openMemory>;

/** Each request gets a copy of the static data, and n8n keeps the last. So the process has the memory. */
export function openMemory(scope: string, staticData: IDataObject) {
	const events = memories.get(scope) ?? new BoundedMap<string, true>(MOST_EVENTS);
	memories.set(scope, events);
	for (const event of storedEvents.parse(staticData.handled)) {
		if (!events.has(event)) events.set(event, true);
	}
	return {
		has: (id: string, event: string) => events.has(keyOf(id, event)),
		add(id: string, event: string): boolean {
			const key = keyOf(id, event);
			if (events.has(key)) return false;
			events.set(key, true);
			staticData.handled = [...events.keys()].slice(-MOST_STORED);
			return true;
		},
		async inQueue<T>(id: string, task: () => Promise<T>): Promise<T> {
			const job = `${scope} ${id}`;
			const turn = (queues.get(job) ?? Promise.resolve()).then(task, task);
			queues.set(job, turn);
			return await turn.finally(() => queues.get(job) === turn && queues.delete(job));
		},
	};
}

function keyOf(id: string, event: string): string {
	return createHash('sha256').update(`${event} ${id}`).digest('base64url').slice(0, 14);
}
