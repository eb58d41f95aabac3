import type { ExecutionStatus } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import { FINAL } from '../n8n/client';
import type { Playground } from '../n8n/play';
import { request } from '../n8n/request';
import type { Execution, RunItem, WorkflowFile } from '../n8n/shapes';

/** Far longer than any step here. Other work on the machine must not fail a test. */
export const PATIENCE = 240_000;

/** Calls `look` until it returns a value, and returns that value. Throws with `what` after `longest` milliseconds. */
export async function until<T>(
	what: string,
	look: () => T | undefined | false | Promise<T | undefined | false>,
	longest = PATIENCE,
): Promise<T> {
	const deadline = Date.now() + longest;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
		await pause(200);
	}
}

/** Saves a workflow, starts it by hand, and returns the ID of the execution. */
export async function begin(play: Playground, workflow: WorkflowFile, trigger = 'Start'): Promise<string> {
	const id = await play.client.run(await play.client.createWorkflow(workflow), trigger);
	if (id === undefined) throw new Error('n8n started no execution.');
	return id;
}

/** Saves a workflow, runs it by hand to its end, and returns the execution. */
export async function run(play: Playground, workflow: WorkflowFile, trigger = 'Start'): Promise<Execution> {
	return await play.client.waitForExecution(await begin(play, workflow, trigger), undefined, PATIENCE);
}

export async function publish({ client }: Pick<Playground, 'client'>, workflow: WorkflowFile) {
	const stored = await client.createWorkflow(workflow);
	await client.activate(stored);
	return stored;
}

/**
 * Posts to an address in production, and returns the answer. Until a second after the activation, n8n answers 404, perhaps
 * before it has read the body. It answers 503 while its database is too busy.
 */
export async function send(url: string, options: Pick<RequestInit, 'headers' | 'body'>): Promise<Response> {
	const unlessUnread = (error: { cause?: { code?: string } }) => {
		if (error.cause?.code === 'EPIPE') return undefined;
		throw error;
	};
	return await until(`an answer of ${url}`, async () => {
		const answer = await request(url, { method: 'POST', ...options }).catch(unlessUnread);
		return answer && ![404, 503].includes(answer.status) && answer;
	});
}

export const post = async (url: string, body: unknown = {}) =>
	await send(url, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/**
 * Waits until so many executions of a workflow have one of the statuses (by default a final status). Returns all of them,
 * oldest first.
 */
export async function endedRuns(
	{ client }: Pick<Playground, 'client'>,
	workflowId: string,
	count: number,
	statuses: readonly ExecutionStatus[] = FINAL,
	longest?: number,
): Promise<Execution[]> {
	const found = await until(
		`${count} executions that are ${statuses.join()}`,
		async () => {
			const all = await client.executions({ workflowId });
			return all.filter(({ status }) => statuses.includes(status)).length >= count && all;
		},
		longest,
	);
	const ends = [...statuses, ...FINAL];
	const waits = found.reverse().map(async ({ id }) => await client.waitForExecution(id, ends, PATIENCE));
	return await Promise.all(waits);
}

/** The content of a file of an item, wherever this n8n keeps it. */
export async function contentOf(
	{ client }: Pick<Playground, 'client'>,
	item: RunItem | undefined,
	field = 'data',
): Promise<Buffer> {
	const file = item?.binary?.[field];
	if (file === undefined) throw new Error(`The item has no file in ${field}.`);
	if (typeof file.id !== 'string') return Buffer.from(String(file.data), 'base64');
	const query = new URLSearchParams({ id: file.id, action: 'download', fileName: 'a', mimeType: 'b/c' });
	const answer = await client.session.raw('GET', `/rest/binary-data?${query}`);
	if (!answer.ok) throw new Error(`The file answers ${answer.status}.`);
	return Buffer.from(await answer.arrayBuffer());
}
