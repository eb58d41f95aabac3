import { VOICES } from '../../../shared/lists/catalog';
import { entryIn } from '../../../shared/lists/entries';
import * as build from '../../../shared/operation';
import { defineCreate, needed, optional, refuse } from '../../../shared/operation';
import { checked } from '../../../shared/service/schema';
import { withoutAbsent } from '../../../shared/service/values';
import { z } from '../../../shared/zod';
import { avatarFrom, lookUpAvatars, ownerSchema } from '../../avatars';
import { colorSchema, elementForm, elementsParameters, placement } from '../../elements/element';
import { WHOLE, type Rules, type Size } from '../../elements/element';
import { readContent, showHint, sides } from '../../elements/read';
import { aVoice, CHOOSE_VOICE, VOICE } from '../../speech';

const CUSTOM = 'custom';
const SIZES = [
	'1920x1080',
	'1280x720',
	'3840x2160',
	'1080x1920',
	'720x1280',
	'2160x3840',
	'1080x1080',
] as const;

const length = (displayName: string, usual: number) =>
	build.optionalNumber(displayName, {
		default: usual,
		min: 1,
		whole: true,
		displayOptions: { show: { size: [CUSTOM] } },
		description: `${displayName} of the video in pixels, such as ${usual}`,
	});

const sizeParameters = {
	size: build.choice('Size', {
		default: '1920x1080',
		options: [...build.shapes(SIZES), { name: 'Custom', value: CUSTOM }],
		description: 'Width and height of the video in pixels, such as 1920x1080',
	}),
	width: length('Width', 1920),
	height: length('Height', 1080),
};

/** A side of 0 is missing. */
function sizeOf({ size, ...sides }: build.ValuesOf<typeof sizeParameters>): Size {
	const { width = 0, height = 0 } = sides;
	const [wide = width, high = height] = size === CUSTOM ? [] : size.split('x').map(Number);
	return { width: wide, height: high };
}

const optionalRatio = checked(build.optional(build.textSchema), (given, context) => {
	if (given === undefined) return;
	if (/^\d+(\.\d+)?:\d+(\.\d+)?$/.test(given) && given.split(':').every(Number)) return;
	build.refuseValue(context, 'two numbers with a colon between them, such as 16:9', given);
});

const milliseconds = build.optional(build.numberSchema({ above: 0 }));
const voiceIn = { voice_id: build.optional(build.idSchema), voice_url: build.optional(build.urlSchema) };
const voiceSchema = checked(build.fieldsSchema(voiceIn), (voice, context) => {
	if (voice.voice_id ?? voice.voice_url) return;
	refuse(context, 'must have a voice_id or a voice_url', [], 'Give one of them, or leave voice out');
});

/** service.md: Avatar videos */
export const avatarVideoRules = {
	types: ['avatar', 'image', 'video'],
	own: ['layer_number', 'id'],
	settings: {
		...sides,
		duration: milliseconds,
		voice: optional(voiceSchema),
		ratio: optionalRatio,
		background: optional(colorSchema),
		avatarFrom: ownerSchema,
	},
	request: { duration: milliseconds },
	isTalking: false,
} satisfies Rules;

/** As `16:9`. */
export function ratioOf({ width, height }: Size): string {
	const divisor = greatestDivisor(width, height);
	return `${width / divisor}:${height / divisor}`;
}

const greatestDivisor = (one: number, other: number): number =>
	other === 0 ? one : greatestDivisor(other, one % other);

const AUDIO = 'Audio';
const AUDIO_ADVICE = 'Give the URL of an audio file, such as the resultUrl of Voice › Text to Speech.';
const EXAMPLE = [
	{ type: 'image', url: 'https://…/background.png', ...WHOLE, layer_number: 1 },
	{ type: 'avatar', avatar_id: '', ...WHOLE, layer_number: 2 },
];

const form = {
	...elementForm(
		avatarVideoRules,
		[
			{ name: 'Avatar', value: 'avatar', description: 'A person who speaks' },
			{ name: 'Image', value: 'image', description: 'A still image' },
			{ name: 'Video', value: 'video', description: 'A video' },
		],
		'The URL of the image or the video',
	),
	layerNumber: build.number('Layer', {
		default: 0,
		description: 'Higher layers lie above lower ones. 0 means the position of the element in the list.',
	}),
	elementId: build.optionalText('Element ID', {
		placeholder: 'e.g. presenter',
		description: 'Optional name of the element, which the record of the video repeats',
	}),
};

