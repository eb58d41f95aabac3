import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../n8n/client';
import type { Execution, StoredWorkflow } from '../n8n/shapes';
import { useInstalled } from './installed';
import { endedRuns, post, until } from './runs';
import { swapWorkflow } from './workflows';

/* The idempotency key and what a run tells, on a real n8n with its own database: in a burst, after a kill and a restart. */

let jobMs = 1_500;
const { play } = useInstalled({ emulator: { jobMs: () => jobMs } });
const created = () => play().emulator.jobs.created();

/** A published workflow that swaps under the key `order` of what is posted to it; gives its address. */
async function published(): Promise<{ workflow: StoredWorkflow; order: (name: string) => Promise<unknown> }> {
	const path = randomUUID();
	const workflow = swapWorkflow(play().credential, {
		rows: 1,
		onError: 'continueRegularOutput',
		parameters: { options: { idempotencyKey: "={{ $('Start').first().json.body.order }}" } },
	});
	workflow.nodes[0] = {
		...workflow.nodes[0]!,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, httpMethod: 'POST' },
	};
	const stored = await play().client.createWorkflow(workflow);
	await play().client.activate(stored);
	const url = `${play().server().baseUrl}/webhook/${path}`;
	return { workflow: stored, order: async (name) => await post(url, { order: name }) };
}

const swapped = (execution: Execution | undefined) => {
	if (execution === undefined) throw new Error('There is no such execution.');
	return itemsOf(execution, 'Swap')[0]?.json ?? {};
};

test('five calls at once with one key make one job; after a restart it is read again', async () => {
	const { workflow, order } = await published();
	await order('first');
	await endedRuns(play(), workflow, 1);
	expect(created()).toHaveLength(1);

	await Promise.all(Array.from({ length: 5 }, async () => await order('burst')));
	const [first, ...burst] = await endedRuns(play(), workflow, 6);
	expect(created()).toHaveLength(2);
	const [, job] = created();
	const items = burst.map(swapped);
	for (const item of items) expect(item).toMatchObject({ id: job?.id, status: 'completed' });
	expect(items.filter(({ duplicate }) => duplicate === true)).toHaveLength(4);

	const metadata = { mediaJobs: created()[0]?.id };
	expect(first?.data.resultData).toMatchObject({
		metadata,
		runData: {
			Swap: [{ hints: [{ message: expect.stringContaining('Jobs: 1 completed.'), type: 'info' }] }],
		},
	});

	await play().restart();
	await order('burst');
	const again = await endedRuns(play(), workflow, 7);
	expect(swapped(again.at(-1))).toMatchObject({ id: job?.id, status: 'completed', duplicate: true });
	expect(created()).toHaveLength(2);
});

test('n8n is killed while a job runs: a new run with its key does not pay again, and gives its result', async () => {
	jobMs = 20_000;
	const before = created().length;
	const { workflow, order } = await published();
	await order('killed');
	await until('the job', () => (created().length > before ? true : undefined));
	// The ID is kept within milliseconds.
	await pause(1_000);
	await play().restart('kill9');
	await order('killed');
	const runs = await endedRuns(play(), workflow, 2);
	const id = created().at(-1)?.id;
	expect(swapped(runs.at(-1))).toMatchObject({ id, status: 'completed', duplicate: true });
	expect(created()).toHaveLength(before + 1);
	jobMs = 500;
	await order('another');
	expect(swapped((await endedRuns(play(), workflow, 3)).at(-1))).toMatchObject({ status: 'completed' });
});
