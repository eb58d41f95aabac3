import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHmac } from 'crypto';
import { answerCaller, openCallback, readBody, type Callback } from '../../callbacks';
import { contextOf } from '../../n8n/storedExecution';
import { BoundedMap } from '../../service/boundedMap';
import { isObject, isSame } from '../../service/values';
import { createEnvironment } from '../../async/environment';
import { CREDENTIAL_NAME, readKeyPair, type KeyPair } from '../../transport/account';
import { gatheredFor, wakeAfterPause, wakeNow, wokenByCall } from './gather';
import { findParked, type Park } from '../batch/ledger';

/* A call to a parked run only decides whether to wake it: the node itself finds out the state of the jobs then. */

/**
 * n8n wakes an execution up as it read it when the call came. A call that took longer than this may have read a state that
 * is over, as another call woke the run up, and it was parked again (after five seconds or more). So a run that may create
 * something is called once more instead; any other loses nothing.
 */
const FRESH_MS = 3_000;
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
			return !park.createsMore || isFresh(body.at) ? wake : answer(context, 503, 'Too old');
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
const cachedKeys = new BoundedMap<string, { keys: Promise<KeyPair>; until: number }>(100);
const KEPT_FOR_MS = 5_000;

async function keysOf(context: IWebhookFunctions): Promise<KeyPair> {
	const id = context.getNode().credentials?.[CREDENTIAL_NAME]?.id;
	const kept = id ? cachedKeys.get(id) : undefined;
	if (kept && Date.now() < kept.until) return await kept.keys;
	const keys = context.getCredentials(CREDENTIAL_NAME).then(readKeyPair);
	if (id) {
		cachedKeys.set(id, { keys, until: Date.now() + KEPT_FOR_MS });
		keys.catch(() => cachedKeys.delete(id));
	}
	return await keys;
}

const wake: IWebhookResponseData = { workflowData: [] };
const ok: IWebhookResponseData = { webhookResponse: 'OK' };

function takeCall(
	context: IWebhookFunctions,
	{ open, parkedAt, wakeUpUrl, createsMore }: Park,
	{ id, status, signed, sentAt }: Callback,
	seal: string,
): IWebhookResponseData {
	const place = open.indexOf(id);
	const isOver = status === 'completed' || status === 'failed';
	if (!isOver || place < 0 || wakeUpUrl === undefined) return ok;
	const wait = gatheredFor(seal, wakeUpUrl);
	wait.calls += 1;
	if (signed) wait.told.add(place);
	if (wait.told.size < new Set(open).size) {
		const usual = createsMore ? 0 : (createEnvironment(context).now() - parkedAt) / wait.calls;
		wakeAfterPause(context, wait, usual);
		return ok;
	}
	if (createsMore && !isFresh(sentAt)) {
		wakeNow(context, wait);
		return ok;
	}
	wokenByCall(wait);
	return wake;
}

const isFresh = (sentAt: unknown) => typeof sentAt === 'number' && Math.abs(Date.now() - sentAt) < FRESH_MS;

/** Identifies this wait of this run by an HMAC, which nobody can make without the secret of the credential. */
function sealOf(context: IWebhookFunctions, { executionId, parkedAt }: Park, secret: string): string {
	const wait = [executionId, context.getNode().id, parkedAt].join('/');
	return createHmac('sha256', secret).update(`wake up ${wait}`).digest('base64url');
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	answerCaller(context, status, message);
	return { noWebhookResponse: true };
}
