/** For code that outlives a run. */
export const realNow = (): number => Date.now();
