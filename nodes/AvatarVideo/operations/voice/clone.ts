import { jobKinds } from '../../../shared/jobs/kinds';
import { defineCreate } from '../../../shared/operation/defineOperation';
import { media } from '../../../shared/operation/parameters/resourceLocators';
import { inputText, rate } from '../../speech';

const VOICE = 'Voice Sample';

/** A text spoken by the voice of a recording (service.md: Voices and audio). */
export const clone = defineCreate({
	value: 'clone',
	name: 'Clone',
	action: 'Speak a text with a cloned voice',
	description:
		'Have a text spoken by the voice of a recording. Gives the address of the audio (resultUrl), for the Audio Address of an avatar video for example.',
	kind: jobKinds.audio,
	// Clients use the first; the other one is documented (service.md: Voices and audio).
	to: { path: '/audio/clone', otherPath: '/audio/create' },
	parameters: {
		inputText,
		voice: media(VOICE, {
			placeholder: 'e.g. https://example.com/voice.mp3',
			description: 'A recording of the voice to speak with, by its address',
		}),
		rate,
	},
	async plan({ voice, ...given }, { mediaUrl }) {
		const address = await mediaUrl(voice, VOICE);
		return { body: { input_text: given.inputText, voice_url: address, rate: given.rate } };
	},
});
