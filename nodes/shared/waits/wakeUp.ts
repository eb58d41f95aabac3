import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHmac } from 'crypto';
import { answerCaller, openCallback, readBody, type Callback } from '../callbacks';
import { findParked, type RunNote } from '../jobs/ledger';
import { contextOf } from '../n8n/stored';
import { BoundedMap } from '../service/boundedMap';
import { isObject, isSame } from '../service/values';
import { CREDENTIAL_NAME } from '../transport/authentication';
import { createEnvironment } from '../transport/environment';
import { readKeyPair, type KeyPair } from '../transport/keyPair';

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
	/** Set while the run is called at its own address. */
	isCalled?: boolean;
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

/**
 * n8n wakes an execution up as it read it when the call came. A call that took longer than this, in milliseconds, may have
 * read a state that is over: another call woke the run up, and it was parked again. Such a run is called once more
 * instead. A woken run that still waits looks for five seconds before it is parked again.
 */
const FRESH_MS = 3_000;
/** A wake-up call that n8n refuses, being busy, comes again after these pauses, in milliseconds. */
const PAUSES_MS = [0, 2_000, 4_000, 8_000];
/** So long n8n may take to answer it, in milliseconds. */
const CALL_MS = 10_000;

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
		const read = readBody(context);
		const body = read.ok ? read.value : undefined;
		// Its sender is this package, which tries again.
		if (isObject(body) && isSealed(body, seal))
			return isFresh(body.at) ? wake : answer(context, 503, 'Too old');
		const opened = openCallback(body, keys, 'signedOrPlain', Date.now());
		if (opened.ok) return takeCall(context, run, opened.value, seal);
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
	run: RunNote,
	{ id, status, signed, sentAt }: Callback,
	seal: string,
): IWebhookResponseData {
	const { open, next } = run.parked;
	const isOver = status === 'completed' || status === 'failed';
	if (!isOver || !open.includes(id)) return ok;
	const wait = waits.get(seal) ?? { told: new Set(), calls: 0 };
	waits.set(seal, wait);
	wait.calls += 1;
	if (signed) wait.told.add(id);
	if (open.every((each) => wait.told.has(each))) {
		if (isFresh(sentAt)) return wake;
		void callAgain(context, run, wait, seal);
		return ok;
	}

	const environment = createEnvironment(context);
	const usual = (environment.now() - run.parked.parkedAt) / wait.calls;
	const pause = next.length > 0 ? 0 : Math.min(LONGEST_PAUSE_MS, USUAL_TIMES * usual);
	const { calls } = wait;
	void environment.sleep(Math.max(SHORTEST_PAUSE_MS, pause)).then(async () => {
		// No other call came in the pause.
		if (wait.calls === calls) await callAgain(context, run, wait, seal);
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
	{ wakeUpUrl: url }: RunNote,
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
function sealOf(context: IWebhookFunctions, { parked }: RunNote, secret: string): string {
	const wait = [parked.executionId, context.getNode().id, parked.parkedAt].join('/');
	return createHmac('sha256', secret).update(`wake up ${wait}`).digest('base64url');
}

function isSealed(body: Record<string, unknown>, seal: string): boolean {
	return typeof body.seal === 'string' && isSame(body.seal, seal);
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	answerCaller(context, status, message);
	return { noWebhookResponse: true };
}
