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
 * A parked run and the calls that may wake it up. A call only decides whether to wake the run: the node itself finds
 * out the state of the jobs, when n8n runs it again.
 */

/** What calls have told this process about one wait. */
interface Wait {
	/** Jobs that are over, according to signed calls. */
	told: Set<string>;
	/** How many calls came. After a pause it shows whether another came meanwhile. */
	calls: number;
}

/** The waits for which this process got calls. */
const waits = new BoundedMap<string, Wait>(1_000);

/**
 * When several processes take calls, none hears of all jobs. So calls are also debounced: the run wakes up after a
 * pause of ten times the usual time between two calls, within these limits, in milliseconds. Such a pause hardly ever
 * comes before the last call. A run that wakes up too early misses the calls that come while it looks.
 */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const USUAL_TIMES = 10;

type Parked = RunNote & { parked: NonNullable<RunNote['parked']> };

/**
 * Handles a call to the address of a parked run. Never throws, as n8n would then go on with empty data: a sender that
 * gets 503 tries again.
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
 * The keys that calls are signed with. Opening the credential is the larger part of n8n's cost per call (n8n.md: Resume
 * address), and the end of a batch brings hundreds of calls: so the keys are cached for a few seconds.
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
 * the pause. If the call does not get through, the next look by time follows.
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

/** Identifies this wait of this run by an HMAC, which nobody can make without the secret of the credential. */
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
