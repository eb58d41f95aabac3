/** The real clock, in milliseconds since the epoch, for code that outlives a run or has no environment. */
export const realNow = (): number => Date.now();
