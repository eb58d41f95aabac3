import { jobKinds } from '../../../shared/jobs/kinds';
import { defineCreate } from '../../../shared/operation/defineOperation';
import { optionalNumberSchema, optionalUrlSchema } from '../../../shared/operation/parameters/schemas';
import { refuseValue } from '../../../shared/operation/parameters/messages';
import { optionalId } from '../../../shared/operation/parameters/resourceLocators';
import {
	choice,
	notice,
	number,
	optionalNumber,
	optionalText,
	parameter,
} from '../../../shared/operation/parameters/builders';
import { avatarFrom, lookUpAvatars } from '../../avatars';
import { optionalColour } from '../../colour';
import { elementBody } from '../../elements/element';
import { elementForm, elementsParameters } from '../../elements/parameters';
import { avatarVideoRules, readElements } from '../../elements/read';
import { optionalRatio, ratioOf, readSize, sizeParameters } from '../../size';

const { whole } = avatarVideoRules;
const EXAMPLE = [
	{ type: 'image', url: 'https://example.com/background.png', ...whole },
	{ type: 'avatar', avatarId: '', ...whole, layerNumber: 2 },
];

const form = {
	...elementForm(
		avatarVideoRules,
		[
			{ name: 'Avatar', value: 'avatar', description: 'A person that speaks' },
			{ name: 'Picture', value: 'image', description: 'A picture that stands still' },
			{ name: 'Video', value: 'video', description: 'A video' },
		],
		'The address of the picture or the video',
	),
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
export const create = defineCreate({
	value: 'create',
	name: 'Create',
	action: 'Create an avatar video without a spoken text',
	description:
		'Make a video of an avatar, or of avatars, pictures and videos, with a voice or with an audio (its address). It takes no text to be spoken. Gives the ID and the address (resultUrl) of the video.',
	kind: jobKinds.video,
	to: { path: '/avatar/createVideo' },
	parameters: {
		noTextNotice: notice(
			'Takes no text. To have one said, make its sound with <b>Voice › Text to Speech</b>, and choose <b>An Audio Address</b> under Sound',
		),
		...elementsParameters(avatarVideoRules.types, 'One avatar that fills the video', {}, form, EXAMPLE),
		/** What is heard: the service takes a voice or an address, never both (service.md: Avatar videos). */
		sound: choice('Sound', {
			default: 'voice',
			options: [
				{
					name: 'A Voice',
					value: 'voice',
					description: 'One of the voices of the service, or of the account',
				},
				{ name: 'An Audio Address', value: 'audio', description: 'What was spoken or recorded before' },
			],
			description: 'What is heard in the video. In an expression: voice, audio.',
		}),
		voiceId: optionalId('Voice', {
			from: 'searchVoices',
			required: true,
			placeholder: 'e.g. voice-amy',
			displayOptions: { show: { sound: ['voice'] } },
			description: 'The voice of the video, by its voice_id as Voice › Get Many lists it',
		}),
		voiceUrl: parameter('string', optionalUrlSchema, 'Audio Address', {
			required: true,
			placeholder: 'e.g. https://example.com/voice.mp3',
			displayOptions: { show: { sound: ['audio'] } },
			description: 'The address of the sound, as Voice › Text to Speech or Clone gives it (its resultUrl)',
		}),
		/** The service counts in milliseconds, people in seconds: `duration` is for workflows that have it. */
		durationSeconds: number('Duration (Seconds)', {
			default: 10,
			above: 0,
			description: 'Duration of the video in seconds',
		}),
		duration: parameter('hidden', optionalNumberSchema({ min: 0 }), 'Duration (Milliseconds)', {
			default: 0,
			description:
				'The same in milliseconds, in a workflow that is written by hand; it goes before the seconds',
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
		const { sound, voiceId, voiceUrl, durationSeconds, duration, options } = given;
		const voice =
			sound === 'voice'
				? { voice_id: voiceId ?? refuseValue(context, 'chosen', undefined, ['voiceId']) }
				: { voice_url: voiceUrl ?? refuseValue(context, 'filled in', undefined, ['voiceUrl']) };
		const size = readSize(given, context);
		const elements = readElements(given, avatarVideoRules, context);
		return { voice, duration: duration || Math.round(durationSeconds * 1000), options, size, elements };
	},
	/** When no ratio is given, it is that of the size: the service's default fits another size. */
	async plan({ size, duration, voice, elements, options }, tools) {
		const chosen = await lookUpAvatars(elements, tools);
		const video = {
			...size,
			duration,
			voice,
			elements: elements.map((element) => elementBody(element, true)),
			ratio: options.ratio ?? ratioOf(size),
			background: options.background,
			avatarFrom: options.avatarFrom === 'auto' ? chosen.from : options.avatarFrom,
		};
		return { body: { data: [video], duration: options.totalDuration } };
	},
});
