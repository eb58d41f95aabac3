import type { IWebhookFunctions } from 'n8n-workflow';
import type { JobState } from '../../../nodes/shared/jobs/kinds';
import { outputsOf } from '../../../nodes/shared/operation/durable/outputs';
import type { SuspendedState } from '../../../nodes/shared/operation/durable/state';
import { VirtualClock } from '../jobs/virtualClock';

const clock = new VirtualClock();
const context = { helpers: { httpRequest: jest.fn(), prepareBinaryData: jest.fn() } };

const settings = { downloadResult: false, binaryPropertyName: 'data', simplify: true };

const state: SuspendedState = {
	kind: 'faceSwap',
	stopOnFailure: true,
	timeout: 180,
	entries: [
		{
			item: 0,
			done: {
				json: {
					id: 'a',
					jobId: 'job-a',
					kind: 'faceSwap',
					status: 'completed',
					resultUrl: 'https://x/a.png',
				},
			},
		},
		{ item: 1, done: { json: { error: 'bad row', details: { submitted: 'no', reference: 'row 1' } } } },
		{ item: 2, job: { id: 'c', status: 'queued', submittedAt: clock.now(), ...settings } },
	],
};

test('the failure of a suspended run lists the jobs that were done before it was suspended, too', async () => {
	const finals = new Map<string, JobState>([
		['c', { id: 'c', status: 'completed', resultUrl: 'https://x/c.png', record: {} }],
	]);
	const { items, failure } = await outputsOf(context as unknown as IWebhookFunctions, clock, state, finals);
	expect(items).toHaveLength(3);
	expect(failure).toMatchObject({
		item: 1,
		jobs: [
			{
				item: 0,
				id: 'a',
				jobId: 'job-a',
				status: 'completed',
				resultUrl: 'https://x/a.png',
				submitted: 'yes',
			},
			{ item: 2, id: 'c', status: 'completed', resultUrl: 'https://x/c.png', submitted: 'yes' },
		],
	});
	expect(failure?.jobs).toHaveLength(2);
});
