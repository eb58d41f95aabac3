import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { nodeProperties } from '../shared/operation/properties';
import { nodeSubtitle } from '../shared/operation/subtitle';
import { runNode } from '../shared/run/run';
import { wakeUp, wakesUp } from '../shared/waits/wakeUp';
import { resources } from './resources';

export class FaceSwap implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Face Swap',
		name: 'faceSwap',
		icon: { light: 'file:../../icons/faceSwap.svg', dark: 'file:../../icons/faceSwap.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description:
			'Swap faces and change ages in images and videos, detect faces, read results and the credit balance',
		defaults: { name: 'Face Swap' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		...wakesUp,
		properties: nodeProperties(resources),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runNode(this, resources);
	}

	/** Called while an execution is parked. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await wakeUp(this);
	}
}
