import type { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { createOperation } from '../../../shared/operation/define';
import { optionalUrl } from '../../../shared/operation/inputs';
import { refuse } from '../../../shared/operation/issues';
import { optionalId } from '../../../shared/operation/locators';
import { notice, number, optionalNumber, optionalText, parameter } from '../../../shared/operation/parameter';
import { avatarFrom, lookUpAvatars } from '../../avatars';
import { optionalColour } from '../../colour';
import { elementBody } from '../../elements/element';
import { elementForm, elementsParameters } from '../../elements/parameters';
import { readElements } from '../../elements/read';
import { avatarVideoRules, MOST_SCALE } from '../../elements/rules';
import { optionalRatio, ratioOf, readSize, sizeParameters } from '../../size';

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

const form = {
	...elementForm({
		types: [
			{ name: 'Avatar', value: 'avatar', description: 'A person that speaks' },
			{ name: 'Image', value: 'image', description: 'A picture' },
			{ name: 'Video', value: 'video', description: 'A video' },
		],
		placed: ['avatar', 'image', 'video'],
		addressed: ['image', 'video'],
		address: 'The address of the image or the video',
		mostScale: MOST_SCALE,
	}),
	layerNumber: number('Layer', {
		default: 0,
		description:
			'A higher layer lies above lower ones. 0 puts the element above those before it in the list.',
	}),
	elementId: optionalText('Element ID', {
		placeholder: 'e.g. presenter',
		description: 'A name of your own for the element',
	}),
};

/** A video of avatars, pictures and videos with a voice (service.md: Avatar videos). */
export const create = createOperation({
	value: 'create',
	name: 'Create',
	action: 'Create an avatar video',
	description:
		'Make a video of an avatar, or of avatars, images and videos, with a Voice or with the audio of a Voice URL. It takes no text to be spoken. Gives the ID and the address (resultUrl) of the video.',
	kind: jobKinds.video,
	to: { path: '/avatar/createVideo' },
	parameters: {
		noTextNotice: notice(
			'This takes no text. To have an avatar say something, make the audio first, with the resource <b>Voice</b> and the operation <b>Text to Speech</b>: then choose the resource <b>Talking Avatar</b>, which takes that audio by itself, or give the address of the audio as Voice URL here.',
		),
		...elementsParameters(avatarVideoRules.types, 'One avatar that fills the video', {}, form, EXAMPLE),
		voiceId: optionalId('Voice', {
			from: 'searchVoices',
			placeholder: 'e.g. voice-amy',
			description:
				'The voice of the video, by its voice_id as Voice › Get Many lists it. Leave it empty to give a Voice URL instead.',
		}),
		voiceUrl: parameter('string', optionalUrl, 'Voice URL', {
			placeholder: 'e.g. https://example.com/voice.mp3',
			description:
				'The address of what the avatar says, as Voice › Clone or Voice › Text to Speech gives it (its resultUrl). Leave Voice empty then.',
		}),
		duration: number('Duration (Milliseconds)', {
			default: 10000,
			above: 0,
			typeOptions: { minValue: 1 },
			description: 'Duration of the video in milliseconds, 10000 for ten seconds',
		}),
		...sizeParameters,
	},
	options: {
		avatarFrom,
		background: parameter('color', optionalColour, 'Background', {
			default: '#ffffff',
			description: 'The background colour, as a hexadecimal code such as #1a2b3c',
		}),
		ratio: parameter('string', optionalRatio, 'Aspect Ratio', {
			default: '16:9',
			placeholder: 'e.g. 9:16',
			description: 'Width to height of the video. Without this option it is that of Size.',
		}),
		totalDuration: optionalNumber('Total Duration (Milliseconds)', {
			default: 10000,
			above: 0,
			typeOptions: { minValue: 1 },
			description: 'Total duration in milliseconds. Without this option it is that of the video above.',
		}),
	},
	read(given, context) {
		requireOneVoice(given, context);
		const { voiceId, voiceUrl, duration, options } = given;
		const size = readSize(given, context);
		const elements = readElements(given, avatarVideoRules, context);
		return { voiceId, voiceUrl, duration, options, size, elements };
	},
	/** When no ratio is given, it is that of the size: the service's default fits another size. */
	async plan({ size, duration, voiceId, voiceUrl, elements, options }, tools) {
		const chosen = await lookUpAvatars(elements, tools);
		const video = {
			...size,
			duration,
			voice: voiceId === undefined ? { voice_url: voiceUrl } : { voice_id: voiceId },
			elements: elements.map(elementBody),
			ratio: options.ratio ?? ratioOf(size),
			background: options.background,
			avatarFrom: options.avatarFrom === 'auto' ? chosen.from : options.avatarFrom,
		};
		return { body: { data: [video], duration: options.totalDuration } };
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
