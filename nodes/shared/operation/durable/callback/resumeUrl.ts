import type { IExecuteFunctions } from 'n8n-workflow';
import { isPrivateAddress } from '../../../transport/address';
import { serviceAddress } from '../../../transport/account';
import { ItemFailure } from '../../failure';

/**
 * The address that wakes this execution up, for the service to call. n8n's own query (its token) stays; the node's id
 * behind the path says which node is woken.
 * @throws ItemFailure when the service can't reach this n8n, before anything is paid
 */
export async function resumeUrl(context: IExecuteFunctions): Promise<string> {
	const given: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof given !== 'string' || !URL.canParse(given)) {
		throw new ItemFailure('Wait Using Callback is not possible here: n8n gives this execution no address', {
			submitted: 'no',
			description: 'Set Wait Using to Polling.',
		});
	}
	if (isPrivateAddress(given) && !isPrivateAddress(await serviceAddress(context))) {
		throw new ItemFailure(
			`Wait Using Callback needs an n8n that the service can reach, and this one is at ${new URL(given).host}`,
			{
				submitted: 'no',
				description:
					'Set WEBHOOK_URL to the public address of n8n where it is started, or set Wait Using to Polling. Nothing was created.',
			},
		);
	}
	const url = new URL(given);
	url.pathname = `${url.pathname.replace(/\/$/, '')}/${context.getNode().id}`;
	return url.toString();
}
