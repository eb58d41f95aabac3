import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription, IWebhookFunctions } from 'n8n-workflow';
import { receiveCallback, triggerFields } from './decide';

/** n8n's own texts assume a service in which you can trigger an event. */
const WHILE_BUILDING =
	"<b>While building your workflow</b>, click the 'execute step' button, copy the Test URL into <b>Webhook URL</b> of a node that creates jobs, below its <b>Wait for Completion</b>, and run that node. When its job is done, it starts this workflow here. The job's <b>Reference</b> comes back in the item.";

export class MediaGenerationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Trigger',
		name: 'mediaGenerationTrigger',
		icon: { light: 'file:../../icons/trigger.svg', dark: 'file:../../icons/trigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ "On " + $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when a job, such as a face swap or a video, is completed or has failed',
		eventTriggerDescription:
			'Copy the Test URL into Webhook URL of a node that creates jobs, below its Wait for Completion, and run that node',
		activationMessage:
			'Put the Production URL into Webhook URL of the nodes that create jobs. Each job that is done then starts this workflow.',
		triggerPanel: {
			header: 'Wait for a job to be done',
			executionsHelp: `${WHILE_BUILDING} <br /> <br /> <b>Once your workflow is ready</b>, publish it and use the Production URL instead. It then starts once for each job. These executions show up in the <a data-key="executions">list of executions</a>, not here.`,
			activationHint:
				'Publish the workflow, and it starts for each job whose Webhook URL is the Production URL. You do not see that here.',
		},
		builderHint: {
			searchHint:
				"Its Production URL goes into webhookUrl of the nodes that create jobs. A person has to copy it, because nodes can't read it. Those nodes wait for a job without it.",
		},
		defaults: { name: 'Media Generation Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'callback' }],
		properties: triggerFields,
	};

	/** The service keeps no list of addresses. */
	webhookMethods = {
		default: { checkExists: async () => true, create: async () => true, delete: async () => true },
	};

	async webhook(this: IWebhookFunctions) {
		return await receiveCallback(this);
	}
}
