import fc from 'fast-check';

/** How a target is tried. */
export type Trying = Pick<fc.Parameters<unknown>, 'seed' | 'path' | 'interruptAfterTimeLimit'>;

/** What came of it: how often it was tried, and what broke it. */
export interface Tried {
	runs: number;
	/** As small as it could be made in the time. */
	broken?: { by: string; path: string; why: string };
}

/** Something that is tried with what chance gives, until it breaks or the time is up. */
export interface Target {
	name: string;
	check(trying: Trying): Promise<Tried>;
}

export function target<T>(name: string, property: fc.IRawProperty<T, boolean>): Target {
	return {
		name,
		async check(trying) {
			const parameters = { ...trying, numRuns: 2 ** 31, markInterruptAsFailure: false } as fc.Parameters<T>;
			const { failed, numRuns, counterexample, counterexamplePath, errorInstance } = await fc.check(
				property,
				parameters,
			);
			if (!failed) return { runs: numRuns };
			const why = errorInstance instanceof Error ? (errorInstance.stack ?? '') : String(errorInstance);
			const by = fc.stringify(counterexample).slice(0, 3_000);
			return { runs: numRuns, broken: { by, path: counterexamplePath ?? '', why: why.slice(0, 2_000) } };
		},
	};
}
