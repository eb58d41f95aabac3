import type { IExecuteFunctions } from 'n8n-workflow';
import { withReference } from '../callbacks';
import { whyNoReentry } from '../n8n/reentry';
import { resumeUrlOf } from '../n8n/resumeUrl';
import { ItemFailure } from '../operation/failure';
import type { CreateSettings } from '../operation/settings';
import { serviceAddress } from '../transport/account';
import { canReach } from '../transport/address';
import { CREDENTIAL_NAME } from '../transport/authentication';
import { readKeyPair } from '../transport/keyPair';
import { polling, type Way } from '../waits';

/* The addresses that the service is to call. Each is checked before anything is paid. */

const SET_ADDRESS =
	'Set N8N_WEBHOOK_URL (before n8n 2.41: WEBHOOK_URL) to the public address of n8n where it is started';

/**
 * Finds out whether a way to wait is possible here. If the run can't be parked, a way that only looks becomes polling,
 * and one that waits for calls is refused.
 * @returns the way, and the address that wakes this execution up, if the way needs calls
 * @throws ItemFailure, for all items of the run
 */
export async function openWay(
	context: IExecuteFunctions,
	way: Way,
): Promise<{ way: Way; wakeUpUrl?: string }> {
	if (!way.parks) return { way };
	const why = whyNoReentry(context);
	if (!way.isCalled) {
		if (why === undefined) return { way };
		context.logger.debug(`The execution waits in memory: ${why}`);
		return { way: polling };
	}
	const refuse = (reason: string, whatToDo = '') =>
		new ItemFailure(`Wait Using "${way.name}" is not possible here: ${reason}`, {
			description: `${whatToDo}Choose another Wait Using.`,
		});
	if (why !== undefined) throw refuse(why);
	const wakeUpUrl = resumeUrlOf(context);
	if (wakeUpUrl === undefined) throw refuse('n8n gives this execution no address');
	if (canReach(await serviceAddress(context), wakeUpUrl)) return { way, wakeUpUrl };
	const reason = `this n8n is at ${new URL(wakeUpUrl).host}, which the service can't reach`;
	throw refuse(reason, `${SET_ADDRESS}, or: `);
}

/**
 * Refuses, in a production run, a callback address that only listens while someone tests in the editor.
 * @throws ItemFailure
 */
export function checkWebhookUrl(context: IExecuteFunctions, { webhookUrl }: CreateSettings): void {
	if (webhookUrl === undefined) return;
	if (context.getMode() === 'manual' || !new URL(webhookUrl).pathname.includes('/webhook-test/')) return;
	throw new ItemFailure('Webhook URL is a test address, and this is a production run', {
		description:
			'A test address listens only while the editor waits for a test event. Copy the Production URL of the trigger, and publish its workflow (n8n 1: activate it).',
	});
}

/**
 * The person's own callback address that a create sends to the service; it carries the signed reference.
 * @throws ItemFailure when the service can't reach it
 */
export async function callbackAddress(
	context: IExecuteFunctions,
	{ webhookUrl, options: { reference } }: CreateSettings,
): Promise<string | undefined> {
	if (webhookUrl === undefined) return undefined;
	if (!canReach(await serviceAddress(context), webhookUrl)) {
		throw new ItemFailure(`Webhook URL is at ${new URL(webhookUrl).host}, which the service can't reach`, {
			description: `${SET_ADDRESS}, and copy the Production URL of the trigger again.`,
		});
	}
	if (reference === undefined) return webhookUrl;
	const { clientSecret } = readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	return withReference(webhookUrl, reference, clientSecret);
}
