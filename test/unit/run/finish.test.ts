import type { JobState } from '../../../nodes/shared/jobs/kinds';
import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { othersOf, makeOutput } from '../../../nodes/shared/item/finish';
import type { ReadSettings } from '../../../nodes/shared/operation/settings';
import { readPayload } from '../../../nodes/shared/transport/readPayload';

const settings: ReadSettings = {
	waitForCompletion: true,
	downloadResult: true,
	binaryPropertyName: 'data',
	simplify: true,
	answerWithin: 0,
	timeout: 1,
	onTimeout: 'error',
	includeOtherFields: false,
	maxFileSize: 500,
	markAsAiMade: false,
	consentReference: undefined,
};

test('a completed job without an address fails where its file is asked for, and nowhere else', async () => {
	const state: JobState = { id: 'a', status: 'completed', record: {} };
	const run = { items: [{ json: {} }] } as never;
	const report = { kind: jobKinds.image, state };
	await expect(makeOutput(run, 0, settings, report)).rejects.toMatchObject({
		message: 'Image a is completed, and the service gives no address of it',
		details: { status: 'completed' },
	});
	const { json } = await makeOutput(run, 0, { ...settings, downloadResult: false }, report);
	expect(json).toMatchObject({ id: 'a', status: 'completed' });
});

test('of the input nothing stays that belongs to another job: Cancel would take its jobId', () => {
	expect(othersOf({ jobId: 'j', status: 'completed', resultUrl: 'u', name: 'Ann' })).toEqual({ name: 'Ann' });
});

test('of a create whose answer has no ID the job ID is told, to find it by', () => {
	const request = { method: 'POST', path: '/x', intent: 'create', group: 'faceSwap' } as const;
	const read = () => readPayload(request, { job_id: 'JOB-77', url: '' }, jobKinds.faceSwap.created);
	expect(read).toThrow(
		expect.objectContaining({ submitted: 'yes', description: expect.stringContaining('JOB-77') }),
	);
});
