/** For code that outlives a run. */
export const realNow = (): number => Date.now();

/** A change of the computer's date does not move it. */
export const realUptime = (): number => performance.now();
