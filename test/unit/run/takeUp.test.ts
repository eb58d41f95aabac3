import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { resume } from '../../../nodes/shared/run/park/park';

/** A parked run of many jobs, as n8n hands it back. */
function parked(jobs: number, breathe: () => Promise<void>) {
	const park = {
		executionId: '1',
		startedAt: 0,
		strategy: 'automatic',
		wakeAt: 0,
		parkedAt: 0,
		open: [],
		next: [],
		createsMore: false,
	};
	const entryOf = (item: number) => ({
		item,
		fingerprint: `f${item}`,
		job: { is: 'running', submittedAt: 0, state: { id: `id-${item}`, status: 'queued', record: {} } },
	});
	const items = Object.fromEntries(Array.from({ length: jobs }, (_, item) => [item, [entryOf(item)]]));
	const context = {
		getContext: () => ({ 'jobs-0': { park, items } }),
		evaluateExpression: () => 0,
		getExecutionId: () => '1',
		getNode: () => ({ type: 'n8n-nodes-media-generation.faceSwap' }),
	};
	const environment = { now: () => 1, sleep: async () => undefined };
	return { context, environment, breathe, items: Array(jobs).fill({ json: {} }) } as never;
}

test('thousands of jobs are taken up with turns for the rest of the process', async () => {
	const breathe = jest.fn(async () => {});
	const woken = await resume(parked(3, breathe), swapImage);
	expect(woken?.batch.entries.map(({ job }) => job?.is === 'running' && job.state.id)).toEqual([
		'id-0',
		'id-1',
		'id-2',
	]);
	expect(breathe).toHaveBeenCalledTimes(3);
});

test('an entry that is damaged fails alone', async () => {
	const run = parked(2, async () => {});
	const context = Object(run).context.getContext()['jobs-0'];
	context.items[1] = [{ item: 1, fingerprint: 'f1', job: { is: 'running', submittedAt: 'yesterday' } }];
	Object(run).context.getContext = () => ({ 'jobs-0': context });
	const woken = await resume(run, swapImage);
	const [good, damaged] = woken?.batch.entries ?? [];
	expect(good?.outcome).toBeUndefined();
	// It may be paid.
	expect(damaged?.outcome).toMatchObject({ ok: false, failure: { details: { submitted: 'unknown' } } });
});
