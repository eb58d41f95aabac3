import type { IExecuteFunctions, IWebhookDescription } from 'n8n-workflow';

/**
 * Where n8n takes the calls that wake an execution up: the address of the execution, then the id of the node. The
 * address from n8n's own `getSignedResumeUrl()` is answered 401 there. Tried on n8n 1.123 and 2.41 (n8n.md: Resume
 * address).
 */
export const resumeWebhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	path: '={{ $nodeId }}',
	responseMode: 'onReceived',
	responseData: '',
	restartWebhook: true,
	isFullPath: true,
};

/** The address that wakes this execution up, with n8n's query (its token, since 2.14); undefined when there is none. */
export function resumeUrlOf(context: IExecuteFunctions): string | undefined {
	const given: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
	const url = new URL(given);
	url.pathname = `${url.pathname.replace(/\/+$/, '')}/${context.getNode().id}`;
	return url.toString();
}
