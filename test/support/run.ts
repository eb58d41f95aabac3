import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import { Container } from '@n8n/di';
import {
	Workflow,
	createRunExecutionData,
	type ICredentialsHelper,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeTypes,
	type IRunExecutionData,
	type ITaskData,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { RunResult } from './runResult';
import type { WorkflowJson } from './workflow';

export interface RunOptions {
	/** Items of the first node; default one empty item. Plain objects are taken as their json. */
	input?: INodeExecutionData[] | Array<Record<string, unknown>>;
	mode?: WorkflowExecuteMode;
	executionId?: string;
	/** The execution that this one is a retry of, from its start: n8n knows nothing else of one that was killed. */
	retryOf?: string;
	/** Nodes to which n8n has given an artificial run when it recovered the execution. */
	recovered?: string[];
	/** The time-out of the whole n8n, in seconds: EXECUTIONS_TIMEOUT. */
	instanceTimeout?: number;
	/** The clock of the nodes; that on the wall unless told otherwise. */
	now?: () => number;
	/** Whether a worker of queue mode runs it, which relays what streams. */
	isWorker?: boolean;
	/** The workflow's id; n8n knows one that was never saved by another word. */
	workflowId?: string;
	/** Adds handlers for what n8n tells while it runs: nodes that begin and end, above all. */
	watch?: (hooks: ExecutionLifecycleHooks) => void;
}

/** A run under way. */
export interface Running {
	finished: Promise<RunResult>;
	/** What the Stop button does. */
	stop(): void;
}

export interface Instance {
	nodeTypes: INodeTypes;
	credentialsHelper: ICredentialsHelper;
	/** Where the instance is reached from outside, with a slash at its end. */
	url: string;
}

/** What n8n's server hands to the engine with each run. */
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

/** Runs a workflow on n8n's engine, from its start node or from where an earlier run left off. */
export function startRun(
	instance: Instance,
	json: WorkflowJson,
	nodes: INode[],
	options: RunOptions & { executionData?: IRunExecutionData },
): Running {
	const { mode = 'manual', executionId = '1' } = options;
	const { workflowId: id = 'workflow-1' } = options;
	const workflow = workflowOf(instance, json, nodes, { id });
	const additionalData = additionalDataOf(instance, executionId);
	const base: IWorkflowBase = {
		id: workflow.id,
		name: workflow.name ?? '',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes,
		connections: json.connections ?? {},
	};
	const timeout = timeoutOf(json, options);
	const { now = () => Date.now() } = options;
	if (timeout > 0) additionalData.executionTimeoutTimestamp = now() + timeout * 1_000;
	additionalData.hooks = new ExecutionLifecycleHooks(mode, executionId, base, options.retryOf);
	if (options.isWorker === true) additionalData.hooks.addHandler('sendChunk', () => {});
	options.watch?.(additionalData.hooks);
	const executionData = options.executionData ?? startData(workflow, options);
	// As in n8n: pinned data stand for the output of their nodes in runs by hand alone.
	if (mode === 'manual') executionData.resultData.pinData = json.pinData;
	const run = new WorkflowExecute(additionalData, mode, executionData).processRunExecutionData(workflow);
	return {
		finished: run.then((data) => new RunResult(data, json, executionId)),
		stop: () => run.cancel(),
	};
}

/** n8n's time limit in seconds; none where it is not more than 0. */
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
