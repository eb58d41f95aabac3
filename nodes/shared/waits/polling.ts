import type { Way } from './way';

/** The execution stays in the process until the jobs are done. */
export const polling: Way = {
	value: 'polling',
	name: 'Keep the Execution in Memory (Polling)',
	description:
		'The execution stays in memory until the results are there. A restart of n8n ends the wait, not the jobs.',
	parks: false,
	looksUntil: () => Infinity,
	nextLook: () => Infinity,
};
