import type { Environment } from '../../shared/transport/types';

/** Someone who wants to know that time has passed. */
export interface Listener {
	/** @param now milliseconds since the epoch */
	beat(now: number): void;
	/** The run was stopped; no beat follows. */
	stopped(reason: unknown): void;
}

export type Pulse = ReturnType<typeof createPulse>;

/** Fine enough for quiet times of tenths of a second. */
const BEAT_MS = 100;

/**
 * One timer for everything in a run that has to check the clock while it waits: with a sleep for each message, those
 * that are abandoned early would stay in n8n's timers. It sleeps only while somebody listens.
 */
export function createPulse(environment: Environment) {
	const listeners = new Set<Listener>();
	let isBeating = false;

	async function beat(): Promise<void> {
		isBeating = true;
		try {
			while (listeners.size > 0) {
				await environment.sleep(BEAT_MS);
				for (const listener of [...listeners]) listener.beat(environment.now());
			}
		} catch (reason) {
			const left = [...listeners];
			listeners.clear();
			for (const listener of left) listener.stopped(reason);
		} finally {
			isBeating = false;
		}
	}

	return {
		/** Calls the listener at every beat, until the returned function is called. */
		join(listener: Listener): () => void {
			listeners.add(listener);
			if (!isBeating) void beat();
			return () => void listeners.delete(listener);
		},
	};
}
