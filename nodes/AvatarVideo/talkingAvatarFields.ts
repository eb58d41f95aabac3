import type { INodeProperties } from 'n8n-workflow';
import { mediaField } from '../shared/media/field';
import { AVATAR_SOURCES } from './avatarFrom';
import { avatarField, elementsFields, placeFields, typeField, urlField, WAYS } from './elements/fields';

export const AUDIO = 'Audio';

const EXAMPLE = [
	{ type: 'image', url: '#ffffff', scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0, width: 3840, height: 2160 },
	{ type: 'avatar', avatarId: '', scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 },
	{ type: 'audio', url: 'https://example.com/speech.mp3' },
];

const whenSimple: INodeProperties['displayOptions'] = { show: { elementsInput: ['simple'] } };
const whenSeen: INodeProperties['displayOptions'] = { show: { type: ['avatar', 'image'] } };

const length = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0 },
	displayOptions: whenSeen,
	description: `${displayName} of the element in pixels. 0 leaves it to the service.`,
});

const elementFields: INodeProperties[] = [
	typeField([
		{ name: 'Audio', value: 'audio', description: 'The sound that the avatar speaks' },
		{ name: 'Avatar', value: 'avatar', description: 'The person that speaks' },
		{ name: 'Image', value: 'image', description: 'A picture or a colour, for the background for example' },
	]),
	avatarField({ show: { type: ['avatar'] } }),
	urlField(
		'The address of the image or the audio. Of an image it may also be a hexadecimal colour, as #1a2b3c; of an avatar, give it instead of choosing one',
		'audio',
		'avatar',
		'image',
	),
	...placeFields(['avatar', 'image']),
	length('width', 'Width'),
	length('height', 'Height'),
];

const elementsInput: INodeProperties = {
	displayName: 'Give Elements As',
	name: 'elementsInput',
	type: 'options',
	default: 'simple',
	options: [
		...WAYS,
		{ name: 'Simple', value: 'simple', description: 'One avatar, one audio and a background' },
	],
	description: 'How to say what the video is made of',
};

/** What a talking avatar asks for (interface: Create talking avatar); the size of the video is fixed. */
export const talkingAvatarFields: INodeProperties[] = [
	...elementsFields(elementsInput, elementFields, EXAMPLE),
	{ ...avatarField(whenSimple), required: true },
	mediaField({
		name: 'audio',
		displayName: AUDIO,
		required: true,
		placeholder: 'e.g. https://example.com/speech.mp3',
		description:
			'The sound that the avatar speaks, as the operation Text to Speech of the resource Voice gives it',
		displayOptions: whenSimple,
	}),
	{
		displayName: 'Background',
		name: 'background',
		type: 'string',
		default: '#ffffff',
		placeholder: 'e.g. #1a2b3c or https://example.com/picture.png',
		displayOptions: whenSimple,
		description:
			'A hexadecimal colour, as #1a2b3c, or the address of a picture. Left empty, the service chooses. Both the avatar and the background start at the upper-left corner of the video',
	},
	{
		displayName: 'Avatar From',
		name: 'avatarFrom',
		type: 'options',
		default: 'auto',
		options: [
			{ name: 'Look It Up', value: 'auto', description: 'As the lists of official and own avatars say' },
			...AVATAR_SOURCES,
		],
		description: 'Whose the avatar is. An avatar that comes by its URL is an own one.',
	},
];
