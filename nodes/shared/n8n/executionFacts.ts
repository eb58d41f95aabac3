import type { IExecuteFunctions } from 'n8n-workflow';
import { isTool, nodeOf } from './node';
import { asFields, stackOf, storedFields } from './storedExecution';

/*
 * Facts about an execution that tell who waits for its output (n8n.md: Who waits for a run). Tried on the servers of
 * n8n 1.123.81 and 2.41.1; a fact that an n8n does not tell is absent.
 */

/** A trigger above the node that has begun this execution, or a Wait node that a call has resumed: who called is on the line. */
export interface CalledTrigger {
	name: string;
	/** The node's type, such as `n8n-nodes-base.webhook`. */
	type: string;
	/** When it answers: n8n's `responseMode`, such as `onReceived` or `lastNode`. Undefined where it does not say. */
	answers?: string;
	/** Whether a Respond to Webhook node has answered since. */
	isAnswered: boolean;
}

export type ExecutionFacts = ReturnType<typeof factsOf>;

/** The name that n8n gives a workflow that was never saved. */
const NOT_SAVED = '__EMPTY__';

/** Whether n8n has saved the workflow or execution with this id. */
export function isSaved(id: unknown): boolean {
	return typeof id === 'string' && id !== '' && id !== NOT_SAVED;
}

/** Who calls a node as its tool: n8n's AI Agent, an MCP trigger, or n8n Agents. */
export type ToolCaller = 'agent' | 'mcpTrigger' | 'n8nAgents';

/**
 * Who calls this node as a tool; undefined where it is none (n8n.md: Who calls a tool). An MCP trigger calls its tools
 * from its own webhook: n8n then names the trigger as the node at work. In queue mode a worker runs the tool, and has the
 * trigger as its parent.
 */
export function toolCallerOf(context: IExecuteFunctions): ToolCaller | undefined {
	if (!isTool(context)) return undefined;
	if (context.getMode() === 'internal') return 'n8nAgents';
	const { parentNode } = asFields(context);
	const { node } = asFields(context.getExecuteData());
	const types = [node, parentNode].map((each) => asFields(each).type);
	return types.some((type) => typeof type === 'string' && type.endsWith('.mcpTrigger'))
		? 'mcpTrigger'
		: 'agent';
}

/**
 * The ID of the execution that this one is a retry of; undefined where it is none, and where n8n does not tell it: n8n 1
 * does not, and no n8n does once a retry was stored (n8n.md: Deduplication store).
 */
export function retriedExecutionOf(context: IExecuteFunctions): string | undefined {
	const { additionalData } = asFields(context);
	const { retryOf } = asFields(asFields(additionalData).hooks);
	return isSaved(retryOf) ? String(retryOf) : undefined;
}

/** Collects the facts, without asking anybody. */
export function factsOf(context: IExecuteFunctions) {
	return {
		mode: context.getMode(),
		executionId: context.getExecutionId(),
		isSaved: isSaved(context.getWorkflow().id) && isSaved(context.getExecutionId()),
		isTool: isTool(context),
		/** Whether n8n keeps a stack of what it runs next where the node can reach it. */
		hasStack: stackOf(context) !== undefined,
		/** Whether n8n Agents run the workflow as a tool: they wait for what is stored. */
		isRunByAgents: Object.keys(storedFields(context, 'parentAgentRun')).length > 0,
		/** Whether another workflow called this one, and goes on at once. */
		isLeftAlone: storedFields(context, 'parentExecution').shouldResume === false,
		triggers: triggersOf(context),
	};
}

/** The triggers above the node that were called. What is pinned or switched off did nothing, though n8n notes a run of it. */
function triggersOf(context: IExecuteFunctions): CalledTrigger[] {
	const ran = storedFields(context, 'resultData', 'runData');
	const pinned = storedFields(context, 'resultData', 'pinData');
	const didRun = above(context).filter(({ name, disabled }) => !disabled && ran[name] && !pinned[name]);
	const answers = didRun.filter(({ type }) => type.endsWith('.respondToWebhook'));
	const answeredAt = Math.max(...answers.map(({ name }) => lastRunOf(ran[name])));
	return didRun.flatMap(({ name, type, parameters = {} }) => {
		const isResumed = type.endsWith('.wait') && parameters.resume === 'webhook';
		if (!isResumed && !/trigger$|\.webhook$/i.test(type)) return [];
		const mode = parameters.responseMode ?? asFields(parameters.options).responseMode;
		const isAnswered = lastRunOf(ran[name]) <= answeredAt;
		return { name, type, answers: typeof mode === 'string' ? mode : undefined, isAnswered };
	});
}

/** When a node ran for the last time; NaN where n8n does not tell. */
function lastRunOf(runs: unknown): number {
	return Number(asFields(Array.isArray(runs) ? runs.at(-1) : undefined).startTime);
}

const above = (context: IExecuteFunctions) =>
	context.getParentNodes(nodeOf(context).name, { includeNodeParameters: true });
