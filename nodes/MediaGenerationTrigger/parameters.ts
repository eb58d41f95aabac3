import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { callbackKinds } from '../shared/callbacks';
import { simplify } from '../shared/operation/settings/shared';
import { labelOf } from '../shared/operation/parameters/messages';
import {
	collection,
	fieldsIn,
	flag,
	notice,
	numberOrDefault,
	parameter,
	schemaWith,
	type Given,
} from '../shared/operation/parameters/builders';

const titleCase = (label: string) => label.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const howToUse = notice(
	'Copy the Production URL from <b>Webhook URLs</b> above into the <b>Webhook URL</b> of a node that creates jobs (of one that waits, add it under <b>Waiting</b>), and publish this workflow (n8n 1: activate it). It then starts once for each job that is done. To try it here, execute this step, copy the Test URL there instead, and run that node.',
);

const parameters = {
	/** No label of an event: n8n would offer each choice as a trigger of its own, of which none is the default. */
	events: parameter(
		'multiOptions',
		z.array(z.enum(['completed', 'failed', 'processing'])),
		'Start When a Job Is',
		{
			required: true,
			default: ['completed', 'failed'],
			options: [
				{
					name: 'Completed',
					value: 'completed',
					description: 'The result of a job is there',
				},
				{
					name: 'Failed',
					value: 'failed',
					description: 'A job could not be done',
				},
				{
					name: 'Processing',
					value: 'processing',
					description: 'The service has begun to work on a job',
				},
			],
			description:
				'What has to happen to a job to start the workflow. For unattended work keep Failed, too: otherwise nothing tells of the jobs that failed.',
		},
	),
	kinds: parameter('multiOptions', z.array(z.string()), 'Kinds of Jobs', {
		required: true,
		default: [...callbackKinds.map(({ name }) => name)],
		options: callbackKinds.map(({ name, label }) => ({ name: titleCase(label), value: name })),
		description:
			'Which jobs start the workflow. Age changes count as face swaps; translations, avatar videos and talking avatars as videos.',
	}),
	/** No default for an expression that finds nothing: it would be the weaker of the two. */
	accept: parameter('options', z.enum(['signedOrPlain', 'signed']), 'Accept', {
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
	}),
	simplify,
};
const options = {
	deduplicate: flag('Deduplicate', {
		default: true,
		description:
			'Whether to start one run per job and event, however often the service tells it. Not done while testing.',
	}),
	/** Minutes. */
	maximumAge: numberOrDefault('Maximum Age (Minutes)', {
		default: 0,
		min: 0,
		description:
			'How old a signed callback may be to start the workflow. An older one, also one that an outage has delayed, is dropped for good. 0 means any age. A plain one carries no time and is not checked',
	}),
};
export type TriggerSettings = Given<typeof parameters, typeof options>;

export const triggerFields = fieldsIn({
	howToUse,
	...parameters,
	options: collection('Options', options, { placeholder: 'Add option' }),
});

/** @throws when a parameter does not fit its field, for example an expression that can't be evaluated */
export function readTriggerSettings(context: IWebhookFunctions): TriggerSettings {
	const names = ['events', 'kinds', 'accept', 'simplify', 'options'] as const;
	const entries = names.map((name) => [name, context.getNodeParameter(name)]);
	const parsed = schemaWith(parameters, options).safeParse(Object.fromEntries(entries));
	if (parsed.success) return parsed.data;
	const wrong = new Set(parsed.error.issues.map(({ path: [name = ''] }) => labelOf(triggerFields, [name])));
	throw new Error(`Correct these parameters of the trigger: ${[...wrong].join(', ')}`);
}
