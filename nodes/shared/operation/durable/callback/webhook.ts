import type { INodeTypeDescription, IWebhookDescription } from 'n8n-workflow';

/** Where n8n takes the calls that end a wait: behind the address of the execution, the id of the node. */
const resumeWebhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	path: '={{ $nodeId }}',
	responseMode: 'onReceived',
	responseData: '',
	restartWebhook: true,
	isFullPath: true,
};

const UNTIL_CALLED = 'Waiting for the service to call back when the jobs of this node are done';
const UNTIL_DONE = 'Waiting until the jobs of this node are done: n8n looks at them again and again';

/** What the description of a node needs to be suspended: to wait for a callback beside its `webhook()` (see resume.ts). */
export const waitsForCallbacks = {
	webhooks: [resumeWebhook],
	waitingNodeTooltip: `={{ $parameter.waitUsing === 'suspend' ? '${UNTIL_DONE}' : '${UNTIL_CALLED}' }}`,
} satisfies Partial<INodeTypeDescription>;
