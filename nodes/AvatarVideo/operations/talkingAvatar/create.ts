import { VOICES } from '../../../shared/lists/catalog';
import { entryIn } from '../../../shared/lists/entries';
import * as build from '../../../shared/operation';
import { defineCreate, needed } from '../../../shared/operation';
import { prepared } from '../../../shared/service/schema';
import { withoutAbsent } from '../../../shared/service/values';
import { z } from '../../../shared/zod';
import { avatarFrom, lookUpAvatars, ownerSchema } from '../../avatars';
import { elementForm, elementsParameters, fillSchema, placement, whenSimple } from '../../elements/element';
import { WHOLE as whole, type Rules } from '../../elements/element';
import { readContent, showHint, sides } from '../../elements/read';
import { aVoice, CHOOSE_VOICE, VOICE } from '../../speech';

/** The only size that the interface allows (service.md: Talking avatars). */
const SIZE = { width: 3840, height: 2160 };
const AUDIO = 'Audio';
const WHITE = '#ffffff';
const SOUND_ADVICE = 'Give the URL of an audio file. For a text, choose Sound: Text.';

/** service.md: Talking avatars */
export const talkingAvatarRules = {
	types: ['avatar', 'image', 'audio'],
	own: ['width', 'height'],
	settings: { ...sides, avatar_from: ownerSchema },
	request: {},
	isTalking: true,
} satisfies Rules;

const EXAMPLE = [
	{ type: 'image', url: WHITE, ...whole, ...SIZE },
	{ type: 'avatar', avatar_id: '', ...whole },
	{ type: 'audio', url: 'https://…/speech.mp3' },
];

const length = (displayName: string) =>
	build.optionalNumber(displayName, {
		default: 0,
		min: 0,
		displayOptions: { show: { type: ['avatar', 'image'] } },
		description: `${displayName} of the element in pixels. 0 leaves it to the service.`,
	});

const form = {
	...elementForm(
		talkingAvatarRules,
		[
			{ name: 'Audio', value: 'audio', description: 'The sound that the avatar speaks' },
			{ name: 'Avatar', value: 'avatar', description: 'The person who speaks' },
			{ name: 'Image', value: 'image', description: 'An image or a color, such as a background' },
		],
		'The URL of the audio file, the avatar or the image. An image can also be a color, such as #1a2b3c.',
	),
	width: length('Width'),
	height: length('Height'),
};

const whenSpoken = (by: 'text' | 'audio') => ({ show: { ...whenSimple.show, sound: [by] } });

const backgroundSchema = prepared(
	(given) => (given === undefined ? WHITE : given),
	build.optional(fillSchema),
);

const simpleParameters = {
	sound: build.choice('Sound', {
		builderHint: 'text takes inputText and voiceId, audio an audio file such as resultUrl of textToSpeech.',
		default: 'text',
		options: [
			{ name: 'Text', value: 'text', description: 'The avatar speaks text with a voice of the service' },
			{ name: 'Audio', value: 'audio', description: 'The avatar speaks an audio file' },
		],
		displayOptions: whenSimple,
		description: 'Where the speech comes from. In an expression: text, audio.',
	}),
	inputText: build.optionalText('Text', {
		typeOptions: { rows: 4 },
		placeholder: 'e.g. Welcome to our shop!',
		displayOptions: whenSpoken('text'),
		description: 'Text to speak. If it is refused, use Voice › Text to Speech and then Sound: Audio.',
	}),
	voiceId: build.optionalId(VOICE, { ...aVoice, displayOptions: whenSpoken('text') }),
	audio: build.optionalMedia(AUDIO, {
		default: '={{ $json.resultUrl }}',
		placeholder: 'e.g. https://example.com/speech.mp3',
		advice: SOUND_ADVICE,
		displayOptions: whenSpoken('audio'),
		description: 'The audio file. Preset to the result of Voice › Text to Speech.',
	}),
	background: build.parameter('string', backgroundSchema, 'Background', {
		default: WHITE,
		placeholder: 'e.g. #1a2b3c or https://…/image.png',
		displayOptions: whenSimple,
		description: 'A color, or the URL of an image. If you empty it, there is no background.',
	}),
};

/** The service may take no text. */
const OF_TEXT = {
	...{ field: 'Sound', suggestion: 'audio' },
	say: 'Check the values, or set Sound to Audio and give the resultUrl of Voice › Text to Speech',
};

export const create = defineCreate({
	value: 'create',
	action: 'Create talking avatar',
	description: 'Make a video of an avatar that speaks text or an audio file. Returns ID and resultUrl.',
	kind: 'video',
	to: { path: '/talkingavatar/create' },
	parameters: elementsParameters(
		talkingAvatarRules.types,
		'One avatar that speaks text or an audio file',
		simpleParameters,
		form,
		EXAMPLE,
	),
	options: { avatarFrom, placement },
	read(given, context) {
		const { content, sound, inputText, voiceId, audio, background } = given;
		const behind = background ? [{ type: 'image', url: background, ...whole, ...SIZE }] : [];
		const read = readContent(given, talkingAvatarRules, SIZE, context, behind);
		if (!read) return z.NEVER;
		const avatarFrom = read.video.avatar_from ?? given.options.avatarFrom;
		const known = { ...read, avatarFrom, audio: undefined };
		if (content !== 'simple') return known;
		if (sound === 'audio') return { ...known, audio: needed(context, 'audio', audio, SOUND_ADVICE) };
		const text = needed(context, 'inputText', inputText, 'Enter what the avatar says');
		const voice = needed(context, 'voiceId', voiceId, CHOOSE_VOICE);
		const speech = { type: 'audio', input_text: text, voice_id: voice };
		return { ...known, elements: [...read.elements, speech] };
	},
	async plan({ avatarFrom: source, elements, audio, video, hint }, tools) {
		const sound = audio && { type: 'audio', url: await tools.mediaUrl(audio, AUDIO, 'audio') };
		const chosen = await lookUpAvatars(elements, source, true, tools);
		const speaking = chosen.elements.map(async ({ voice_id: voice, ...element }) => ({
			...element,
			...(voice !== undefined && { voice_id: (await entryIn(VOICES, VOICE, voice, tools)).id }),
		}));
		await showHint(hint, tools);
		return {
			doubt: audio ? undefined : OF_TEXT,
			body: {
				...{ ...SIZE, ...withoutAbsent(video), avatar_from: chosen.from },
				elements: [...(await Promise.all(speaking)), ...(sound ? [sound] : [])],
			},
		};
	},
});
