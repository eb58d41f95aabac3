import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { present, text } from '../shared/operation/inputs';
import { quoted, refuse } from '../shared/operation/issues';

/** The text to be spoken, and how fast. */
export const inputTextField: INodeProperties = {
	displayName: 'Text',
	name: 'inputText',
	type: 'string',
	default: '',
	required: true,
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Welcome to our shop!',
	description: 'The text to be spoken',
};
export const rateField: INodeProperties = {
	displayName: 'Speed',
	name: 'rate',
	type: 'string',
	default: '100%',
	placeholder: 'e.g. 120%',
	description: 'Speed of the speech as a percentage such as 120%, where 100% is normal',
};

/** The schema of the same (service.md: Voices and audio): `rate` is a percentage such as 100%, also as a number. */
export const speechInput = {
	inputText: text,
	rate: z
		.preprocess((given) => present(given) ?? '100%', text)
		.transform((given, context): string => {
			const percent = /^(\d{1,3})\s*%?$/.exec(given)?.[1];
			if (percent !== undefined && Number(percent) > 0) return `${Number(percent)}%`;
			return refuse(
				context,
				`must be a percentage from 1% to 999%, such as 100%, but ${quoted(given)} was given`,
			);
		}),
};
