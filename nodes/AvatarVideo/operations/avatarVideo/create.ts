import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { listField } from '../../../shared/lists';
import { createOperation } from '../../../shared/operation/define';
import {
	collection,
	number,
	optionalId,
	optionalNumber,
	optionalUrl,
} from '../../../shared/operation/inputs';
import { avatarFrom, avatarFromField, lookUpAvatars } from '../../avatars';
import { optionalColour } from '../../colour';
import { elementBody } from '../../elements/element';
import { avatarField, elementsFields, placeFields, typeField, urlField } from '../../elements/fields';
import { elementsInput, readElements } from '../../elements/read';
import { avatarVideoRules, MOST_SCALE } from '../../elements/rules';
import { refuse } from '../../../shared/operation/issues';
import { optionalRatio, ratioOf, readSize, sizeFields, sizeInput } from '../../size';

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

const form: INodeProperties[] = [
	typeField([
		{ name: 'Avatar', value: 'avatar', description: 'A person that speaks' },
		{ name: 'Image', value: 'image', description: 'A picture' },
		{ name: 'Video', value: 'video', description: 'A video' },
	]),
	avatarField({ displayOptions: { show: { type: ['avatar'] } } }),
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

/** What an avatar video asks for (service.md: Avatar videos). */
const fields: INodeProperties[] = [
	{
		displayName:
			'This takes no text. To have an avatar say something, make the audio first, with the resource <b>Voice</b> and the operation <b>Text to Speech</b>: then choose the resource <b>Talking Avatar</b>, which takes that audio by itself, or give the address of the audio as Voice URL here.',
		name: 'noTextNotice',
		type: 'notice',
		default: '',
	},
	...elementsFields({
		types: avatarVideoRules.types,
		simple: 'One avatar that fills the video',
		form,
		example: EXAMPLE,
	}),
	listField({
		name: 'voiceId',
		displayName: 'Voice',
		searchListMethod: 'searchVoices',
		placeholder: 'e.g. voice-amy',
		description:
			'The voice of the video, by its voice_id as Voice › Get Many lists it. Leave it empty to give a Voice URL instead',
	}),
	{
		displayName: 'Voice URL',
		name: 'voiceUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/voice.mp3',
		description:
			'The address of what the avatar says, as Voice › Clone or Voice › Text to Speech gives it (its resultUrl). Leave Voice empty then.',
	},
	{
		displayName: 'Duration (Milliseconds)',
		name: 'duration',
		type: 'number',
		default: 10000,
		typeOptions: { minValue: 1 },
		description: 'Duration of the video in milliseconds, 10000 for ten seconds',
	},
	...sizeFields,
];

/** Its own entries of the options. */
const options: INodeProperties[] = [
	avatarFromField,
	{
		displayName: 'Background',
		name: 'background',
		type: 'color',
		default: '#ffffff',
		description: 'The background colour, as a hexadecimal code such as #1a2b3c',
	},
	{
		displayName: 'Aspect Ratio',
		name: 'ratio',
		type: 'string',
		default: '16:9',
		placeholder: 'e.g. 9:16',
		description: 'Width to height of the video. Without this option it is that of Size.',
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

const milliseconds = (schema: z.ZodNumber) => schema.positive();

/** A video of avatars, pictures and videos with a voice (service.md: Avatar videos). */
export const create = createOperation({
	value: 'create',
	name: 'Create',
	action: 'Create an avatar video',
	description:
		'Make a video of an avatar, or of avatars, images and videos, with a Voice or with the audio of a Voice URL. It takes no text to be spoken. Gives the ID and the address (resultUrl) of the video.',
	kind: jobKinds.video,
	to: { path: '/avatar/createVideo' },
	sends: { data: 'elementsInput', duration: 'options.totalDuration' },
	fields,
	options,
	input: z
		.object({
			...elementsInput,
			voiceId: optionalId,
			voiceUrl: optionalUrl,
			duration: number(milliseconds),
			...sizeInput,
			options: collection({
				ratio: optionalRatio,
				background: optionalColour,
				avatarFrom,
				totalDuration: optionalNumber(milliseconds),
			}),
		})
		.superRefine(requireOneVoice)
		.transform(({ voiceId, voiceUrl, duration, options: more, ...given }, context) => ({
			...{ voiceId, voiceUrl, duration, options: more },
			size: readSize(given, context),
			elements: readElements(given, avatarVideoRules, context),
		})),
	/** When no ratio is given, it is that of the size: the service's default fits another size. */
	async plan({ size, duration, voiceId, voiceUrl, elements, options: more }, tools) {
		const chosen = await lookUpAvatars(elements, tools);
		const video = {
			...size,
			duration,
			voice: voiceId === undefined ? { voice_url: voiceUrl } : { voice_id: voiceId },
			elements: elements.map(elementBody),
			ratio: more.ratio ?? ratioOf(size),
			background: more.background,
			avatarFrom: more.avatarFrom ?? chosen.from,
		};
		return {
			body: { data: [video], duration: more.totalDuration },
		};
	},
});

function requireOneVoice(
	{ voiceId, voiceUrl }: { voiceId?: string; voiceUrl?: string },
	context: z.RefinementCtx,
): void {
	if (voiceId === undefined && voiceUrl === undefined) {
		refuse(context, 'must be chosen, or Voice URL filled in: a video needs one of the two', ['voiceId']);
	}
	if (voiceId !== undefined && voiceUrl !== undefined) {
		refuse(context, 'must be empty when a Voice is chosen: a video takes one of the two', ['voiceUrl']);
	}
}
