import { defineCreate, id } from '../../../shared/operation';
import { voiceIdOf } from '../../avatars';
import { inputText, rate } from '../../speech';

export const textToSpeech = defineCreate({
	value: 'textToSpeech',
	name: 'Text to Speech',
	action: 'Convert text to speech',
	description: 'Speak a text with a voice. Returns the audio file (resultUrl), such as for a talking avatar.',
	kind: 'audio',
	to: { path: '/audio/create' },
	parameters: {
		inputText,
		voiceId: id('Voice', {
			from: 'searchVoices',
			placeholder: 'e.g. voice-amy',
			description: 'The voice that speaks, as the voice_id that Voice › Get Many lists',
		}),
		rate,
	},
	async plan({ inputText: text, voiceId, rate: speed }, tools) {
		return { body: { input_text: text, voice_id: await voiceIdOf(voiceId, tools), rate: speed } };
	},
});
