import type { INodeProperties } from 'n8n-workflow';
import { callbackKinds } from '../shared/callbacks';
import { simplifyField } from '../shared/operation/fields';

const titleCase = (label: string) => label.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

export const fields: INodeProperties[] = [
	{
		displayName:
			'Copy the Production URL from <b>Webhook URLs</b> above into the <b>Webhook URL</b> of a node that creates jobs (Options › More Fields), and publish this workflow (n8n 1: activate it). It then starts once for each job that is done. To try it here, listen for a test event, copy the Test URL there instead, and run that node.',
		name: 'howToUse',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['completed', 'failed'],
		options: [
			{
				name: 'Completed',
				value: 'completed',
				description: 'The result of a job is there',
				action: 'On job completed',
			},
			{
				name: 'Failed',
				value: 'failed',
				description: 'A job could not be done',
				action: 'On job failed',
			},
			{
				name: 'Processing',
				value: 'processing',
				description: 'The service has begun to work on a job',
				action: 'On job processing',
			},
		],
		description:
			'What has to happen to a job to start the workflow. For unattended work keep Failed, too: otherwise nothing tells of the jobs that failed.',
	},
	{
		displayName: 'Kinds of Jobs',
		name: 'kinds',
		type: 'multiOptions',
		required: true,
		default: [...callbackKinds.map(({ name }) => name)],
		options: callbackKinds.map(({ name, label }) => ({ name: titleCase(label), value: name })),
		description:
			'Which jobs start the workflow. Age changes count as face swaps; translations, avatar videos and talking avatars as videos.',
	},
	{
		displayName: 'Accept',
		name: 'accept',
		type: 'options',
		default: 'signedOrPlain',
		options: [
			{
				name: 'Signed or Plain',
				value: 'signedOrPlain',
				description: 'Both forms that the service may send. A plain one only says where to look.',
			},
			{
				name: 'Signed Only',
				value: 'signed',
				description: 'Refuses what is not signed and encrypted with the keys of the credential',
			},
		],
		description: 'Which callbacks are accepted. The output is always the record, read back from the service.',
	},
	simplifyField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Deduplicate',
				name: 'deduplicate',
				type: 'boolean',
				default: true,
				description:
					'Whether to start one run per job and event, however often the service tells it. Not done while testing.',
			},
			{
				displayName: 'Maximum Age (Minutes)',
				name: 'maximumAge',
				type: 'number',
				default: 0,
				typeOptions: { minValue: 0 },
				description:
					'How old a signed callback may be to start the workflow. An older one, also one that an outage has delayed, is dropped for good. 0 means any age. A plain one carries no time and is not checked',
			},
		],
	},
];
