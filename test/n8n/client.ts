import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { RestSession } from './rest';
import {
	credentialShape,
	credentialTestShape,
	dropdownShape,
	executionShape,
	executionSummaryShape,
	nodeTypesShape,
	workflowShape,
	type Dropdown,
	type Execution,
	type ExecutionStatus,
	type ExecutionSummary,
	type NodeTypeEntry,
	type RunItem,
	type StoredCredential,
	type StoredWorkflow,
	type WorkflowFile,
} from './shapes';

export interface Account {
	readonly email: string;
	readonly password: string;
}

/** An account for an n8n that lives for one test or one session of play. */
export const PLAY_ACCOUNT: Account = { email: 'owner@example.com', password: 'Playground-1' };

export interface DropdownRequest {
	/** With the package's name: `n8n-nodes-media-generation.faceSwap`. */
	readonly nodeType: string;
	readonly typeVersion?: number;
	/** The list's method, and the parameter that it is for: `parameters.avatarId`. */
	readonly method: string;
	readonly path: string;
	readonly parameters?: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, StoredCredential>>;
	readonly filter?: string;
	readonly paginationToken?: string;
}

const FINAL: readonly ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled'];
/** How often an execution that has ended without its data is looked at again. */
const SETTLING_LOOKS = 10;
const anything = z.unknown();

/** n8n's REST API, the part that its editor uses and that tests need. */
export class N8nClient {
	readonly session: RestSession;

	constructor(baseUrl: string) {
		this.session = new RestSession(baseUrl);
	}

	/** Makes the first account and signs in. Fails on an n8n that has an owner already. */
	async setupOwner({ email, password }: Account = PLAY_ACCOUNT): Promise<void> {
		const names = { firstName: 'Play', lastName: 'Ground' };
		await this.session.call('POST', '/owner/setup', anything, { email, password, ...names });
	}

	/** Signs in after a restart. */
	async login({ email, password }: Account = PLAY_ACCOUNT): Promise<void> {
		await this.session.call('POST', '/login', anything, { emailOrLdapLoginId: email, password });
	}

	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<StoredCredential> {
		const stored = await this.session.call('POST', '/credentials', credentialShape, { name, type, data });
		return { id: stored.id, name: stored.name };
	}

	/** What the Test button does, for a stored credential with the given data. */
	async testCredential(credential: StoredCredential, type: string, data: Record<string, unknown>) {
		const body = { credentials: { ...credential, type, data } };
		return await this.session.call('POST', '/credentials/test', credentialTestShape, body);
	}

	async createWorkflow(workflow: WorkflowFile): Promise<StoredWorkflow> {
		const body = { settings: {}, pinData: {}, ...workflow, id: undefined, active: false };
		return await this.session.call('POST', '/workflows', workflowShape, body);
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.session.call('GET', `/workflows/${id}`, workflowShape);
	}

	async deleteWorkflow(id: string): Promise<void> {
		await this.session.call('POST', `/workflows/${id}/archive`, anything, {});
		await this.session.call('DELETE', `/workflows/${id}`, anything);
	}

	/** Puts a workflow into production; its webhooks answer within about a second after that. */
	async activate(workflow: StoredWorkflow): Promise<StoredWorkflow> {
		const { id, versionId } = workflow;
		return await this.session.call('POST', `/workflows/${id}/activate`, workflowShape, { versionId });
	}

	async deactivate(id: string): Promise<void> {
		await this.session.call('POST', `/workflows/${id}/deactivate`, anything, {});
	}

	/**
	 * Runs a saved workflow by hand from the trigger node of that name. The id of the execution, or undefined
	 * when the trigger listens for a test event first.
	 */
	async run(workflow: StoredWorkflow, triggerName: string): Promise<string | undefined> {
		const shape = z.object({ executionId: z.string().optional() });
		const body = { workflowData: workflow, triggerToStartFrom: { name: triggerName } };
		const headers = { 'push-ref': 'test-editor' };
		return (await this.session.call('POST', `/workflows/${workflow.id}/run`, shape, body, headers))
			.executionId;
	}

	/** "Execute step" of the editor: runs one node, on what the nodes before it put out in an earlier execution. */
	async executeStep(workflow: StoredWorkflow, nodeName: string, { data }: Execution): Promise<string> {
		const { [nodeName]: _, ...runData } = data.resultData.runData;
		const body = {
			workflowData: workflow,
			runData,
			destinationNode: { nodeName, mode: 'inclusive' },
			dirtyNodeNames: [],
		};
		const shape = z.object({ executionId: z.string() });
		const path = `/workflows/${workflow.id}/run?partialExecutionVersion=2`;
		const headers = { 'push-ref': 'test-editor' };
		return (await this.session.call('POST', path, shape, body, headers)).executionId;
	}

	/** Throws when there is none of that id (any more): n8n answers a success without data then. */
	async execution(id: string): Promise<Execution> {
		const found = await this.session.call('GET', `/executions/${id}`, executionShape.optional());
		if (!found) throw new Error(`There is no execution ${id}.`);
		return found;
	}

	/** The list of executions, newest first, at most 100. */
	async executions(
		filter: { workflowId?: string; status?: ExecutionStatus[] } = {},
	): Promise<ExecutionSummary[]> {
		const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: '100' });
		const shape = z.object({ results: z.array(executionSummaryShape) });
		return (await this.session.call('GET', `/executions?${query}`, shape)).results;
	}

	/** Looks until the execution has one of `statuses` (a final one by default). Throws after `timeout` ms. */
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

	/** "Retry execution" of the executions list; answers when the retry has ended or waits. */
	async retryExecution(id: string, { loadWorkflow = false } = {}): Promise<string> {
		const shape = z.object({ id: z.coerce.string() });
		return (await this.session.call('POST', `/executions/${id}/retry`, shape, { loadWorkflow })).id;
	}

	/** The same for one that does not end by itself: gives the new execution as soon as it is there. */
	async beginRetry(id: string): Promise<string> {
		this.retryExecution(id).catch(() => undefined);
		for (;;) {
			const found = (await this.executions({})).find(({ retryOf }) => retryOf === id);
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

	/** What the settings page does: asks n8n to install a community package by its name. */
	async installPackage(name: string): Promise<void> {
		await this.session.call('POST', '/community-packages', anything, { name });
	}

	/** Every node type that this n8n has loaded. */
	async nodeTypes(): Promise<NodeTypeEntry[]> {
		const answer = await this.session.raw('GET', '/types/nodes.json');
		return nodeTypesShape.parse(await answer.json());
	}

	/** One page of a searchable dropdown, as the editor asks for it. */
	async dropdown(request: DropdownRequest): Promise<Dropdown> {
		const { nodeType, typeVersion = 1, method, parameters = {}, ...rest } = request;
		return await this.session.call(
			'POST',
			'/dynamic-node-parameters/resource-locator-results',
			dropdownShape,
			{
				nodeTypeAndVersion: { name: nodeType, version: typeVersion },
				methodName: method,
				currentNodeParameters: parameters,
				...rest,
			},
		);
	}
}

/** The items that a node gave on one of its outputs in its last run; none when it did not run. */
export function itemsOf(execution: Execution, nodeName: string, output = 0): RunItem[] {
	return execution.data.resultData.runData[nodeName]?.at(-1)?.data?.main?.[output] ?? [];
}
