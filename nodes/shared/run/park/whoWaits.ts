import type { IExecuteFunctions } from 'n8n-workflow';
import { factsOf, type ExecutionFacts } from '../../n8n/executionFacts';
import { resumeUrlOf } from '../../n8n/resumeUrl';
import { serviceAddress } from '../../transport/account';
import { isByItem } from '../../transport/accountByItem';
import { canReach } from '../../transport/privateAddress';
import { ServiceError } from '../../transport/serviceError';
import type { Chosen, Waiter } from '../batch/batch';
import { polling, type Strategy } from '../batch/waysToWait';

interface Case extends Waiter {
	/** Its line in the documentation. */
	name: string;
	applies(facts: ExecutionFacts): boolean;
}

/** Modes in which nobody wakes an execution up: from the command line, for an evaluation, and for a node tool of n8n Agents. */
const NOBODY_WAKES: ReadonlySet<string> = new Set(['cli', 'evaluation', 'internal']);

/** Of n8n's engine 1; those of engine 2 are UUIDs. */
const NUMBER = /^\d+$/;

/** A form that answers at the end has its page ask again and again: it finds what was stored meanwhile. */
const ASKS_AGAIN = /\.formTrigger$/;
const AT_THE_END: ReadonlySet<unknown> = new Set(['lastNode', 'responseNodes', 'streaming']);

/**
 * The table of those who wait, in the order of asking. A run is stored between looks only where none of them applies:
 * n8n answers whoever waits at the moment in which it stores the execution (n8n.md: Who waits for a run).
 */
export const cases: readonly Case[] = [
	{
		name: 'A tool of an agent',
		applies: ({ isTool }) => isTool,
		why: 'an agent waits for the answer of its tool',
		wayOn: '',
	},
	{
		name: 'Engine 2 of n8n',
		applies: ({ isSaved, executionId }) => isSaved && !NUMBER.test(executionId),
		why: 'this engine of n8n does not run a node again after a wait',
		wayOn: '',
	},
	{
		name: 'An n8n that keeps its stack elsewhere',
		applies: ({ hasStack }) => !hasStack,
		why: 'this version of n8n does not run a node again after a wait',
		wayOn: '',
	},
	{
		name: 'A workflow that was never saved',
		applies: ({ isSaved }) => !isSaved,
		why: 'n8n stores no execution of a workflow that was not saved',
		wayOn: 'Save the workflow.',
	},
	{
		name: 'Command line, evaluation, a node as a tool of n8n Agents',
		applies: ({ mode }) => NOBODY_WAKES.has(mode),
		why: 'nobody wakes up an execution of this kind',
		wayOn: '',
	},
	{
		name: 'A workflow that another one has called',
		applies: ({ mode, isLeftAlone, isRunByAgents }) =>
			mode === 'integrated' && !isLeftAlone && !isRunByAgents,
		why: 'the workflow that called this one waits for its output, and would go on without it',
		wayOn:
			'In the node that calls it turn off Wait for Sub-Workflow Completion, and have the result sent on from here.',
	},
	{
		name: 'A webhook or chat that answers at the end, or from a node below',
		applies: isCallerOnTheLine,
		why: 'somebody who called the workflow waits for its answer, and would get none',
		wayOn:
			'Have the trigger answer at once (Respond: Immediately, or a Respond to Webhook node before this one), and send the result later.',
		isOnTheLine: true,
	},
];

function isCallerOnTheLine({ mode, triggers, isRunByAgents }: ExecutionFacts): boolean {
	// The caller of an execution that is retried is gone.
	if (mode === 'retry' || isRunByAgents) return false;
	return triggers.some(({ type, answers, isAnswered }) => {
		if (answers === 'responseNode') return !isAnswered;
		if (answers === undefined) return type.endsWith('.chatTrigger');
		return AT_THE_END.has(answers) && !ASKS_AGAIN.test(type);
	});
}

/** Who waits for the output of a run, so that it must not be stored; undefined when nobody does. */
export function whoWaits(facts: ExecutionFacts): Waiter | undefined {
	return cases.find(({ applies }) => applies(facts));
}

/**
 * Finds out, before anything is paid, whether a strategy is possible here. Where somebody waits for the output, one that
 * only looks from time to time polls in the process, and one that waits for calls is refused.
 * @throws ServiceError, for all items of the run
 */
export async function allowedStrategy(context: IExecuteFunctions, wanted: Strategy): Promise<Chosen> {
	const facts = factsOf(context);
	const waiting = whoWaits(facts);
	if (!wanted.parks) return { strategy: wanted, waiting };
	const storesAtOnce = facts.isRunByAgents;
	if (!wanted.isCalled) {
		if (!waiting) return { strategy: wanted, storesAtOnce };
		context.logger.debug(`The execution waits in memory: ${waiting.why}`);
		return { strategy: polling, waiting };
	}
	const wakeUpUrl = resumeUrlOf(context);
	if (waiting) throw refused(waiting.why, waiting.wayOn);
	// A call belongs to no item: its credential could not be read, and each call would be put off.
	if (await isByItem(context)) {
		throw refused(
			'the credential has an expression that takes a value from the item or from another node',
			'Enter the account itself in the credential.',
		);
	}
	if (wakeUpUrl === undefined) throw refused('n8n gives this execution no address');
	if (canReach(await serviceAddress(context), wakeUpUrl))
		return { strategy: wanted, wakeUpUrl, storesAtOnce };
	throw refused(
		`this n8n is at ${new URL(wakeUpUrl).host}, which the service can't reach`,
		'Set N8N_WEBHOOK_URL (before n8n 2.41: WEBHOOK_URL) to the public address of n8n where it is started.',
	);
}

function refused(why: string, wayOn = ''): ServiceError {
	return new ServiceError(`Wait Using "Be Called by the Service (Callback)" is not possible here: ${why}`, {
		description: [wayOn, 'Or choose Automatic, which waits in memory where it has to.']
			.filter(Boolean)
			.join(' '),
	});
}
