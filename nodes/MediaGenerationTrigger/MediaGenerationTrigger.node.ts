import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { fields } from './fields';
import { receiveCallback } from './receive';

export class MediaGenerationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Trigger',
		name: 'mediaGenerationTrigger',
		icon: { light: 'file:../../icons/trigger.svg', dark: 'file:../../icons/trigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ "On " + $parameter["events"].join(", ") }}',
		description:
			'Starts the workflow when a face swap, video, image, avatar or voice job is completed or has failed',
		eventTriggerDescription: 'Waiting for the service to call the Test URL',
		activationMessage:
			'Put the Production URL into Webhook URL of the nodes that create jobs: each job that is done then starts this workflow.',
		builderHint: {
			searchHint:
				'Its Production URL goes into webhookUrl of the nodes that create jobs; nodes can not read it, a person copies it. Not needed to wait for a job: those nodes wait by themselves.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-media-generation.faceSwap',
					relationHint: 'Creates jobs that call this trigger',
				},
				{
					nodeType: 'n8n-nodes-media-generation.imageGeneration',
					relationHint: 'Creates jobs that call this trigger',
				},
				{
					nodeType: 'n8n-nodes-media-generation.videoTranslation',
					relationHint: 'Creates jobs that call this trigger',
				},
				{
					nodeType: 'n8n-nodes-media-generation.avatarVideo',
					relationHint: 'Creates jobs that call this trigger',
				},
			],
		},
		defaults: { name: 'Media Generation Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'callback' }],
		properties: fields,
	};

	/** The service keeps no list of addresses: each create brings its own, so that there is nothing to register. */
	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return true;
			},
			async create(): Promise<boolean> {
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveCallback(this);
	}
}