export const create = defineCreate({
	value: 'create',
	action: 'Create avatar video',
	description: 'Make a video from avatars, images and videos with sound. Returns the ID and the resultUrl.',
	kind: 'video',
	to: { path: '/avatar/createVideo' },
	parameters: {
		...elementsParameters(avatarVideoRules.types, 'One avatar that fills the video', {}, form, EXAMPLE),
		/** The service takes a voice or an address, never both. */
		sound: build.choice('Sound', {
			default: 'audio',
			options: [
				{ name: 'Audio', value: 'audio', description: 'An audio file, such as a spoken text' },
				{ name: 'Voice', value: 'voice', description: 'A voice, but no text. For a text choose Audio.' },
			],
			hint: 'For a spoken text, choose Audio with the result of Voice › Text to Speech, or use Talking Avatar',
			description: 'The sound of the video. In an expression: audio, voice.',
		}),
		voiceId: build.optionalId(VOICE, { ...aVoice, displayOptions: { show: { sound: ['voice'] } } }),
		voiceUrl: build.optionalMedia(AUDIO, {
			default: '={{ $json.resultUrl }}',
			placeholder: 'e.g. https://example.com/voice.mp3',
			advice: AUDIO_ADVICE,
			displayOptions: { show: { sound: ['audio'] } },
			description: 'The audio file. Preset to the result of Voice › Text to Speech or Clone.',
		}),
		duration: build.number('Duration (Seconds)', {
			default: 10,
			above: 0,
			description: 'Length of the finished video, in seconds or parts of a second',
		}),
		...sizeParameters,
		ratio: build.parameter('string', optionalRatio, 'Aspect Ratio', {
			placeholder: 'e.g. 9:16',
			displayOptions: { show: { size: ['custom'] } },
			description: 'Width to height. If it is empty, the node derives it from Width and Height.',
		}),
		background: build.parameter('color', optional(colorSchema), 'Background', {
			default: '#ffffff',
			description: 'The background color, as a hexadecimal code such as #1a2b3c',
		}),
	},
	options: { avatarFrom, placement },
	read(given, context) {
		const shown = sizeOf(given);
		const content = readContent(given, avatarVideoRules, shown, context);
		if (!content) return z.NEVER;
		const { video } = content;
		const size = { width: video.width ?? shown.width, height: video.height ?? shown.height };
		for (const side of ['width', 'height'] as const) {
			needed(context, side, size[side] || undefined, 'Enter a number of pixels');
		}
		const { sound, voiceId, voiceUrl: file } = given;
		if (!video.voice && sound === 'audio') {
			const voiceUrl = needed(context, 'voiceUrl', file, AUDIO_ADVICE);
			return { ...given, ...content, size, voiceUrl, voice: { voice_id: undefined } };
		}
		const voice = video.voice ?? { voice_id: needed(context, 'voiceId', voiceId, CHOOSE_VOICE) };
		return { ...given, ...content, size, voice, voiceUrl: undefined };
	},
	/** The service's default ratio fits another size. */
	async plan({ size, duration, ratio, background, options, ...input }, tools) {
		const { voice, voiceUrl, video } = input;
		const chosen = await lookUpAvatars(input.elements, video.avatarFrom ?? options.avatarFrom, false, tools);
		await showHint(input.hint, tools);
		const file = voiceUrl && { voice_url: await tools.mediaUrl(voiceUrl, AUDIO, 'audio') };
		const named = voice.voice_id && { voice_id: (await entryIn(VOICES, VOICE, voice.voice_id, tools)).id };
		const planned = {
			...{ duration: Math.round(duration * 1000), ratio: ratio ?? ratioOf(size), background },
			...{ ...withoutAbsent(video), ...size, voice: { ...voice, ...file, ...named } },
			...{ elements: chosen.elements, avatarFrom: chosen.from },
		};
		return { body: { data: [planned], ...input.request } };
	},
});
