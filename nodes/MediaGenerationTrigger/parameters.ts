import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from '../shared/zod';
import { callbackKinds } from '../shared/callbacks/confirm';
import * as build from '../shared/operation';
import { readAs } from '../shared/operation/readParameters';

const parameters = {
	events: build.parameter(
		'multiOptions',
		z.array(z.enum(['completed', 'failed', 'processing'])),
		'Start When a Job Is',
		{
			required: true,
			default: ['completed', 'failed'],
			options: [
				{ name: 'Completed', value: 'completed', description: 'A job has its result' },
				{ name: 'Failed', value: 'failed', description: 'The service could not do a job' },
				{ name: 'Processing', value: 'processing', description: 'The service has begun to work on a job' },
			],
			description: 'The events that start the workflow. Keep Failed, or you do not hear of jobs that failed.',
		},
	),
	kinds: build.parameter('multiOptions', z.array(z.string()), 'Job Types', {
		required: true,
		default: [...callbackKinds.map(({ name }) => name)],
		options: callbackKinds.map(({ name, label }) => ({
			name: label.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
			value: name,
		})),
		description:
			'The jobs that start the workflow. An age change is a face swap; a translation or a talking avatar is a video.',
	}),
	accept: build.parameter('options', z.enum(['signedOrPlain', 'signed']), 'Accept Callbacks', {
		default: 'signedOrPlain',
		options: [
			{
				name: 'Signed and Unsigned',
				value: 'signedOrPlain',
				description: 'The node reads the record of each first',
			},
			{ name: 'Signed Only', value: 'signed', description: 'With the keys of the credential' },
		],
		description: 'The callbacks to accept. The output is always the record, read back from the service.',
	}),
	simplify: build.simplify,
};
const options = {
	deduplicate: build.flag('Start Once per Event', {
		default: true,
		description: 'Whether to ignore a callback that repeats. In a test each callback starts the workflow.',
	}),
	maximumAge: build.numberOrDefault('Maximum Age (Minutes)', {
		default: 0,
		min: 0,
		description:
			'Ignore older signed callbacks, also after an outage. Unsigned ones have no time. 0: any age.',
	}),
};
export type TriggerSettings = build.Given<typeof parameters, typeof options>;

export const triggerFields = build.fieldsIn({
	howToUse: build.notice(
		'Copy the Production URL above into <b>Webhook URL</b> of the node that creates jobs, and publish this workflow. To try it, copy the Test URL there instead, execute this step, and then run that node.',
	),
	...parameters,
	options: build.collection('Options', options, { placeholder: 'Add option' }),
});

/** @throws when a parameter does not fit its field, or its expression can't be evaluated */
export function readTriggerSettings(context: IWebhookFunctions): TriggerSettings {
	const names = [...Object.keys(parameters), 'options'];
	const given = Object.fromEntries(names.map((name) => [name, context.getNodeParameter(name)]));
	return readAs(build.schemaWith(parameters, options), given, triggerFields);
}
