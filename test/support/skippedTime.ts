/** How far the nodes' clock was set forward, in milliseconds: for tests with fastClock. */
export const skipped = { ms: 0 };
