import type { IExecuteFunctions, INodeTypeDescription } from 'n8n-workflow';

/**
 * The part of a node's description that lets calls wake it up, beside its `webhook()`. n8n takes them at the address of
 * the execution, then the id of the node; the address from its own `getSignedResumeUrl()` is answered 401 there. Tried
 * on n8n 1.123 and 2.41 (n8n.md: Resume address).
 */
export const resumeWebhook = {
	webhooks: [
		{
			name: 'default',
			httpMethod: 'POST',
			path: '={{ $nodeId }}',
			responseMode: 'onReceived',
			responseData: '',
			restartWebhook: true,
			isFullPath: true,
		},
	],
	waitingNodeTooltip:
		"={{ $parameter.waitOptions?.waitUsing === 'callback' ? 'Waiting for the service to call when the jobs of this node are done' : 'Waiting until the jobs of this node are done: n8n looks at them from time to time' }}",
} satisfies Partial<INodeTypeDescription>;

/** The address that wakes this execution up, with n8n's query (its token, since 2.14); undefined when there is none. */
export function resumeUrlOf(context: IExecuteFunctions): string | undefined {
	const given: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
	const url = new URL(given);
	url.pathname = `${url.pathname.replace(/\/+$/, '')}/${context.getNode().id}`;
	return url.toString();
}
