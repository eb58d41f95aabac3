import { FIRST_LOOKS_MS, SHORTEST_PARK_MS, type Way } from './way';

const SHARE_OF_AGE = 0.08;
const LONGEST_MS = 10 * 60_000;

/** The process looks for the first minutes; then the run is parked between looks. */
export const automatic: Way = {
	value: 'automatic',
	name: 'Look From Time to Time (Automatic)',
	description:
		'Waits in memory for the first minutes. After that n8n stores the execution and looks from time to time: it survives restarts and holds no worker.',
	parks: true,
	looksUntil: ({ startedAt, storeAfter }, submittedAt) =>
		Math.max(startedAt + storeAfter * 60_000, submittedAt + FIRST_LOOKS_MS),
	nextLook: (_, now, youngestSubmittedAt) =>
		now + Math.min(LONGEST_MS, Math.max(SHORTEST_PARK_MS, SHARE_OF_AGE * (now - youngestSubmittedAt))),
};
