import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHmac, timingSafeEqual } from 'crypto';
import { answerCaller, openCallback, type Callback } from '../callbacks';
import { findParked, type RunNote } from '../jobs/ledger';
import { contextOf } from '../n8n/stored';
import { BoundedMap } from '../service/boundedMap';
import { isObject } from '../service/values';
import { CREDENTIAL_NAME } from '../transport/authentication';
import { createEnvironment } from '../transport/environment';
import { readKeyPair, type KeyPair } from '../transport/keyPair';
import type { Environment } from '../transport/types';

/*
 * A parked run and the calls that may wake it up. A call only decides whether to wake: what has become of the jobs the
 * node finds out by itself, when n8n runs it again.
 */

/** What this process has been told of one wait. */
interface Wait {
	/** Jobs that are over, as signed calls say. */
	told: Set<string>;
	/** How many calls came. After a pause it tells whether another has come in it. */
	calls: number;
}

/** Waits that calls came for, in this process. */
const waits = new BoundedMap<string, Wait>(1_000);

/**
 * Where several processes take calls, none is told of all jobs. So the run is also woken up after a pause in the calls:
 * one of ten times the usual time between two of them, which hardly ever comes before the last, within these limits, in
 * milliseconds. A run that is woken up too early misses the calls that come while it looks.
 */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const USUAL_TIMES = 10;

type Parked = RunNote & { parked: NonNullable<RunNote['parked']> };

/**
 * What a node does when the address of its parked run is called. Never throws, as n8n would go on with empty data then: a
 * sender that is answered 503 tries again.
 */
export async function wakeUp(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const run = findParked(contextOf(context, context.getNode().name));
		if (!run) return answer(context, 404, 'Nothing is waited for here');
		const keys = await keysOf(context);
		const seal = sealOf(context, run, keys.clientSecret);
		if (isSealed(context.getBodyData(), seal)) return wake;
		const opened = openCallback(context.getBodyData(), keys, 'signedOrPlain', Date.now());
		return opened.ok ? takeCall(context, run, opened.value, seal) : ok;
	} catch (error) {
		context.logger.warn(`A call to a parked run was put off: ${String(error)}`);
		return answer(context, 503, 'Try again later');
	}
}

/**
 * The keys that calls are signed with. To open a credential is the larger part of what a call costs n8n (n8n.md: Resume
 * address), and a batch that ends has hundreds of them: so they are kept for a few seconds.
 */
const opened = new BoundedMap<string, { keys: Promise<KeyPair>; until: number }>(100);
const KEPT_FOR_MS = 5_000;

async function keysOf(context: IWebhookFunctions): Promise<KeyPair> {
	const open = async () => readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	const id = context.getNode().credentials?.[CREDENTIAL_NAME]?.id;
	if (!id) return await open();
	const kept = opened.get(id);
	if (kept && Date.now() < kept.until) return await kept.keys;
	const keys = open();
	opened.set(id, { keys, until: Date.now() + KEPT_FOR_MS });
	keys.catch(() => opened.delete(id));
	return await keys;
}

const wake: IWebhookResponseData = { workflowData: [] };
const ok: IWebhookResponseData = { webhookResponse: 'OK' };

function takeCall(
	context: IWebhookFunctions,
	run: Parked,
	{ id, status, signed }: Callback,
	seal: string,
): IWebhookResponseData {
	const { open, next } = run.parked;
	const isOver = status === 'completed' || status === 'failed';
	if (!isOver || !open.includes(id)) return ok;
	const wait = waits.get(seal) ?? { told: new Set(), calls: 0 };
	waits.set(seal, wait);
	wait.calls += 1;
	if (signed) wait.told.add(id);
	if (open.every((each) => wait.told.has(each))) return wake;

	const environment = createEnvironment(context);
	const usual = (environment.now() - run.parked.parkedAt) / wait.calls;
	const pause = next.length > 0 ? 0 : Math.min(LONGEST_PAUSE_MS, USUAL_TIMES * usual);
	afterPause(context, environment, run, wait, Math.max(SHORTEST_PAUSE_MS, pause), seal);
	return ok;
}

/**
 * Wakes the run up after a pause in the calls, by calling its address once more. The answer to the last call can't do
 * that: n8n would go on with the execution as it was when that call came, and another process may have woken it up in
 * the pause. A call that does not get through costs no more than a look by time.
 */
function afterPause(
	context: IWebhookFunctions,
	environment: Environment,
	{ wakeUpUrl: url }: Parked,
	wait: Wait,
	pause: number,
	seal: string,
): void {
	const { calls } = wait;
	environment
		.sleep(pause)
		.then(async () => {
			if (url === undefined || wait.calls !== calls) return;
			await context.helpers.httpRequest({ method: 'POST', url, body: { seal }, json: true });
		})
		.catch((error: unknown) => {
			context.logger.debug(`A parked run was not woken up after a pause in its calls: ${String(error)}`);
		});
}

/** Names this wait of this run, in words that nobody can say without the secret of the credential. */
function sealOf(context: IWebhookFunctions, { parked }: Parked, secret: string): string {
	const wait = [parked.executionId, context.getNode().id, parked.parkedAt].join('/');
	return createHmac('sha256', secret).update(`wake up ${wait}`).digest('base64url');
}

function isSealed(body: unknown, seal: string): boolean {
	const given = isObject(body) && typeof body.seal === 'string' ? Buffer.from(body.seal) : Buffer.alloc(0);
	const own = Buffer.from(seal);
	return given.length === own.length && timingSafeEqual(given, own);
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	answerCaller(context, status, { message });
	return { noWebhookResponse: true };
}
