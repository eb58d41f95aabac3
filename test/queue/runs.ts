import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../n8n/client';
import type { Execution, ExecutionSummary, RunItem } from '../n8n/shapes';
import type { SwapOptions } from '../e2e/workflows';
import type { Cluster } from './cluster';
import { calledSwaps } from './workflows';
import { request } from '../n8n/request';

/** Production runs of one workflow of swaps, and what the service saw of them. */
export interface Runs {
	/** Calls the workflow once for each list of rows, all at the same time. */
	call(rows: readonly number[], times?: number): Promise<void>;
	/** The executions so far, oldest first. */
	list(): Promise<ExecutionSummary[]>;
	/** Waits until there are so many executions and all have one of the statuses (a final one by default). */
	ended(count: number, statuses?: readonly string[], longest?: number): Promise<Execution[]>;
	/** The jobs that the workflow has made. */
	jobs(): ReturnType<Cluster['emulator']['jobs']['created']>;
	/** Requests of anyone since the workflow was put into production. */
	requests(pathEnd: string): number;
}

const FINAL = ['success', 'error', 'crashed', 'canceled'];
const LONGEST_MS = 280_000;
let count = 0;

/** Polls until `look` gives something. Throws with what `tell` says when that takes too long. */
export async function eventually<T>(
	look: () => Promise<T | undefined>,
	tell: () => string,
	longest = LONGEST_MS,
): Promise<T> {
	const deadline = Date.now() + longest;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(tell());
		await pause(300);
	}
}

/**
 * Posts until n8n takes it, as callers do: an address is there about a second after its workflow was activated, and
 * n8n answers 503 while its database is too busy.
 */
export async function post(url: string, body: object): Promise<Response> {
	const headers = { 'content-type': 'application/json' };
	return await eventually(
		async () => {
			const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body) });
			return [404, 503].includes(answer.status) ? undefined : answer;
		},
		() => `${url} does not answer`,
	);
}

export const numbers = (length: number, from = 0) => Array.from({ length }, (_, index) => from + index);

/** Puts a workflow of swaps into production that is started by calls. */
export async function putSwapsIntoProduction(
	{ client, credential, emulator, balancer }: Cluster,
	{ query = '', ...options }: SwapOptions & { query?: string } = {},
): Promise<Runs> {
	const path = `swaps-${++count}-${Date.now()}`;
	// The picture tells the jobs of this workflow from those of others.
	const modifyImage = `https://example.com/${path}.png${query}`;
	const parameters = { modifyImage, ...options.parameters };
	const workflow = await client.createWorkflow(calledSwaps(credential, path, { ...options, parameters }));
	await client.activate(workflow);
	const requestsBefore = emulator.requests.length;
	const list = async () => (await client.executions({ workflowId: workflow.id })).reverse();
	return {
		list,
		async call(rows, times = 1) {
			const share = Math.ceil(rows.length / times);
			const bodies = numbers(times).map((each) => rows.slice(each * share, (each + 1) * share));
			const url = `${balancer.baseUrl}/webhook/${path}`;
			await Promise.all(
				bodies.map(async (each) => {
					const answer = await post(url, { rows: each.map((row) => ({ row })) });
					if (!answer.ok) throw new Error(`The call was answered ${answer.status}`);
				}),
			);
		},
		async ended(wanted, statuses = FINAL, longest = LONGEST_MS) {
			let seen: ExecutionSummary[] = [];
			await eventually(
				async () => {
					seen = await list();
					const done = seen.filter(({ status }) => statuses.includes(status));
					return done.length >= wanted ? done : undefined;
				},
				() => `Of ${wanted} executions: ${seen.map(({ status }) => status).join(', ')}`,
				longest,
			);
			return await Promise.all(seen.map(async ({ id }) => await client.execution(id)));
		},
		jobs: () => emulator.jobs.created().filter(({ request }) => request.modifyImage === modifyImage),
		requests: (pathEnd) =>
			emulator.requests.slice(requestsBefore).filter(({ path: each }) => each.endsWith(pathEnd)).length,
	};
}

/** What came out behind the swaps of an execution. */
export const outputOf = (execution: Execution): RunItem[] => itemsOf(execution, 'After');

export const referencesOf = (items: readonly RunItem[]) => items.map(({ json }) => json.reference);
export const idsOf = (items: readonly RunItem[]) => items.map(({ json }) => json.id);
