import { jobStatus, sessionStatus } from '../../../nodes/shared/service/status';

test.each([
	[1, 'queued', 'queued'],
	[2, 'processing', 'streaming'],
	[3, 'completed', 'closed'],
	[4, 'failed', 'failed'],
])('status %i is %s of a job and %s of a session, as a number and as a text', (status, job, session) => {
	expect([jobStatus(status), jobStatus(String(status))]).toEqual([job, job]);
	expect([sessionStatus(status), sessionStatus(` ${status} `)]).toEqual([session, session]);
});

test.each([0, 5, 3.5, -1, '', 'done', '3.5', null, undefined, {}, [3], true, NaN])(
	'%p is an unknown status',
	(status) => {
		expect(jobStatus(status)).toBe('unknown');
		expect(sessionStatus(status)).toBe('unknown');
	},
);
