import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHmac } from 'crypto';
import { answerCaller, openCallback, readBody, type Callback } from '../../callbacks';
import { findParked, type Park } from './ledger';
import { contextOf } from '../../n8n/stored';
import { BoundedMap } from '../../service/boundedMap';
import { isObject, isSame } from '../../service/values';
import { createEnvironment } from '../../async/environment';
import { CREDENTIAL_NAME, readKeyPair, type KeyPair } from '../../transport/account';

/* A call to a parked run only decides whether to wake it: the node itself finds out the state of the jobs then. */

/** What calls have told this process about one wait. */
interface Wait {
	/** Jobs that are over, according to signed calls. */
	told: Set<string>;
	/** How many calls came. After a pause it shows whether another came meanwhile. */
	calls: number;
	/** Set while the run is called at its own address. */
	isCalled?: boolean;
}

/** The waits for which this process got calls. */
const waits = new BoundedMap<string, Wait>(1_000);

/**
 * When several processes take calls, none hears of all jobs. So calls are also debounced: the run wakes up after a
 * pause of ten times the usual time between two calls, within these limits. It hardly ever comes before the last call; a
 * run that wakes up too early misses the calls that come while it looks.
 */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const USUAL_TIMES = 10;

/**
 * n8n wakes an execution up as it read it when the call came. A call that took longer than this may have read a state that
 * is over, as another call woke the run up, and it was parked again (after five seconds or more): such a run is called
 * once more instead.
 */
const FRESH_MS = 3_000;
/** A wake-up call that n8n refuses, being busy, comes again after these pauses. */
const PAUSES_MS = [0, 2_000, 4_000, 8_000];
/** So long n8n may take to answer it. */
const CALL_MS = 10_000;

/**
 * Handles a call to the address of a parked run. Never throws, as n8n would then go on with empty data: a sender that
 * gets 503 tries again.
 */
export async function wakeUp(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const park = findParked(contextOf(context, context.getNode().name));
		if (!park) return answer(context, 404, 'Nothing is waited for here');
		const keys = await keysOf(context);
		const seal = sealOf(context, park, keys.clientSecret);
		const read = readBody(context);
		const body = read.ok ? read.value : undefined;
		// Its sender is this package, which tries again.
		if (isObject(body) && typeof body.seal === 'string' && isSame(body.seal, seal))
			return isFresh(body.at) ? wake : answer(context, 503, 'Too old');
		const opened = openCallback(body, keys, 'signedOrPlain', Date.now());
		if (opened.ok) return takeCall(context, park, opened.value, seal);
		// The call may be good: it must not be lost while someone corrects the credential.
		return opened.refusal.why === 'badKeys' ? answer(context, 503, 'Try again later') : ok;
	} catch (error) {
		context.logger.warn(`A call to a parked run was put off: ${String(error)}`);
		return answer(context, 503, 'Try again later');
	}
}

/**
 * The keys that calls are signed with. Opening the credential is two fifths of n8n's cost per call (n8n.md: Resume
 * address), and the end of a batch brings hundreds of calls: so the keys are cached for a few seconds.
 */
const opened = new BoundedMap<string, { keys: Promise<KeyPair>; until: number }>(100);
const KEPT_FOR_MS = 5_000;

async function keysOf(context: IWebhookFunctions): Promise<KeyPair> {
	const id = context.getNode().credentials?.[CREDENTIAL_NAME]?.id;
	const kept = id ? opened.get(id) : undefined;
	if (kept && Date.now() < kept.until) return await kept.keys;
	const keys = context.getCredentials(CREDENTIAL_NAME).then(readKeyPair);
	if (id) {
		opened.set(id, { keys, until: Date.now() + KEPT_FOR_MS });
		keys.catch(() => opened.delete(id));
	}
	return await keys;
}

const wake: IWebhookResponseData = { workflowData: [] };
const ok: IWebhookResponseData = { webhookResponse: 'OK' };

function takeCall(
	context: IWebhookFunctions,
	park: Park,
	{ id, status, signed, sentAt }: Callback,
	seal: string,
): IWebhookResponseData {
	const { open, next, parkedAt } = park;
	const isOver = status === 'completed' || status === 'failed';
	if (!isOver || !open.includes(id)) return ok;
	const wait = waits.get(seal) ?? { told: new Set(), calls: 0 };
	waits.set(seal, wait);
	wait.calls += 1;
	if (signed) wait.told.add(id);
	if (open.every((each) => wait.told.has(each))) {
		if (isFresh(sentAt)) return wake;
		void callAgain(context, park, wait, seal);
		return ok;
	}

	const environment = createEnvironment(context);
	const usual = (environment.now() - parkedAt) / wait.calls;
	const pause = next.length > 0 ? 0 : Math.min(LONGEST_PAUSE_MS, USUAL_TIMES * usual);
	const { calls } = wait;
	void environment.sleep(Math.max(SHORTEST_PAUSE_MS, pause)).then(async () => {
		// No other call came in the pause.
		if (wait.calls === calls) await callAgain(context, park, wait, seal);
	});
	return ok;
}

const isFresh = (sentAt: unknown) => typeof sentAt === 'number' && Math.abs(Date.now() - sentAt) < FRESH_MS;

/**
 * Wakes the run up by a call to its own address, which n8n answers with the run as it is then. If no such call gets
 * through, the next look by time follows.
 */
async function callAgain(
	context: IWebhookFunctions,
	{ wakeUpUrl: url }: Park,
	wait: Wait,
	seal: string,
): Promise<void> {
	if (url === undefined || wait.isCalled) return;
	wait.isCalled = true;
	const environment = createEnvironment(context);
	for (const pause of PAUSES_MS) {
		if (pause > 0) await environment.sleep(pause);
		try {
			const body = { seal, at: Date.now() };
			await context.helpers.httpRequest({ method: 'POST', url, body, json: true, timeout: CALL_MS });
			break;
		} catch (error) {
			context.logger.debug(`A parked run was not woken up by a call to its address: ${String(error)}`);
		}
	}
	wait.isCalled = false;
}

/** Identifies this wait of this run by an HMAC, which nobody can make without the secret of the credential. */
function sealOf(context: IWebhookFunctions, { executionId, parkedAt }: Park, secret: string): string {
	const wait = [executionId, context.getNode().id, parkedAt].join('/');
	return createHmac('sha256', secret).update(`wake up ${wait}`).digest('base64url');
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	answerCaller(context, status, message);
	return { noWebhookResponse: true };
}
