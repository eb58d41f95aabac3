import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionStatus } from 'n8n-workflow';
import { z } from 'zod/v3';
import { RestSession } from './rest';
import * as shapes from './shapes';
import type { Execution, RunItem, StoredCredential, StoredWorkflow } from './shapes';

/** An account for an n8n that exists for one test or one playground. */
export const PLAY_ACCOUNT = { email: 'owner@example.com', password: 'Playground-1' };

/** The statuses of an execution that has ended. */
export const FINAL: readonly ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];
/** How often an ended execution without data is read again. */
const SETTLING_LOOKS = 10;
const anything = z.unknown();

/** The part of n8n's REST API that its editor uses and that tests need. */
export class N8nClient {
	readonly session: RestSession;

	constructor(baseUrl: string) {
		this.session = new RestSession(baseUrl);
	}

	/** Makes the first account and signs in. Fails if the n8n has an owner already. */
	async setupOwner({ email, password } = PLAY_ACCOUNT): Promise<void> {
		const body = { email, password, firstName: 'Play', lastName: 'Ground' };
		await this.session.call('POST', '/owner/setup', anything, body);
	}

	async login({ email, password } = PLAY_ACCOUNT): Promise<void> {
		await this.session.call('POST', '/login', anything, { emailOrLdapLoginId: email, password });
	}

	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<StoredCredential> {
		const body = { name, type, data };
		return await this.session.call('POST', '/credentials', shapes.credentialShape, body);
	}

	/** Tests a stored credential with the given data, as n8n's button does. */
	async testCredential(credential: StoredCredential, type: string, data: Record<string, unknown>) {
		const body = { credentials: { ...credential, type, data } };
		return await this.session.call('POST', '/credentials/test', shapes.credentialTestShape, body);
	}

	async createWorkflow(workflow: shapes.WorkflowFile): Promise<StoredWorkflow> {
		const body = { settings: {}, pinData: {}, ...workflow, id: undefined, active: false };
		return await this.session.call('POST', '/workflows', shapes.workflowShape, body);
	}

	/** Puts a workflow into production. Its webhooks answer about a second later. */
	async activate(workflow: StoredWorkflow): Promise<StoredWorkflow> {
		const { id, versionId } = workflow;
		return await this.session.call('POST', `/workflows/${id}/activate`, shapes.workflowShape, { versionId });
	}

	async deactivate(id: string): Promise<void> {
		await this.session.call('POST', `/workflows/${id}/deactivate`, anything, {});
	}

	/** Runs a saved workflow by hand from a trigger. Returns no ID if the trigger listens for a test event first. */
	async run(workflow: StoredWorkflow, triggerName: string): Promise<string | undefined> {
		const shape = z.object({ executionId: z.string().optional() });
		const body = { workflowData: workflow, triggerToStartFrom: { name: triggerName } };
		const headers = { 'push-ref': 'test-editor' };
		const path = `/workflows/${workflow.id}/run`;
		return (await this.session.call('POST', path, shape, body, headers)).executionId;
	}

	/** Throws when no execution has this ID, because n8n then answers a success without data. */
	async execution(id: string): Promise<Execution> {
		const found = await this.session.call('GET', `/executions/${id}`, shapes.executionShape.optional());
		if (!found) throw new Error(`There is no execution ${id}.`);
		return found;
	}

	/** The list of executions, newest first, at most 100. */
	async executions(filter: { workflowId?: string } = {}) {
		const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: '100' });
		const shape = z.object({ results: z.array(shapes.executionSummaryShape) });
		return (await this.session.call('GET', `/executions?${query}`, shape)).results;
	}

	/** Waits until the execution has one of `statuses` (by default a final status). Throws after `timeout` ms. */
	async waitForExecution(
		id: string,
		statuses: readonly ExecutionStatus[] = FINAL,
		timeout = 60_000,
	): Promise<Execution> {
		const deadline = Date.now() + timeout;
		let sawEnd = 0;
		for (;;) {
			const execution = await this.execution(id);
			// n8n may store the end a moment before the data.
			const { resultData, waitTill, executionData } = execution.data;
			const hasRun = execution.status !== 'success' || executionData.nodeExecutionStack.length === 0;
			const hasData =
				hasRun && Object.keys(resultData.runData).length > 0 && (waitTill ?? undefined) === undefined;
			const isComplete = hasData || !FINAL.includes(execution.status) || (sawEnd += 1) > SETTLING_LOOKS;
			if (statuses.includes(execution.status) && isComplete) return execution;
			if (Date.now() > deadline) {
				throw new Error(
					`Execution ${id} is ${execution.status} after ${timeout} ms, not ${statuses.join('/')}.`,
				);
			}
			await pause(200);
		}
	}

	/** "Retry execution" of the executions list. Returns when the retry has ended or waits. */
	async retryExecution(id: string, { loadWorkflow = false } = {}): Promise<string> {
		const shape = z.object({ id: z.coerce.string() });
		return (await this.session.call('POST', `/executions/${id}/retry`, shape, { loadWorkflow })).id;
	}

	/** The same for a retry that does not end on its own. Returns the new execution as soon as it exists. */
	async beginRetry(id: string, options = {}): Promise<string> {
		this.retryExecution(id, options).catch(() => undefined);
		for (;;) {
			const found = (await this.executions()).find(({ retryOf }) => retryOf === id);
			if (found) return found.id;
			await pause(200);
		}
	}

	async stopExecution(id: string): Promise<void> {
		await this.session.call('POST', `/executions/${id}/stop`, anything, {});
	}

	async deleteExecutions(ids: readonly string[]): Promise<void> {
		await this.session.call('POST', '/executions/delete', anything, { ids });
	}

	async nodeTypes() {
		const answer = await this.session.raw('GET', '/types/nodes.json');
		return shapes.nodeTypesShape.parse(await answer.json());
	}
}

/** The items on one output of a node in its last run. Empty if the node did not run. */
export function itemsOf(execution: Execution, nodeName: string, output = 0): RunItem[] {
	return execution.data.resultData.runData[nodeName]?.at(-1)?.data?.main?.[output] ?? [];
}
