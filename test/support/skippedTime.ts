/** The nodes' clock, in tests with fastClock. */
export const skipped = {
	/** How far it was set forward, in milliseconds. */
	ms: 0,
	/** How many times faster still a sleep is over: the clock is set forward by the rest of it. */
	hurry: 1,
};
