import {
	ExecuteContext,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import { Container } from '@n8n/di';
import {
	Workflow,
	createEmptyRunExecutionData,
	createRunExecutionData,
	type ICredentialsHelper,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRunExecutionData,
	type ITaskData,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { RunResult } from './runResult';
import type { WorkflowJson } from './workflow';

export interface RunOptions {
	/** Items of the first node, by default one empty item. Plain objects are used as their json. */
	input?: INodeExecutionData[] | Array<Record<string, unknown>>;
	mode?: WorkflowExecuteMode;
	executionId?: string;
	/** The killed execution that this run retries from its start. n8n knows nothing else of it. */
	retryOf?: string;
	/** n8n's token for the execution and its retries; by default one as n8n gives it. Before 2.14 it has none: ''. */
	token?: string;
	/** Nodes that got an artificial run when n8n recovered the execution. */
	recovered?: string[];
	/** The timeout of the n8n instance in seconds, as in EXECUTIONS_TIMEOUT. */
	instanceTimeout?: number;
	/** The clock of the nodes, by default the real clock. */
	now?: () => number;
	/** Whether a worker of queue mode runs it, which relays streamed output. */
	isWorker?: boolean;
	/** The workflow's ID. n8n has a special ID for a workflow that was never saved. */
	workflowId?: string;
	/** Adds handlers for events of the run, such as the start and the end of a node. */
	watch?: (hooks: ExecutionLifecycleHooks) => void;
}

export interface Running {
	finished: Promise<RunResult>;
	/** Does the same as the Stop button. */
	stop(): void;
}

export interface Instance {
	nodeTypes: INodeTypes;
	credentialsHelper: ICredentialsHelper;
	/** The public address of the instance, with a slash at its end. */
	url: string;
}

/** The data that n8n's server passes to the engine with each run. */
export function additionalDataOf(instance: Instance, executionId: string): IWorkflowExecuteAdditionalData {
	const { credentialsHelper, url } = instance;
	const notHere = async () => {
		throw new Error('Not part of the engine in tests');
	};
	return {
		currentNodeExecutionIndex: 0,
		credentialsHelper,
		executeWorkflow: notHere,
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: notHere,
		executionId,
		restApiUrl: `${url}rest`,
		instanceBaseUrl: url,
		formBaseUrl: `${url}form`,
		formWaitingBaseUrl: `${url}form-waiting`,
		formTestBaseUrl: `${url}form-test`,
		webhookBaseUrl: `${url}webhook`,
		webhookWaitingBaseUrl: `${url}webhook-waiting`,
		webhookTestBaseUrl: `${url}webhook-test`,
		mcpBaseUrl: `${url}mcp`,
		mcpTestBaseUrl: `${url}mcp-test`,
		variables: {},
		logAiEvent: () => {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		userId: 'user-1',
		workflowId: 'workflow-1',
	};
}

/** A workflow as n8n has it in memory. */
export const workflowOf = (
	{ nodeTypes }: Pick<Instance, 'nodeTypes'>,
	{ name = 'Test', connections = {}, settings }: Omit<WorkflowJson, 'nodes'>,
	nodes: INode[],
	more: { id?: string; staticData?: IDataObject } = {},
): Workflow =>
	new Workflow({
		...{ id: 'workflow-1', name, nodes, connections, active: true, nodeTypes },
		settings: { executionOrder: 'v1', ...settings },
		...more,
	});

interface Leg extends Pick<RunOptions, 'retryOf' | 'isWorker' | 'watch'> {
	mode: WorkflowExecuteMode;
	executionId: string;
	/** The end by n8n's time limit. */
	endsAt?: number;
}

/** Runs a workflow on n8n's engine from the data of its execution. */
export function execute(instance: Instance, workflow: Workflow, data: IRunExecutionData, leg: Leg) {
	const { mode, executionId, retryOf, isWorker, endsAt, watch } = leg;
	const { id, name = '', connectionsBySourceNode: connections } = workflow;
	const nodes = Object.values(workflow.nodes);
	const times = { createdAt: new Date(), updatedAt: new Date() };
	const stored = { id, name, nodes, connections, active: false, activeVersionId: null, isArchived: false };
	const hooks = new ExecutionLifecycleHooks(mode, executionId, { ...stored, ...times }, retryOf);
	if (isWorker) hooks.addHandler('sendChunk', () => {});
	watch?.(hooks);
	const additionalData = { ...additionalDataOf(instance, executionId), hooks };
	additionalData.executionTimeoutTimestamp = endsAt;
	return new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
}

/** Runs a workflow on n8n's engine, from its start node or from the end of an earlier run. */
export function startRun(
	instance: Instance,
	json: WorkflowJson,
	nodes: INode[],
	options: RunOptions & { executionData?: IRunExecutionData },
): Running {
	const { mode = 'manual', executionId = '1', now = Date.now } = options;
	const workflow = workflowOf(instance, json, nodes, { id: options.workflowId ?? 'workflow-1' });
	const timeout = timeoutOf(json, options);
	const endsAt = timeout > 0 ? now() + timeout * 1_000 : undefined;
	const executionData = options.executionData ?? startData(workflow, options);
	executionData.resumeToken = tokenOf(executionId, executionData, options);
	// As in n8n, pinned data replace the output of their nodes only in manual runs.
	if (mode === 'manual') executionData.resultData.pinData = json.pinData;
	const run = execute(instance, workflow, executionData, { ...options, mode, executionId, endsAt });
	return { finished: run.then((data) => new RunResult(data, json, executionId)), stop: () => run.cancel() };
}

/** The context of a node that n8n runs without a workflow's execution, with these items. */
export function contextOf(
	node: INode,
	workflow: Workflow,
	additionalData: IWorkflowExecuteAdditionalData,
	items: INodeExecutionData[],
): ExecuteContext {
	const data = { main: [items] };
	const source = { node, data, source: null };
	const runData = createEmptyRunExecutionData();
	return new ExecuteContext(workflow, node, additionalData, 'internal', runData, 0, items, data, source, []);
}

/** A call to the resume address of a waiting execution. */
export interface ResumeCall {
	instance: Instance;
	workflow: Workflow;
	executionId: string;
	nodeName: string;
	body: object | string;
	/** The node in another process than the instance's. */
	process?: INodeType;
}

/**
 * Asks a node, as n8n does before it wakes an execution, and changes the data that it has read.
 * @returns the status of the answer, and whether the node wakes the execution
 */
export async function askToResume(call: ResumeCall, read: IRunExecutionData) {
	const { workflow, nodeName } = call;
	const [entry] = read.executionData?.nodeExecutionStack ?? [];
	const node = workflow.getNode(nodeName);
	if (entry === undefined || node === null) throw new Error(`"${nodeName}" is not on the stack`);
	entry.node.disabled = true;
	read.waitTill = undefined;
	read.resultData.runData[read.resultData.lastNodeExecuted ?? '']?.pop();
	const { status, main } = await callWebhook(call, workflow, node, { body: call.body }, 'trigger', read);
	if (main !== undefined) entry.data.main = main;
	return { status, isWoken: main !== undefined };
}

/** Calls the webhook of a node. Returns the status of its answer, and the items with which n8n continues or starts. */
export async function callWebhook(
	{ instance, executionId, process }: Pick<ResumeCall, 'instance' | 'executionId' | 'process'>,
	workflow: Workflow,
	node: INode,
	request: { body: object | string; query?: object },
	mode: WorkflowExecuteMode,
	read: IRunExecutionData | null,
) {
	let status = 200;
	const { body } = request;
	const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	const additionalData = Object.assign(additionalDataOf(instance, executionId), {
		httpRequest: { headers: {}, ...request, rawBody },
		httpResponse: { headersSent: false, writeHead: (code: number) => (status = code), end() {} },
		// Since n8n 2 its functions hold the execution.
		establishTriggerIdentity: () => read,
	});
	const webhook = { webhookDescription: {} } as IWebhookData;
	const context = new WebhookContext(workflow, node, additionalData as never, mode, webhook, [], read);
	const type = process ?? instance.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return { main: (await type.webhook?.call(context))?.workflowData, status };
}

const tokens = new Map<string, string | undefined>();

/** n8n makes a token with an execution, and copies it with the data of the retried one. */
function tokenOf(id: string, { resumeToken }: IRunExecutionData, { retryOf = '', token }: RunOptions) {
	tokens.set(id, token ?? tokens.get(id) ?? tokens.get(retryOf) ?? resumeToken);
	return tokens.get(id);
}

/** n8n's time limit in seconds. With 0 or less there is no limit. */
export function timeoutOf({ settings }: WorkflowJson, { instanceTimeout }: RunOptions): number {
	return Number(settings?.executionTimeout ?? instanceTimeout ?? -1);
}

function startData(
	workflow: Workflow,
	{ input = [{ json: {} }], recovered = [] }: RunOptions,
): IRunExecutionData {
	const node = firstNode(workflow);
	const items = input.map((entry): INodeExecutionData =>
		isItem(entry) ? entry : { json: JSON.parse(JSON.stringify(entry)) },
	);
	const artificial = (): ITaskData => ({
		...{ startTime: 0, executionIndex: 0, executionTime: -1, source: [null], executionStatus: 'success' },
		data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
	});
	return createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
		resultData: { runData: Object.fromEntries(recovered.map((name) => [name, [artificial()]])) },
	});
}

const isItem = (entry: object): entry is INodeExecutionData =>
	'json' in entry && typeof entry.json === 'object';

function firstNode(workflow: Workflow): INode {
	const nodes = Object.values(workflow.nodes).filter(({ disabled }) => disabled !== true);
	const isTrigger = ({ type, typeVersion }: INode) => {
		const { group } = workflow.nodeTypes.getByNameAndVersion(type, typeVersion).description;
		return group.includes('trigger');
	};
	const first = nodes.find(isTrigger) ?? nodes.find(({ name }) => workflow.getParentNodes(name).length === 0);
	if (first === undefined) throw new Error('The workflow has no node to start from');
	return first;
}
