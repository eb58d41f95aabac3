import type { IExecuteFunctions, INodeTypeDescription } from 'n8n-workflow';

/** Not the node's ID, which may be any text: n8n finds the node by the execution. */
const PATH = 'media-generation';

/** Tried on n8n 2.41 (n8n.md: Resume address). */
export const resumeWebhook = {
	webhooks: [
		{
			name: 'default',
			httpMethod: 'POST',
			path: PATH,
			responseMode: 'onReceived',
			responseData: '',
			restartWebhook: true,
			isFullPath: true,
		},
	],
	waitingNodeTooltip:
		"={{ $parameter.waitOptions?.waitMethod === 'callback' ? 'Waiting for the service to call when the jobs of this node are done' : 'Waiting until the jobs of this node are done: n8n looks at them from time to time' }}",
} satisfies Partial<INodeTypeDescription>;

/**
 * The address that wakes this execution up, with n8n's query (its token, since 2.14); undefined when there is none.
 */
export function resumeUrlOf(context: IExecuteFunctions): string | undefined {
	const given: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
	if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
	const url = new URL(given);
	url.pathname = `${url.pathname.replace(/\/{1,20}$/, '')}/${PATH}`;
	return url.toString();
}
