import type { IExecuteFunctions } from 'n8n-workflow';
import { withReference } from '../callbacks';
import { ItemFailure } from '../operation/failure';
import type { CreateSettings } from '../operation/settings';
import { serviceAddress } from '../transport/account';
import { canReach } from '../transport/address';
import { CREDENTIAL_NAME } from '../transport/authentication';
import { readKeyPair } from '../transport/keyPair';

/**
 * Refuses, in a production run, a callback address that only listens while someone tests in the editor.
 * @throws ItemFailure
 */
export function checkWebhookUrl(context: IExecuteFunctions, { webhookUrl }: CreateSettings): void {
	if (webhookUrl === undefined || context.getMode() === 'manual') return;
	if (!new URL(webhookUrl).pathname.includes('/webhook-test/')) return;
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
			description:
				'Set N8N_WEBHOOK_URL (before n8n 2.41: WEBHOOK_URL) to the public address of n8n where it is started, and copy the Production URL of the trigger again.',
		});
	}
	if (reference === undefined) return webhookUrl;
	const { clientSecret } = readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	return withReference(webhookUrl, reference, clientSecret);
}
