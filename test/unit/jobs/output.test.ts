import { jobKinds, type JobState } from '../../../nodes/shared/jobs/kinds';
import { jobItem } from '../../../nodes/shared/jobs/output';

const kind = jobKinds.faceSwap;
const createdAt = '2030-01-01T00:00:00.000Z';
const state: JobState = {
	id: 'a',
	jobId: 'job-a',
	status: 'completed',
	resultUrl: 'https://media.example.com/a.png',
	createdAt,
	record: { _id: 'a', faceswap_status: 3 },
};

test('a job goes out under the names of the contract, and with nothing else', () => {
	const full: JobState = { ...state, resultUrls: ['u', 'v'], credits: 2, reason: 'r', buttons: ['U1'] };
	const item = jobItem({ kind, state: full, reference: 'row 1', timedOut: true }, true);
	expect(item).toEqual({
		id: 'a',
		kind: 'faceSwap',
		status: 'completed',
		jobId: 'job-a',
		resultUrl: 'https://media.example.com/a.png',
		resultUrls: ['u', 'v'],
		createdAt,
		expiresAt: '2030-01-08T00:00:00.000Z',
		credits: 2,
		reason: 'r',
		buttons: ['U1'],
		reference: 'row 1',
		timedOut: true,
	});
});

test('the credits of a job are unknown until it ends: a 0 would read as free', () => {
	const withCredits = (status: JobState['status']) =>
		jobItem({ kind, state: { ...state, status, credits: 0 } }, true);
	for (const status of ['queued', 'processing', 'unknown'] as const) {
		expect(withCredits(status)).not.toHaveProperty('credits');
	}
	for (const status of ['completed', 'failed'] as const) expect(withCredits(status).credits).toBe(0);
});

test('with Simplify off it also says how the wait was, and gives the record as it came', () => {
	const item = jobItem({ kind, state, waitedMs: 12_345, statusChecks: 4 }, false);
	expect(item).toMatchObject({
		waitedSeconds: 12.3,
		statusChecks: 4,
		record: { _id: 'a', faceswap_status: 3 },
	});
	expect(jobItem({ kind, state, waitedMs: 12_345, statusChecks: 4 }, true)).not.toHaveProperty(
		'waitedSeconds',
	);
});

describe('a result expires', () => {
	test('7 days after the earliest time that it can have been completed', () => {
		const notDoneBefore = Date.parse('2030-01-01T02:00:00Z');
		expect(jobItem({ kind, state, notDoneBefore }, true).expiresAt).toBe('2030-01-08T02:00:00.000Z');
	});

	test.each<[string, JobState]>([
		['not while the job is not completed', { ...state, status: 'processing' }],
		['not when it failed', { ...state, status: 'failed' }],
		['not when there is none', { ...state, resultUrl: undefined }],
		['not when no time is known', { ...state, createdAt: undefined }],
	])('%s', (_name, other) => {
		expect(jobItem({ kind, state: other }, true)).not.toHaveProperty('expiresAt');
	});
});

test('an avatar stays: images, videos and voices are what the service deletes', () => {
	expect(jobItem({ kind: jobKinds.avatar, state }, true)).not.toHaveProperty('expiresAt');
});
