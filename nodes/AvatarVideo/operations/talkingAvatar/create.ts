import type { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { defineCreate } from '../../../shared/operation/defineOperation';
import { refuse, refuseValue } from '../../../shared/operation/parameters/messages';
import { optionalMedia } from '../../../shared/operation/parameters/resourceLocators';
import { optionalNumber, optionalText } from '../../../shared/operation/parameters/builders';
import { isHttpUrl } from '../../../shared/service/urls';
import { avatarFrom, avatarSource, isAvatarByUrl, lookUpAvatars } from '../../avatars';
import { readColour } from '../../colour';
import { elementBody, type Element } from '../../elements/element';
import { elementForm, elementsParameters, whenSimple } from '../../elements/parameters';
import { readElements, talkingAvatarRules } from '../../elements/read';

/** The size of the video, the only one that the service takes (service.md: Limits). */
const SIZE = { width: 3840, height: 2160 };

const AUDIO = 'Audio';

const { whole } = talkingAvatarRules;
const EXAMPLE = [
	{ type: 'image', url: '#ffffff', ...whole, ...SIZE },
	{ type: 'avatar', avatarId: '', ...whole },
	{ type: 'audio', url: 'https://example.com/speech.mp3' },
];

const length = (displayName: string) =>
	optionalNumber(displayName, {
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
			{ name: 'Avatar', value: 'avatar', description: 'The person that speaks' },
			{
				name: 'Picture',
				value: 'image',
				description: 'A picture or a colour, for the background for example',
			},
		],
		'The address of the picture or the audio. Of a picture it may also be a hexadecimal colour, as #1a2b3c; of an avatar, give it instead of choosing one.',
	),
	width: length('Width'),
	height: length('Height'),
};

const SPEECH_FIRST =
	'Give the address of a sound, not a text: have the text spoken by Voice › Text to Speech first, and give its resultUrl.';

const audio = optionalMedia(AUDIO, {
	required: true,
	default: '={{ $json.resultUrl }}',
	placeholder: 'e.g. https://example.com/speech.mp3',
	advice: SPEECH_FIRST,
	description:
		'The sound that the avatar speaks, by its address (resultUrl of Text to Speech), not the text. Behind a node that makes it (resource Voice, operation Text to Speech) it is filled in already.',
	displayOptions: whenSimple,
});

/** A video of an avatar that speaks an audio (service.md: Talking avatars); its size is fixed. */
export const create = defineCreate({
	value: 'create',
	name: 'Create',
	action: 'Create a talking avatar',
	description: `Make a video (${SIZE.width} x ${SIZE.height}) of an avatar that speaks an audio, as Voice › Text to Speech gives it. Gives the ID and the address (resultUrl) of the video.`,
	kind: jobKinds.video,
	to: { path: '/talkingavatar/create' },
	parameters: {
		...elementsParameters(
			talkingAvatarRules.types,
			'One avatar that speaks an audio, before a background',
			{ audio },
			form,
			EXAMPLE,
		),
		background: optionalText('Background', {
			default: '#ffffff',
			placeholder: 'e.g. #1a2b3c or https://example.com/picture.png',
			displayOptions: whenSimple,
			hint: 'A colour such as #ffffff, which is white, or the address of a picture',
			description: 'What is behind the avatar. Left empty, the service chooses.',
		}),
		avatarFrom,
	},
	read(given, context) {
		const elements = readElements(given, talkingAvatarRules, context);
		if (given.avatarFrom === 2 && elements.some(isAvatarByUrl)) {
			refuse(context, 'must be Own when the URL of an avatar is given', ['avatarFrom']);
		}
		if (given.elementsInput !== 'simple') return { avatarFrom: given.avatarFrom, elements };
		if (given.audio === undefined) {
			refuseValue(context, 'the sound that the avatar speaks', undefined, ['audio'], SPEECH_FIRST);
		}
		const behind = backgroundOf(given.background, context);
		return { avatarFrom: given.avatarFrom, elements: [...behind, ...elements], audio: given.audio };
	},
	async plan({ avatarFrom: source, elements, audio: spoken }, tools) {
		const chosen = await lookUpAvatars(elements, tools);
		const sound = spoken && { type: 'audio', url: await tools.mediaUrl(spoken, AUDIO) };
		return {
			body: {
				...SIZE,
				avatar_from: source === 'auto' ? avatarSource(chosen) : source,
				elements: [...elements.map((element) => elementBody(element, false)), ...(sound ? [sound] : [])],
			},
		};
	},
});

/** A colour, or a picture, that fills the video behind the avatar. */
function backgroundOf(given: string | undefined, context: z.RefinementCtx): Element[] {
	if (given === undefined) return [];
	const colour = readColour(given);
	if (colour === undefined && !isHttpUrl(given)) {
		const wanted = 'a hexadecimal colour such as #1a2b3c, or the http(s) address of a picture';
		refuseValue(context, wanted, given, ['background']);
	}
	return [{ type: 'image', url: colour ?? given, ...whole, ...SIZE }];
}
