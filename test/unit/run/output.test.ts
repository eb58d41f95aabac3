import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JobKind, type JobState, jobKinds } from '../../../nodes/shared/jobs/kinds';
import type { JobReport } from '../../../nodes/shared/jobs/output';
import { outputOf, withOthers } from '../../../nodes/shared/run/output';
import { defaultSettings } from '../../../nodes/shared/operation/defineOperation';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { Failure } from '../../../nodes/shared/service/failure';
import { readPayload } from '../../../nodes/shared/transport/verdict';

const settings = { ...defaultSettings, downloadResult: true };

const { faceSwap, image, liveAvatarSession: session, audio, avatar } = jobKinds;
const refused = { fault: new Failure('no answer', 'runAgain', {}) };
const late = { status: 'queued', timedOut: true } as const;
const failed = { status: 'failed', isMade: true } as const;

/** Their texts are the lines of ends.txt. */
const ends: Array<[JobKind, Partial<JobState & JobReport>]> = [
	[faceSwap, { ...late, waitedMs: 60_001, statusChecks: 1 }],
	[image, { ...late, waitedMs: 1e9, isMade: true }],
	[image, { ...late, status: 'processing', waitedMs: 60_000, ...refused, unfinishedAt: 0, statusChecks: 3 }],
	[faceSwap, { ...late, ...refused }],
	[session, { ...late, isMade: true }],
	[session, { ...late, isMade: true, waitedMs: 1e9 }],
	[session, { ...late, statusChecks: 1 }],
	[audio, { ...failed, reason: 'no', credits: 2, record: { error_code: 7 } }],
	[image, { ...failed, credits: 0 }],
	[image, { ...failed, record: { op_button: 'U1' } }],
	[image, { ...failed, reason: 'too dark', isMade: false }],
	[avatar, { ...failed, reason: 'no face' }],
	[faceSwap, { ...failed, record: { msg: 'Canceled' } }],
	[image, { ...failed, record: { msg: 'Cancelled' } }],
	[session, failed],
	[image, { status: 'unknown', unknownStatus: '9', reason: 'why', resultUrl: 'u' }],
	[image, { status: 'unknown', missing: true }],
	[image, { status: 'completed', reason: 'lost' }],
];

test('an awaited job without a result has its whole text, next step and details', async () => {
	const context = { getNode: () => ({ type: 'imageGeneration', parameters: {} }), getTimezone: () => 'UTC' };
	const run = { items: [{ json: {} }], context, transport: { owner: 'end' } } as never;
	const told = ends.map(async ([kind, of]) => {
		const report = { ...of, kind, isAwaited: true, state: { id: 'a', record: {}, ...of } as JobState };
		const { message, details } = toFailure(await outputOf(run, 0, settings, report).catch((error) => error));
		const { description, record: _record, ...others } = details;
		return [message, description, JSON.stringify(others).replace(/["{}]/g, '')].join(' | ');
	});
	const recorded = readFileSync(join(__dirname, 'ends.txt'), 'utf8').trim().split('\n');
	expect(await Promise.all(told)).toEqual(recorded);
});

test('an input field whose name the result takes, or that describes another job, moves to input', () => {
	const row = { id: 7, name: 'Ann', jobId: 'j', status: 'completed', error: 'x', input: { id: 1 } };
	const { name, input, ...taken } = row;
	expect(withOthers(row, { id: 'a', status: 'queued' })).toEqual({
		...{ id: 'a', status: 'queued', name },
		input: { ...taken, input },
	});
	const own = { id: 'a', name, input, details: 'of mine' };
	expect(withOthers(own, { id: 'a' })).toEqual(own);
	const details = { next: 'runAgain' };
	expect(withOthers({ details }, { id: 'a' })).toEqual({ id: 'a', input: { details } });
});

test('with Download Result, no file of the input stands where a next node looks for one of the results', async () => {
	const binary = { data: 'old', data_4: 'old', mine: 'kept' };
	const run = { items: [{ json: {}, binary }], context: { getNode: () => ({ type: '' }) } } as never;
	const report = { kind: image, state: { id: 'a', status: 'queued', record: {} } } as const;
	const made = await outputOf(run, 0, { ...settings, includeOtherFields: true }, report);
	expect(made.output.binary).toEqual({ mine: 'kept' });
});

test('an answer without a needed field names the field, and a create says that the service took it', () => {
	const detailsOf = (intent: 'create' | 'repeatable') => {
		const request = { method: 'POST', path: '/x', intent, group: 'faceSwap' } as const;
		try {
			const answer = { data: { job_id: 'JOB-77', url: '' }, httpStatus: 200 };
			return readPayload(request, answer, jobKinds.faceSwap.created);
		} catch (error) {
			return toFailure(error).details;
		}
	};
	expect(detailsOf('repeatable')).toMatchObject({ description: expect.stringMatching(/_id: Invalid/) });
	const description = expect.stringMatching(/_id: Invalid.* look for the job/);
	expect(detailsOf('create')).toMatchObject({ description, submitted: 'yes', jobId: 'JOB-77' });
});
