import type { IExecuteFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import { asFields, isTool, nodeOf, stackOf, storedFields } from './storedExecution';

export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export const isExecution = (context: CallContext): context is IExecuteFunctions => 'customData' in context;

export type ExecutionFacts = ReturnType<typeof factsOf>;

const NOT_SAVED = '__EMPTY__';

export const isSaved = (id: unknown): id is string => typeof id === 'string' && id !== '' && id !== NOT_SAVED;

export type ToolCaller = 'agent' | 'mcpTrigger' | 'n8nAgents';

/** In queue mode a worker runs the tool, with the trigger as its parent (n8n.md: Who calls a tool). */
export function toolCallerOf(context: IExecuteFunctions): ToolCaller | undefined {
	if (!isTool(context)) return undefined;
	if (context.getMode() === 'internal') return 'n8nAgents';
	const { parentNode } = asFields(context);
	const { node } = asFields(context.getExecuteData());
	const types = [node, parentNode].map((each) => asFields(each).type);
	const isMcp = types.some((type) => typeof type === 'string' && type.endsWith('.mcpTrigger'));
	return isMcp ? 'mcpTrigger' : 'agent';
}

/** Undefined after a wait, and for a called workflow. */
export function retriedExecutionOf(context: IExecuteFunctions): string | undefined {
	const { additionalData } = asFields(context);
	const { retryOf } = asFields(asFields(additionalData).hooks);
	return isSaved(retryOf) ? retryOf : undefined;
}

/** Also in the later legs and the called workflows of a retry. */
export const isRetry = (context: IExecuteFunctions): boolean =>
	context.getMode() === 'retry' || retriedExecutionOf(context) !== undefined;

/** The same in an execution and all its retries, and in no other (n8n.md: Retries). It is a secret. */
export function chainTokenOf(context: IExecuteFunctions): string | undefined {
	const { resumeToken } = storedFields(context);
	const hasOne = typeof resumeToken === 'string' && resumeToken !== '';
	return hasOne && /^\d+$/.test(context.getExecutionId()) ? resumeToken : undefined;
}

/** Whether this node has begun in an execution before this retry. n8n keeps its name in the run data. */
export const hasBegun = (context: IExecuteFunctions): boolean =>
	Object.hasOwn(storedFields(context, 'resultData', 'runData'), nodeOf(context).name);

export const runIndexOf = (context: IExecuteFunctions): number =>
	Number(context.evaluateExpression('{{ $runIndex }}', 0));

/** Whether the workflow's settings keep no execution. n8n then deletes its files within a quarter of an hour. */
export function isNotKept(context: IExecuteFunctions): boolean {
	// n8n before 2.6 can't say.
	if (!('getWorkflowSettings' in context)) return false;
	const { saveDataSuccessExecution: saves, saveManualExecutions: savesManual } =
		context.getWorkflowSettings();
	return context.getMode() === 'manual' ? savesManual === false : saves === 'none';
}

export function factsOf(context: IExecuteFunctions) {
	return {
		mode: context.getMode(),
		executionId: context.getExecutionId(),
		isSaved: isSaved(context.getWorkflow().id) && isSaved(context.getExecutionId()),
		isTool: isTool(context),
		hasStack: stackOf(context) !== undefined,
		isRunByAgents: Object.keys(storedFields(context, 'parentAgentRun')).length > 0,
		isLeftAlone: storedFields(context, 'parentExecution').shouldResume === false,
		triggers: triggersOf(context),
	};
}

/** `answers` is n8n's `responseMode`, such as `onReceived`. A Respond to Webhook node sets `isAnswered`. */
function triggersOf(context: IExecuteFunctions) {
	// A node may be named like a member of every object.
	const own = (part: string) => new Map(Object.entries(storedFields(context, 'resultData', part)));
	const [ran, pinned] = [own('runData'), own('pinData')];
	const above = context.getParentNodes(nodeOf(context).name, { includeNodeParameters: true });
	const didRun = above.filter(({ name, disabled }) => !disabled && ran.get(name) && !pinned.get(name));
	const answers = didRun.filter(({ type }) => type.endsWith('.respondToWebhook'));
	const answeredAt = Math.max(...answers.map(({ name }) => lastRunOf(ran.get(name))));
	return didRun.flatMap(({ name, type, parameters = {} }) => {
		const isResumed = type.endsWith('.wait') && parameters.resume === 'webhook';
		if (!isResumed && !/trigger$|\.webhook$/i.test(type)) return [];
		const mode = parameters.responseMode ?? asFields(parameters.options).responseMode;
		const isAnswered = lastRunOf(ran.get(name)) <= answeredAt;
		return { name, type, answers: typeof mode === 'string' ? mode : undefined, isAnswered };
	});
}

const lastRunOf = (runs: unknown): number =>
	Number(asFields(Array.isArray(runs) ? runs.at(-1) : undefined).startTime);

export type TimeLimit = ReturnType<typeof timeLimitOf>;

/** Only a worker has a relay for answers that stream where nothing streams. Tried on 2.41 (n8n.md: Time limit). */
export function timeLimitOf(context: IExecuteFunctions) {
	const data = asFields('additionalData' in context ? context.additionalData : undefined);
	const { executionTimeoutTimestamp: at, streamingEnabled } = data;
	const { sendChunk } = asFields(asFields(data.hooks).handlers);
	const relays = Array.isArray(sendChunk) && sendChunk.length > 0;
	return {
		/** In milliseconds since the epoch. */
		at: typeof at === 'number' ? at : Infinity,
		isPerLeg: relays && streamingEnabled !== true,
	};
}
