import { FIRST_LOOKS_MS, SHORTEST_PARK_MS, type Way } from './way';

/** How long the process looks after a call: the record may be a moment behind it. */
const AFTER_A_CALL_MS = 5_000;
/** A call can get lost, so the run also looks by time: after a quarter of a job's age, and not before ten minutes. */
const SHARE_OF_AGE = 0.25;
const LONG_MS = 10 * 60_000;

/** The run is parked after the first looks, and woken up by the service's calls. */
export const callback: Way = {
	value: 'callback',
	name: 'Be Called by the Service (Callback)',
	description:
		'The execution is stored after the first looks, and the service wakes it up when the jobs are done: the quickest for long jobs. The service has to reach the address of n8n.',
	parks: true,
	isCalled: true,
	looksUntil: ({ beganAt, wokenBy }, submittedAt) =>
		Math.max(submittedAt + FIRST_LOOKS_MS, wokenBy === 'call' ? beganAt + AFTER_A_CALL_MS : 0),
	nextLook: ({ wokenBy }, now, youngestSubmittedAt) =>
		now +
		(wokenBy === 'call' ? SHORTEST_PARK_MS : Math.max(LONG_MS, SHARE_OF_AGE * (now - youngestSubmittedAt))),
};
