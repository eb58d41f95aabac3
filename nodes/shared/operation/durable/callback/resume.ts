import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { answerCaller, endingAt, openCallback, type Callback } from '../../../callbacks';
import { jobKinds } from '../../../jobs/kinds';
import { CREDENTIAL_NAME } from '../../../transport/authentication';
import { createEnvironment } from '../../../transport/environment';
import { readKeyPair } from '../../../transport/keyPair';
import { createTransport } from '../../../transport/transport';
import type { Environment, Transport } from '../../../transport/types';
import { collect } from '../collect';
import { endWithError } from './endWithError';
import { isWokenUp, knownWait, noteWakeUp, type KnownWait } from './knownWaits';
import { outputsOf } from '../outputs';
import { findState, type SuspendedState } from '../state';
import { storedContext } from './storedExecution';
import { takeTurn } from './turns';

/** How long one call may keep its sender waiting, in milliseconds. */
const PATIENCE_MS = 50_000;
/** How long calls of one run are gathered after each look, in milliseconds: many jobs end within seconds. */
const REST_MS = 2_000;
/** Pauses before a record that is behind its call is read again, in milliseconds. */
const PAUSES_MS = [700, 2_000];
/**
 * How long ago n8n may have read the execution when the run goes on by a call, in milliseconds. n8n goes on with what it
 * read then, and asks no more than that the execution waits: another process may have woken it up meanwhile, and by now
 * it may wait for something else. No node of this package waits again within this time.
 */
const FRESH_MS = 5_000;

interface Call {
	context: IWebhookFunctions;
	environment: Environment;
	/** Milliseconds since the epoch. */
	arrivedAt: number;
	state: SuspendedState;
	/** Of the wait. */
	key: string;
	wait: KnownWait;
}

/** A call that has found all jobs final, and took too long for the run to go on by it. */
class StaleCall extends Error {
	override readonly name = 'StaleCall';

	constructor(readonly wakeUp: string | undefined) {
		super('it took long to find all jobs done, and another call may have woken the run up');
	}
}

/**
 * What a node does when the service calls the address of a suspended run: it looks whether all jobs are final, and
 * goes on when they are. The call is only a hint, whatever it says; the records read back are the truth. Never throws,
 * as n8n would go on with empty data then: a sender that is answered 503 tries again.
 */
export async function resumeByCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const state = findState(storedContext(context)) ?? findState(contextByExpression(context));
		if (!state) return answer(context, 404, 'Nothing is waited for here');
		const said = await callbackOf(context);
		if (said?.signed && !saysOver(said)) return { webhookResponse: 'OK' };

		const environment = createEnvironment(context);
		const ids = idsOf(state);
		// In a loop the same node waits again, for other jobs.
		const key = [context.getExecutionId(), context.getNode().id, ids[0]].join('/');
		const arrivedAt = environment.now();
		const wait = knownWait(key, arrivedAt);
		if (said && saysOver(said) && ids.includes(said.id)) wait.told.add(said.id);
		const call: Call = { context, environment, arrivedAt, state, key, wait };
		const items = await takeTurn(
			key,
			async () => await look(call),
			async () => await environment.sleep(REST_MS),
		);
		return items ? { workflowData: [items] } : { webhookResponse: 'OK' };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.warn(`The call that may end a wait was put off: ${reason}`);
		const putOff = answer(context, 503, 'Try again later');
		if (error instanceof StaleCall) callAgain(context, error.wakeUp);
		return putOff;
	}
}

/** Gives the items that the run goes on with; undefined when there are jobs that are not final. */
async function look(call: Call): Promise<INodeExecutionData[] | undefined> {
	const { context, environment, arrivedAt, state, key, wait } = call;
	if (isWokenUp(key, environment.now())) throw new Error('an earlier call has woken the run up');
	const transport = createTransport(context, endingAt(environment, arrivedAt + PATIENCE_MS));
	if (!(await areAllFinal(transport, call))) return undefined;
	const outputs = wait.outputs ?? (await outputsOf(context, environment, state, wait.finals));
	if (environment.now() > arrivedAt + FRESH_MS) {
		Object.assign(wait, { outputs, madeAt: environment.now() });
		throw new StaleCall(state.wakeUp);
	}
	noteWakeUp(key, environment.now());
	const { items, failure } = outputs;
	if (failure && state.stopOnFailure) endWithError(context, failure);
	return items;
}

/** @throws Error when a job is over as calls say, and its record does not say so, also after a while. */
async function areAllFinal(
	transport: Transport,
	{ environment, state, wait: { finals, told } }: Call,
): Promise<boolean> {
	const ids = [...new Set([...told, ...idsOf(state)])];
	for (const pause of [...PAUSES_MS, undefined]) {
		const areFinal = await collect(transport, jobKinds[state.kind], ids, finals);
		for (const id of told) if (finals.has(id)) told.delete(id);
		if (areFinal || told.size === 0) return areFinal;
		if (pause !== undefined) await environment.sleep(pause);
	}
	throw new Error('a call is ahead of the record of its job');
}

/**
 * Calls the run once more, by the address that the service calls: n8n reads the execution anew, and what was found is
 * remembered. Where that does not get through, the sender's next try does it.
 */
function callAgain(context: IWebhookFunctions, wakeUp: string | undefined): void {
	if (wakeUp === undefined) return;
	const body = context.getBodyData();
	context.helpers
		.httpRequest({ method: 'POST', url: wakeUp, body, json: true, ignoreHttpStatusErrors: true })
		.catch((error: unknown) => {
			context.logger.debug(`The run could not be called again: ${String(error)}`);
		});
}

/** What the call says, signed or not: a hint. */
async function callbackOf(context: IWebhookFunctions): Promise<Callback | undefined> {
	const keys = readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	const opened = openCallback(context.getBodyData(), keys, 'signedOrPlain', Date.now());
	return opened.ok ? opened.value : undefined;
}

function saysOver({ status }: Callback): boolean {
	return status === 'completed' || status === 'failed';
}

function idsOf({ entries }: SuspendedState): string[] {
	return entries.flatMap(({ job }) => job?.id ?? []);
}

/** The way to the context of a woken node that every n8n knows. */
function contextByExpression(context: IWebhookFunctions): unknown {
	const name = JSON.stringify(context.getNode().name);
	const suspended: unknown = context.evaluateExpression(`{{ $(${name}).context["suspended"] }}`);
	return { suspended };
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	answerCaller(context, status, { message });
	return { noWebhookResponse: true };
}
