import { defineCreate, media } from '../../../shared/operation';
import { inputText, rate } from '../../speech';

const VOICE = 'Voice Sample';

export const clone = defineCreate({
	value: 'clone',
	action: 'Clone voice',
	description:
		'Speak a text with the voice of a recording, with the permission of the speaker. Returns its URL (resultUrl).',
	kind: 'audio',
	// Clients use the first path. The second is documented (service.md: Voices and audio).
	to: { path: '/audio/clone', otherPath: '/audio/create' },
	parameters: {
		inputText,
		voice: media(VOICE, {
			placeholder: 'e.g. https://example.com/voice.mp3',
			description: 'A recording of the voice to copy',
		}),
		rate,
	},
	async plan({ voice, ...given }, { mediaUrl }) {
		const address = await mediaUrl(voice, VOICE, 'audio');
		return { body: { input_text: given.inputText, voice_url: address, rate: given.rate } };
	},
});
