import type { INodeProperties } from 'n8n-workflow';
import { ways } from '../waits';
import { isSession } from './commonOptions';
import { simplifyField } from './fields';
import { underMoreFields } from './moreFields';
import type { CreateOperation, Operation, ReadOperation } from './types';

const UNTIL_IT_STREAMS = 'Whether to wait until the session streams: nobody can talk to the avatar before';

const SAVED_AFTER_THE_WAIT =
	'Whether to save the result as a file of the item, once the node has waited for it. The service deletes results 7 days after completion.';

const fields = {
	waitForCompletion: {
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the result is there. Otherwise the node gives the ID at once, for a Get later on.',
	},
	waitUsing: {
		displayName: 'Wait Using',
		name: 'waitUsing',
		type: 'options',
		default: 'automatic',
		options: ways.map(({ name, value, description }) => ({ name, value, description })),
		description: 'How to wait. All ways give the same results.',
	},
	webhookUrl: {
		displayName: 'Webhook URL',
		name: 'webhookUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://n8n.example.com/webhook/…',
		description:
			'Address that the service calls when the job is done, for example that of a Media Generation Trigger, beside any wait of this node',
	},
	downloadResult: {
		displayName: 'Download Result',
		name: 'downloadResult',
		type: 'boolean',
		default: false,
		description:
			'Whether to save the result as a file of the item. The service deletes results 7 days after completion.',
	},
	binaryPropertyName: {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
		description: 'Several results are put in fields with a number behind the name, as data_1',
	},
} satisfies Record<string, INodeProperties>;

/** The parameters that an operation of this type has beside its own, in the order of the screen. */
export function commonFields(operation: Operation): INodeProperties[] {
	if (operation.type === 'create') return createFields(operation);
	if (operation.type === 'read') return readFields(operation);
	return [];
}

function createFields({ kind, makesImages = false }: CreateOperation): INodeProperties[] {
	if (isSession(kind)) {
		return [{ ...fields.waitForCompletion, description: UNTIL_IT_STREAMS }, simplifyField];
	}
	const isSaved = { show: { downloadResult: [true] } };
	const waits = { show: { waitForCompletion: [true] }, hide: { '@tool': [true] } };
	return [
		{ ...fields.downloadResult, default: makesImages, description: SAVED_AFTER_THE_WAIT },
		...underMoreFields({ ...fields.binaryPropertyName, displayOptions: isSaved }),
		fields.waitForCompletion,
		...underMoreFields({ ...fields.waitUsing, displayOptions: waits }),
		...underMoreFields({ ...fields.webhookUrl, displayOptions: { hide: { waitUsing: ['callback'] } } }),
		...underMoreFields(simplifyField),
	];
}

function readFields({ kind }: ReadOperation): INodeProperties[] {
	const wait: INodeProperties = {
		...fields.waitForCompletion,
		default: false,
		description: 'Whether to wait until the result is there, when it is not yet',
	};
	if (isSession(kind)) return [{ ...wait, description: UNTIL_IT_STREAMS }, simplifyField];
	return [
		wait,
		fields.downloadResult,
		{ ...fields.binaryPropertyName, displayOptions: { show: { downloadResult: [true] } } },
		simplifyField,
	];
}
