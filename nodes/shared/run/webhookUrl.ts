import type { IExecuteFunctions } from 'n8n-workflow';
import { withReference } from '../callbacks';
import { readKeyPair } from '../transport/keyPair';
import { CREDENTIAL_NAME } from '../transport/authentication';
import { ItemFailure } from '../operation/failure';
import type { CreateSettings } from '../operation/settings';

/**
 * Refuses, in a production run, a callback address that only listens while someone tests in the editor.
 * @throws ItemFailure
 */
export function checkWebhookUrl(context: IExecuteFunctions, { webhookUrl }: CreateSettings): void {
	if (webhookUrl === undefined) return;
	if (context.getMode() === 'manual' || !new URL(webhookUrl).pathname.includes('/webhook-test/')) return;
	throw new ItemFailure('Webhook URL is a test address, and this is a production run', {
		submitted: 'no',
		description:
			'A test address listens only while the editor waits for a test event. Copy the Production URL of the trigger, and publish its workflow (n8n 1: activate it).',
	});
}

/** The person's own callback address that a create sends to the service; it carries the signed reference. */
export async function callbackAddress(
	context: IExecuteFunctions,
	{ webhookUrl, options: { reference } }: CreateSettings,
): Promise<string | undefined> {
	if (webhookUrl === undefined || reference === undefined) return webhookUrl;
	const { clientSecret } = readKeyPair(await context.getCredentials(CREDENTIAL_NAME));
	return withReference(webhookUrl, reference, clientSecret);
}
