import { setTimeout as pause } from 'node:timers/promises';
import { line, ours, passOn } from '../e2e/line';
import { endedRuns, post, publish } from '../e2e/runs';
import { itemsOf } from '../n8n/client';
import type { Cluster } from './cluster';
import { numbers, putSwapsIntoProduction } from './runs';

const JOBS = 12;
const COPIES = 4;
let count = 0;

/** The trigger in production. The webhook processes get its calls, and the workers its runs. */
export function triggerSuite(cluster: () => Cluster): void {
	/** Makes finished jobs, whose callbacks the test sends itself, and a trigger for them. */
	async function jobsAndTrigger() {
		const { client, credential, emulator, balancer } = cluster();
		emulator.callbacks.settings.lost = true;
		emulator.options.jobMs = [500, 500];
		const webhookId = `trigger-${++count}-${Date.now()}`;
		const trigger = ours('Trigger', 'mediaGenerationTrigger', credential, {}, { webhookId });
		const { id: workflowId } = await publish(cluster(), line([trigger, passOn('After')]));
		const webhookUrl = `${balancer.baseUrl}/webhook/${webhookId}/callback`;
		await post(webhookUrl);
		const runs = await putSwapsIntoProduction(cluster(), {
			parameters: { waitForCompletion: false, webhookUrl },
		});
		await runs.call(numbers(JOBS));
		await runs.ended(1);
		emulator.jobs.complete();
		emulator.callbacks.settings.lost = false;
		const jobs = runs.jobs();

		/** Sends a callback until the answer is 200, as the service does. n8n also works on calls whose sender has left. */
		const deliver = async (job: (typeof jobs)[number]) => {
			const content = { _id: job.id, status: 3, type: 'faceswap', url: 'https://example.com/result.png' };
			const send = async () => await emulator.callbacks.send(job.webhookUrl ?? '', content);
			for (let ms = 1_000; (await send()) !== 200; ms *= 2) await pause(ms, undefined, { ref: false });
		};
		/** Waits until each job has a run and all runs have ended. Returns the number of runs per job. */
		const startedBy = async () => {
			const ran = await endedRuns({ client }, workflowId, JOBS);
			const ids = ran.map((execution) => itemsOf(execution, 'After')[0]?.json.id);
			return jobs.map((job) => ids.filter((id) => id === job.id).length);
		};
		return { jobs, deliver, startedBy };
	}

	test.each([1, 2])(
		'with %i webhook processes starts at least one run per job, and at most one per process, despite repeated calls',
		async (processes) => {
			cluster().useWebhooks(processes);
			const { jobs, deliver, startedBy } = await jobsAndTrigger();
			await Promise.all(jobs.flatMap((job) => Array<typeof job>(COPIES).fill(job)).map(deliver));
			await startedBy();
			// Late repeats, to one process and the other.
			for (const job of [...jobs, ...jobs]) await deliver(job);
			for (const started of await startedBy()) {
				expect(started).toBeGreaterThanOrEqual(1);
				expect(started).toBeLessThanOrEqual(processes);
			}
		},
	);
}
