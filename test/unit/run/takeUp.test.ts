import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { takeUp } from '../../../nodes/shared/run/parked';

/** A parked run of many jobs, as n8n hands it back. */
function parked(jobs: number, breathe: () => Promise<void>) {
	const park = {
		executionId: '1',
		startedAt: 0,
		way: 'automatic',
		wakeAt: 0,
		parkedAt: 0,
		open: [],
		next: [],
	};
	const noteOf = (item: number) => ({
		item,
		fingerprint: `f${item}`,
		submittedAt: 0,
		state: { id: `id-${item}`, status: 'queued', record: {} },
	});
	const items = Object.fromEntries(Array.from({ length: jobs }, (_, item) => [item, [noteOf(item)]]));
	const context = {
		getContext: () => ({ 'jobs-0': { park, items } }),
		evaluateExpression: () => 0,
		getExecutionId: () => '1',
	};
	const environment = { now: () => 1 };
	return { context, environment, breathe, items: Array(jobs).fill({ json: {} }) } as never;
}

test('thousands of jobs are taken up with turns for the rest of the process', async () => {
	const breathe = jest.fn(async () => {});
	const woken = await takeUp(parked(3, breathe), swapImage);
	expect(woken?.open.map(({ state }) => state?.id)).toEqual(['id-0', 'id-1', 'id-2']);
	expect(breathe).toHaveBeenCalledTimes(3);
});
