import type { IExecuteFunctions, INodeTypeDescription } from 'n8n-workflow';

/** Tried on n8n 2.41 (n8n.md: Resume address). */
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

/**
 * The address that wakes this execution up, with n8n's query (its token, since 2.14); undefined when there is none.
 */
export function resumeUrlOf(context: IExecuteFunctions): string | undefined {
	const given: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	const { id } = context.getNode();
	// A URL drops these as path segments, even encoded.
	if (typeof given !== 'string' || !URL.canParse(given) || id === '.' || id === '..') return undefined;
	const url = new URL(given);
	url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(id)}`;
	return url.toString();
}
