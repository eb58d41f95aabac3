import { ManualExecutionCancelledError } from 'n8n-workflow';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { runCreates } from '../../../nodes/shared/run/create/creates';

test('a run that is stopped while it is being parked ends as any stopped run, and is not stored', async () => {
	const park = {
		executionId: '7',
		startedAt: 0,
		strategy: 'automatic',
		wakeAt: 0,
		parkedAt: 0,
		open: [],
		next: [],
		createsMore: false,
	};
	const job = { is: 'inDoubt', why: 'A reset', taken: 'unknown' };
	const waiting = { is: 'running', state: { id: 'a', status: 'queued', record: {} }, submittedAt: 0 };
	const items = {
		0: [{ item: 0, fingerprint: 'a', job: waiting, parked: { settings: {} } }],
		1: [{ item: 1, fingerprint: 'b', job, parked: { settings: {} } }],
	};
	const stop = new AbortController();
	const put = jest.fn();
	const node = {
		name: 'Node',
		type: 'n8n-nodes-media-generation.faceSwap',
		onError: 'continueRegularOutput',
	};
	const context = {
		getContext: () => ({ 'jobs-0': { park, items } }),
		evaluateExpression: () => 0,
		getExecutionId: () => '7',
		getNode: () => node,
		getWorkflow: () => ({ id: 'workflow' }),
		continueOnFail: () => true,
		putExecutionToWait: put,
		helpers: {},
		logger: { warn() {}, info() {}, debug() {} },
	};
	let time = 1;
	let breaths = 0;
	const run = {
		context,
		environment: {
			now: () => time,
			random: () => 0,
			signal: stop.signal,
			sleep: async (ms: number) => void (time += ms + 1),
		},
		transport: { send: async () => [] },
		items: [{ json: {} }, { json: {} }],
		breathe: async () => {
			// Both items were taken up and polled: the next ones are those of the park.
			if (++breaths === 5) stop.abort();
		},
	};
	await expect(runCreates(run as never, swapImage)).rejects.toThrow(ManualExecutionCancelledError);
	expect(put).not.toHaveBeenCalled();
});
