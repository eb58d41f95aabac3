import type { IExecuteFunctions } from 'n8n-workflow';
import { ItemFailure } from './failure';
import type { CreateSettings } from './settings';

/**
 * Refuses a callback address that only listens while someone tests in the editor, in a run that nobody watches.
 * @throws ItemFailure
 */
export function checkWebhookUrl(
	context: IExecuteFunctions,
	{ waitForCompletion, webhookUrl }: CreateSettings,
): void {
	if (waitForCompletion || webhookUrl === undefined) return;
	if (context.getMode() === 'manual' || !new URL(webhookUrl).pathname.includes('/webhook-test/')) return;
	throw new ItemFailure('Webhook URL is a test address, and this is a production run', {
		submitted: 'no',
		description:
			'A test address listens only while the editor waits for a test event. Copy the Production URL of the trigger, and activate its workflow.',
	});
}
