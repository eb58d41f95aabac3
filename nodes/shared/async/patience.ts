import type { Environment } from './environment';

export interface Patience extends Pick<Environment, 'now' | 'sleep' | 'random'> {
	/** Milliseconds since the epoch. */
	until(): number;
	warn(message: string): void;
}

export type Around = <T>(access: () => Promise<T>) => Promise<T>;

/** A burst of executions ends within 100 ms. A database that starts again is looked for every 5 s. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 5_000];

/** Repeats an access while n8n's database is away. @throws the error of the last one */
export function waiting({ now, sleep, until, warn }: Patience, isFinal: (error: unknown) => boolean): Around {
	let isTold = false;
	return async (access) => {
		for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(3 * pause, LONGEST_PAUSE_MS)) {
			try {
				return await access();
			} catch (error) {
				if (isFinal(error) || now() + pause > until()) return await Promise.reject(error);
				if (!isTold && pause > 1_000) warn(`The run waits for n8n's database: ${String(error)}`);
				isTold ||= pause > 1_000;
			}
			await sleep(pause);
		}
	};
}
