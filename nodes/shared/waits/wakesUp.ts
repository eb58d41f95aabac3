import type { INodeTypeDescription } from 'n8n-workflow';
import { resumeWebhook } from '../n8n/resumeUrl';

/** The part of a node's description that lets calls wake it up, beside its `webhook()`. */
export const wakesUp = {
	webhooks: [resumeWebhook],
	waitingNodeTooltip:
		"={{ $parameter.waitUsing === 'callback' ? 'Waiting for the service to call when the jobs of this node are done' : 'Waiting until the jobs of this node are done: n8n looks at them from time to time' }}",
} satisfies Partial<INodeTypeDescription>;
