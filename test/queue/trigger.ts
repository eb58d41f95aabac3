import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../n8n/client';
import type { Cluster } from './cluster';
import { say } from './figures';
import { eventually, numbers, post, putSwapsIntoProduction } from './runs';
import { triggered } from './workflows';

const JOBS = 12;
const COPIES = 8;
/** How long nothing more may come before what came is counted. */
const QUIET_MS = 3000;
let count = 0;

/** The trigger in production, where its calls come to the webhook processes and its runs go to the workers. */
export function triggerSuite(cluster: () => Cluster): void {
	/** Jobs that are done, whose callbacks the test sends itself, and a trigger that waits for them. */
	async function jobsAndTrigger() {
		const { client, credential, emulator, balancer, pace } = cluster();
		emulator.callbacks.settings.lost = true;
		pace.jobMs = [500, 500];
		const path = `trigger-${++count}-${Date.now()}`;
		const workflow = await client.createWorkflow(triggered(credential, path));
		await client.activate(workflow);
		const url = `${balancer.baseUrl}/webhook/${path}/callback`;
		await post(url, {});
		const parameters = { waitForCompletion: false, webhookUrl: url };
		const runs = await putSwapsIntoProduction(cluster(), { parameters });
		await runs.call(numbers(JOBS));
		await runs.ended(1);
		emulator.jobs.complete();
		emulator.callbacks.settings.lost = false;
		const ids = runs.jobs().map(({ id }) => id);
		const addresses = new Map(runs.jobs().map(({ id, webhookUrl }) => [id, webhookUrl ?? '']));

		/** As the service does: again until the answer is 200. */
		const deliver = async (id: string) => {
			const content = { _id: id, status: 3, type: 'faceswap', url: 'https://example.com/result.png' };
			await eventually(
				async () =>
					(await emulator.callbacks.send(addresses.get(id) ?? '', content)) === 200 ? true : undefined,
				() => `The callback of ${id} was not taken`,
			);
		};
		/** How many runs each job has started. */
		const startedBy = async () => {
			let seen = -1;
			const list = await eventually(
				async () => {
					const executions = await client.executions({ workflowId: workflow.id });
					const isQuiet =
						executions.length === seen && executions.every(({ status }) => status === 'success');
					seen = executions.length;
					if (!isQuiet) await pause(QUIET_MS);
					return isQuiet ? executions : undefined;
				},
				() => 'The runs of the trigger did not end',
			);
			const counts = new Map(ids.map((id) => [id, 0]));
			for (const { id } of list) {
				const [item] = itemsOf(await client.execution(id), 'After');
				const job = String(item?.json.id);
				counts.set(job, (counts.get(job) ?? 0) + 1);
			}
			return [...counts.values()];
		};
		return { ids, deliver, startedBy };
	}

	const burst = (ids: readonly string[]) => ids.flatMap((id) => Array<string>(COPIES).fill(id));

	test('one webhook process starts one run per job, however many deliveries come at once', async () => {
		cluster().useWebhooks(1);
		const { ids, deliver, startedBy } = await jobsAndTrigger();
		await Promise.all(burst(ids).map(deliver));
		expect(await startedBy()).toEqual(Array(JOBS).fill(1));
		await Promise.all(ids.map(deliver));
		expect(await startedBy()).toEqual(Array(JOBS).fill(1));
	});

	test('of two webhook processes each starts at most one run per job, and none is left out', async () => {
		cluster().useWebhooks(2);
		const { ids, deliver, startedBy } = await jobsAndTrigger();
		await Promise.all(burst(ids).map(deliver));
		const first = await startedBy();
		expect(first.every((runs) => runs === 1 || runs === 2)).toBe(true);
		// Repeats that come later, to one process and the other.
		for (const id of [...ids, ...ids]) await deliver(id);
		const second = await startedBy();
		expect(second.every((runs) => runs === 1 || runs === 2)).toBe(true);
		const sum = (all: readonly number[]) => all.reduce((total, runs) => total + runs, 0);
		say(
			`Trigger, 2 webhook processes, ${JOBS} jobs with ${COPIES} deliveries each at the same moment: ${sum(first)} runs.`,
			`Two more deliveries each, one after the other: ${sum(second) - sum(first)} runs more.`,
		);
	});

	test('of two webhook processes both may start a run when a delivery follows another at once', async () => {
		cluster().useWebhooks(2);
		const { ids, deliver, startedBy } = await jobsAndTrigger();
		for (const id of ids) {
			await deliver(id);
			await deliver(id);
		}
		const started = await startedBy();
		const total = started.reduce((sum, runs) => sum + runs, 0);
		say(`Trigger, 2 webhook processes, ${JOBS} jobs, each delivered twice in a row: ${total} runs.`);
		expect(started.every((runs) => runs === 1 || runs === 2)).toBe(true);
	});
}
