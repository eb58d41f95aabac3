import type { JobState } from '../../../nodes/shared/jobs/kinds';
import { jobKinds } from '../../../nodes/shared/jobs/kinds';
import { othersOf, outputOf } from '../../../nodes/shared/run/output';
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
	fileName: undefined,
};

test('a completed job without an address fails where its file is asked for, and nowhere else', async () => {
	const state: JobState = { id: 'a', status: 'completed', record: {} };
	const run = { items: [{ json: {} }] } as never;
	const report = { kind: jobKinds.image, state };
	await expect(outputOf(run, 0, settings, report)).rejects.toMatchObject({
		message: 'Image a is completed, and the service gives no address of it',
		details: { status: 'completed' },
	});
	const { json } = await outputOf(run, 0, { ...settings, downloadResult: false }, report);
	expect(json).toMatchObject({ id: 'a', status: 'completed' });
});

test('fields of the input that belong to another job are left out, as Cancel would take its jobId', () => {
	expect(othersOf({ jobId: 'j', status: 'completed', resultUrl: 'u', name: 'Ann' })).toEqual({ name: 'Ann' });
});

test('a create whose answer has no ID reports the job ID that it has', () => {
	const request = { method: 'POST', path: '/x', intent: 'create', group: 'faceSwap' } as const;
	const read = () => readPayload(request, { job_id: 'JOB-77', url: '' }, jobKinds.faceSwap.created);
	expect(read).toThrow(
		expect.objectContaining({ submitted: 'yes', description: expect.stringContaining('JOB-77') }),
	);
});
