/** The nodes' clock, in tests with fastClock. */
export const skipped = {
	/** How far it was set forward, in milliseconds. */
	ms: 0,
	/** Whether sleeps take real time, for messages of a chat, which the clock can't see. */
	isPaced: false,
};
