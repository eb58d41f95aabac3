import { ManualExecutionCancelledError } from 'n8n-workflow';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { openLedger } from '../../../nodes/shared/jobs/ledger';
import { park } from '../../../nodes/shared/run/parked';

test('a run that is stopped while it is being parked ends as any stopped run, and is not stored', async () => {
	const context: Record<string, unknown> = {};
	const ledger = openLedger(context, 0);
	const stop = new AbortController();
	const run = {
		context: { getExecutionId: () => '7' },
		environment: { now: () => 1, signal: stop.signal },
		breathe: async () => {
			stop.abort();
			await Promise.resolve();
		},
	};
	const jobRun = { run, operation: swapImage, ledger, tracks: [], leg: { beganAt: 0 } };
	const parked = park(jobRun as never, ['pending']);
	await expect(parked).rejects.toThrow(ManualExecutionCancelledError);
	expect(ledger.run.park).toBeUndefined();
});
