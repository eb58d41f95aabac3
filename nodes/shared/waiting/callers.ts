import { factsOf, type ExecutionFacts } from '../n8n/executionFacts';
import { resumeUrlOf } from '../n8n/reentry';
import { canReach } from '../transport/hosts';
import { wrongField, type Failure } from '../service/failure';
import type { Tools } from '../operation/defineOperation';
import { strategyOf, type Strategy } from '../async/waitMethods';

export interface Allowed {
	strategy: Strategy;
	/** The address that the service calls; undefined if it calls nobody. */
	wakeUpUrl?: string;
	/** Whether it is suspended right after its creates. n8n Agents end a tool that runs for minutes. */
	storesAtOnce?: boolean;
}

const NOBODY_WAKES: ReadonlySet<string> = new Set(['cli', 'evaluation', 'internal']);
const AT_THE_END: ReadonlySet<unknown> = new Set(['lastNode', 'responseNodes', 'streaming']);

/** A run is saved only if none of them applies: n8n answers the caller when it saves (n8n.md: Who waits for a run). */
const callers: ReadonlyArray<
	readonly [applies: (facts: ExecutionFacts) => boolean, why: string, change?: string]
> = [
	[({ isTool }) => isTool, 'an agent waits for the answer of its tool'],
	[
		// Engine 2 of n8n, or an n8n that keeps its stack elsewhere.
		({ hasStack, isSaved, executionId }) => !hasStack || (isSaved && !/^\d+$/.test(executionId)),
		'this n8n does not run a node again after a wait',
	],
	[
		({ isSaved }) => !isSaved,
		'n8n stores no execution of a workflow that was not saved',
		'Save the workflow.',
	],
	// Command line, evaluation, a node as a tool of n8n Agents.
	[({ mode }) => NOBODY_WAKES.has(mode), 'n8n does not resume an execution of this kind'],
	[
		({ mode, isLeftAlone, isRunByAgents }) => mode === 'integrated' && !isLeftAlone && !isRunByAgents,
		'the workflow that called this one waits for its output, and would continue without it',
		'In the node that calls it turn off Wait for Sub-Workflow Completion.',
	],
	// A webhook or chat that answers at the end, or from a node below.
	[
		isCallerOnTheLine,
		'the caller of the workflow waits for its answer, and would get none',
		'Have the trigger answer immediately, or use a Respond to Webhook node before this one.',
	],
];

function isCallerOnTheLine({ mode, triggers, isRunByAgents }: ExecutionFacts): boolean {
	// The caller of an execution that is retried is gone.
	if (mode === 'retry' || isRunByAgents) return false;
	return triggers.some(({ type, answers, isAnswered }) => {
		if (answers === 'responseNode') return !isAnswered;
		if (answers === undefined) return type.endsWith('.chatTrigger');
		return AT_THE_END.has(answers) && !type.endsWith('.formTrigger');
	});
}

/** Finds out, before anything is paid, whether a strategy is possible here. @throws Failure for all rows of the run */
export async function allowedStrategy({ context, serviceUrl }: Tools, wanted: Strategy): Promise<Allowed> {
	if (!wanted.suspends) return { strategy: wanted };
	const facts = factsOf(context);
	const [, why, change] = callers.find(([applies]) => applies(facts)) ?? [];
	const storesAtOnce = facts.isRunByAgents;
	if (!wanted.isCalled) {
		if (why === undefined) return { strategy: wanted, storesAtOnce };
		context.logger.debug(`The execution waits in memory: ${why}`);
		return { strategy: strategyOf('polling') };
	}
	if (why !== undefined) throw refused(why, change);
	const wakeUpUrl = resumeUrlOf(context);
	if (wakeUpUrl === undefined) throw refused('n8n gives this execution no address');
	if (canReach(await serviceUrl(), wakeUpUrl)) return { strategy: wanted, wakeUpUrl, storesAtOnce };
	throw refused(
		`this n8n is at ${new URL(wakeUpUrl).host}, which the service can't reach`,
		'Set N8N_WEBHOOK_URL to the public address of n8n where it is started.',
	);
}

function refused(why: string, change?: string): Failure {
	const description = change ?? 'Choose Automatic, which waits in memory where it must.';
	const message = `Wait Method can't be Callback here: ${why}`;
	return wrongField('Wait Method', message, description, { suggestion: 'automatic' });
}
