import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { answerCaller, endingAt, openCallback } from '../../callbacks';
import { jobKinds } from '../../jobs/kinds';
import { CREDENTIAL_NAME } from '../../transport/authentication';
import { createEnvironment } from '../../transport/environment';
import { readKeyPair } from '../../transport/keyPair';
import { createTransport } from '../../transport/transport';
import type { Environment } from '../../transport/types';
import { collect, type Finals } from './collect';
import { endWithError } from './endWithError';
import { outputsOf } from './outputs';
import { findState, type SuspendedState } from './state';
import { storedContext } from './storedExecution';
import { takeTurn } from './turns';

/** How long one call may keep its sender waiting, in milliseconds. */
const PATIENCE_MS = 50_000;
/** How long calls of one run are gathered after each look, in milliseconds: many jobs end within seconds. */
const REST_MS = 2_000;
/** Suspended runs whose final jobs are remembered in this process. */
const MOST_REMEMBERED = 200;

const remembered = new Map<string, Finals>();

/**
 * What a node does when the service calls the address of a suspended run: it looks whether all jobs are final, and
 * goes on when they are. The call is only a hint, whatever it says; the records read back are the truth. Never throws,
 * as n8n would go on with empty data then: a sender that is answered 503 tries again.
 */
export async function resumeByCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const state = findState(storedContext(context)) ?? findState(contextByExpression(context));
		if (!state) return answer(context, 404, 'Nothing is waited for here');
		if (await saysNothingNew(context)) return { webhookResponse: 'OK' };
		const key = `${context.getExecutionId()}/${context.getNode().id}`;
		const environment = createEnvironment(context);
		const call = { context, environment, end: environment.now() + PATIENCE_MS };
		const items = await takeTurn(
			key,
			async () => await look(call, state, key),
			async () => await environment.sleep(REST_MS),
		);
		return items ? { workflowData: [items] } : { webhookResponse: 'OK' };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.warn(`The call that may end a wait was put off: ${reason}`);
		return answer(context, 503, 'Try again later');
	}
}

interface Call {
	context: IWebhookFunctions;
	environment: Environment;
	/** When nothing more is asked of the service, in milliseconds since the epoch. */
	end: number;
}

async function look(
	{ context, environment, end }: Call,
	state: SuspendedState,
	key: string,
): Promise<INodeExecutionData[] | undefined> {
	const transport = createTransport(context, endingAt(environment, end));
	const finals = remember(key);
	const ids = state.entries.flatMap(({ job }) => job?.id ?? []);
	if (!(await collect(transport, jobKinds[state.kind], ids, finals))) return undefined;
	const { items, failure } = await outputsOf(context, environment, state, finals);
	remembered.delete(key);
	if (failure && state.stopOnFailure) endWithError(context, failure);
	return items;
}

/** An authentic call that a job has begun needs no look. */
async function saysNothingNew(context: IWebhookFunctions): Promise<boolean> {
	const keys = readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	const opened = openCallback(context.getBodyData(), keys, 'signed', Date.now());
	return opened.ok && (opened.value.status === 'processing' || opened.value.status === 'queued');
}

/** The way to the context of a woken node that every n8n knows. */
function contextByExpression(context: IWebhookFunctions): unknown {
	const name = JSON.stringify(context.getNode().name);
	const suspended: unknown = context.evaluateExpression(`{{ $(${name}).context["suspended"] }}`);
	return { suspended };
}

function remember(key: string): Finals {
	const finals = remembered.get(key) ?? new Map<string, never>();
	remembered.delete(key);
	remembered.set(key, finals);
	const [oldest] = remembered.keys();
	if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
	return finals;
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	answerCaller(context, status, { message });
	return { noWebhookResponse: true };
}
