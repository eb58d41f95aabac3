import { idIn, voicesOf } from '../../../shared/lists/catalog';
import * as build from '../../../shared/operation';
import { EMPTY, defineCreate, optionalUrlSchema, refuse } from '../../../shared/operation';
import { checked } from '../../../shared/service/schema';
import { avatarFrom, lookUpAvatars } from '../../avatars';
import { elementForm, elementsParameters, optionalColor, placement, type Size } from '../../elements/element';
import { avatarVideoRules, readContent, showHint } from '../../elements/read';
import { aVoice } from '../../speech';

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

function pixelsOf(size: string): Size {
	const [width = 0, height = 0] = size.split('x').map(Number);
	return { width, height };
}

function nameOf(size: string): string {
	const { width, height } = pixelsOf(size);
	const shape = width === height ? 'Square' : width > height ? 'Landscape' : 'Portrait';
	return `${shape}, ${width} x ${height}`;
}

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
		options: [...SIZES.map((value) => ({ name: nameOf(value), value })), { name: 'Custom', value: CUSTOM }],
		description: 'Width and height of the video in pixels, such as 1920x1080',
	}),
	width: length('Width', 1920),
	height: length('Height', 1080),
};

/** A side of 0 is missing. */
const sizeOf = ({ size, width = 0, height = 0 }: build.ValuesOf<typeof sizeParameters>): Size =>
	size === CUSTOM ? { width, height } : pixelsOf(size);

const isRatio = (text: string) => /^\d+(\.\d+)?:\d+(\.\d+)?$/.test(text) && text.split(':').every(Number);

const optionalRatio = checked(build.optionalTextSchema, (given, context) => {
	if (given === undefined || isRatio(given)) return;
	build.refuseValue(context, 'two numbers with a colon between them, such as 16:9', given);
});

/** As `16:9` (service.md: Avatar videos). */
export function ratioOf({ width, height }: Size): string {
	const divisor = greatestDivisor(width, height);
	return `${width / divisor}:${height / divisor}`;
}

function greatestDivisor(one: number, other: number): number {
	return other === 0 ? one : greatestDivisor(other, one % other);
}

const { whole } = avatarVideoRules;
const EXAMPLE = [
	{ type: 'image', url: 'https://…/background.png', ...whole },
	{ type: 'avatar', avatar_id: '', ...whole, layer_number: 2 },
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
		description: 'Higher layers lie above lower ones. 0 puts the element above those before it.',
	}),
	elementId: build.optionalText('Element ID', {
		placeholder: 'e.g. presenter',
		description: 'Optional name of the element, which the record of the video repeats',
	}),
};

export const create = defineCreate({
	value: 'create',
	name: 'Create',
	action: 'Create avatar video',
	description: 'Make a video from avatars, images and videos with sound. Returns the ID and the resultUrl.',
	kind: 'video',
	to: { path: '/avatar/createVideo' },
	parameters: {
		...elementsParameters(avatarVideoRules.types, 'One avatar that fills the video', {}, form, EXAMPLE),
		/** The service takes a voice or an address, never both. */
		sound: build.choice('Sound', {
			default: 'voice',
			options: [
				{ name: 'Voice', value: 'voice', description: 'A voice, but no text. For a text choose Audio.' },
				{ name: 'Audio', value: 'audio', description: 'An audio file, such as a spoken text' },
			],
			hint: 'For a spoken text, choose Audio with the result of Voice › Text to Speech, or use Talking Avatar',
			description: 'The sound of the video. In an expression: voice, audio.',
		}),
		// Not required on the screen, because n8n would demand them with a JSON body as well.
		voiceId: build.optionalId('Voice', { ...aVoice, displayOptions: { show: { sound: ['voice'] } } }),
		voiceUrl: build.parameter('string', optionalUrlSchema, 'Audio URL', {
			placeholder: 'e.g. https://example.com/voice.mp3',
			displayOptions: { show: { sound: ['audio'] } },
			description: 'The URL of an audio file, such as the resultUrl of Voice › Text to Speech or Clone',
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
			description: 'Width to height, if the service should not derive it from Width and Height',
		}),
		background: build.parameter('color', optionalColor, 'Background', {
			default: '#ffffff',
			description: 'The background color, as a hexadecimal code such as #1a2b3c',
		}),
	},
	options: { avatarFrom, placement },
	read(given, context) {
		const { sound, voiceId, voiceUrl } = given;
		const content = readContent(given, avatarVideoRules, sizeOf(given), context);
		const chosenVoice = () =>
			sound === 'voice'
				? { voice_id: voiceId ?? refuse(context, EMPTY, ['voiceId'], 'Choose the voice from its list') }
				: { voice_url: voiceUrl ?? refuse(context, EMPTY, ['voiceUrl'], 'Enter the URL of an audio file') };
		const voice = content.video.voice ? undefined : chosenVoice();
		const size = { ...sizeOf(given), ...content.size };
		for (const side of ['width', 'height'] as const) {
			if (size[side] === 0) refuse(context, EMPTY, [side], 'Enter a number of pixels');
		}
		return { ...given, ...content, size, voice };
	},
	/** The service's default ratio fits another size. */
	async plan({ size, duration, voice, elements, ratio, background, options, hint, video, request }, tools) {
		const chosen = await lookUpAvatars(elements, tools);
		await showHint(hint, tools);
		const { voice_id: named } = voice ?? {};
		const planned = {
			...size,
			duration: Math.round(duration * 1000),
			voice: named === undefined ? voice : { voice_id: await idIn(voicesOf, named, tools) },
			elements: chosen.elements,
			ratio: ratio ?? ratioOf(size),
			background,
			avatarFrom: options.avatarFrom === 'auto' ? chosen.from : options.avatarFrom,
		};
		return { body: { data: [{ ...planned, ...video, ...size }], ...request } };
	},
});
