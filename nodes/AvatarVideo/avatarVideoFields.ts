import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { listField } from '../shared/lists';
import { choice, optionalText } from '../shared/operation/inputs';
import { quoted } from '../shared/operation/issues';
import { AVATAR_SOURCES, sourceOf } from './avatarFrom';
import { colour } from './colour';
import { avatarField, elementsFields, placeFields, typeField, urlField, WAYS } from './elements/fields';
import { MOST_SCALE } from './elements/rules';

const EXAMPLE = [
	{
		type: 'image',
		url: 'https://example.com/background.png',
		scaleX: 1,
		scaleY: 1,
		offsetX: 0,
		offsetY: 0,
		layerNumber: 1,
	},
	{ type: 'avatar', avatarId: '', scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0, layerNumber: 2 },
];

const size = (name: string, displayName: string, value: number): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	default: value,
	required: true,
	typeOptions: { minValue: 1 },
	description: `${displayName} of the video in pixels`,
});

const elementFields: INodeProperties[] = [
	typeField([
		{ name: 'Avatar', value: 'avatar', description: 'A person that speaks' },
		{ name: 'Image', value: 'image', description: 'A picture' },
		{ name: 'Video', value: 'video', description: 'A video' },
	]),
	avatarField({ show: { type: ['avatar'] } }),
	urlField('The address of the image or the video', 'image', 'video'),
	...placeFields(['avatar', 'image', 'video'], MOST_SCALE),
	{
		displayName: 'Layer',
		name: 'layerNumber',
		type: 'number',
		default: 0,
		description:
			'A higher layer lies above lower ones. 0 puts the element above those before it in the list.',
	},
	{
		displayName: 'Element ID',
		name: 'elementId',
		type: 'string',
		default: '',
		placeholder: 'e.g. presenter',
		description: 'A name of your own for the element',
	},
];

const elementsInput: INodeProperties = {
	displayName: 'Give Elements As',
	name: 'elementsInput',
	type: 'options',
	default: 'fields',
	options: WAYS,
	description: 'How to say what the video is made of',
};

/** What an avatar video asks for (interface: Create avatar video). */
export const avatarVideoFields: INodeProperties[] = [
	size('width', 'Width', 1920),
	size('height', 'Height', 1080),
	{
		displayName: 'Duration (Milliseconds)',
		name: 'duration',
		type: 'number',
		default: 10000,
		required: true,
		typeOptions: { minValue: 1 },
		description: 'Duration of the video in milliseconds, 10000 for ten seconds',
	},
	listField({
		name: 'voiceId',
		displayName: 'Voice',
		searchListMethod: 'searchVoices',
		placeholder: 'e.g. 66a1f0c2e4b0d1a2b3c4d5e6',
		description: 'The voice of the video, by its voice_id. Leave it empty to give a Voice URL instead',
	}),
	{
		displayName: 'Voice URL',
		name: 'voiceUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/voice.mp3',
		description:
			'The address of the audio of a cloned voice, as the operation Clone of the resource Voice gives it',
	},
	...elementsFields(elementsInput, elementFields, EXAMPLE),
];

/** Its own entries of the options. */
export const avatarVideoOptions: INodeProperties[] = [
	{
		displayName: 'Avatar From',
		name: 'avatarFrom',
		type: 'options',
		default: 2,
		options: AVATAR_SOURCES,
		description: 'Whose the avatar is. Without this option it is found from the avatar that is chosen.',
	},
	{
		displayName: 'Background',
		name: 'background',
		type: 'color',
		default: '#ffffff',
		description: 'The background colour, as a hexadecimal code',
	},
	{
		displayName: 'Aspect Ratio',
		name: 'ratio',
		type: 'string',
		default: '16:9',
		placeholder: 'e.g. 9:16',
		description: 'Width to height of the video',
	},
	{
		displayName: 'Total Duration (Milliseconds)',
		name: 'totalDuration',
		type: 'number',
		default: 10000,
		typeOptions: { minValue: 1 },
		description: 'Total duration in milliseconds. Without this option it is that of the video above.',
	},
];

/** The schema of the options. */
export function optionsInput<T extends z.ZodTypeAny>(totalDuration: T) {
	const ratio = optionalText.superRefine((given, context) => {
		if (given === undefined || /^\d+(\.\d+)?:\d+(\.\d+)?$/.test(given)) return;
		context.addIssue({
			code: z.ZodIssueCode.custom,
			message: `must be two numbers with a colon between them, such as 16:9, but ${quoted(given)} was given`,
		});
	});
	const absent = (value: unknown) => (value === '' || value === null ? undefined : value);
	return z.preprocess(
		(options) => options ?? {},
		z.object({
			ratio,
			background: z.preprocess(absent, colour.optional()),
			avatarFrom: choice(['auto', '2', '3'], 'auto').transform(sourceOf),
			totalDuration,
		}),
	);
}
