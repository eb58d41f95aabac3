/** The nodes' clock, in tests with fastClock. */
export const skipped = {
	/** How far it was set forward, in milliseconds. */
	ms: 0,
	/** Whether sleeps take as long as on the wall, for what the clock can't see: messages of a chat. */
	isPaced: false,
};
