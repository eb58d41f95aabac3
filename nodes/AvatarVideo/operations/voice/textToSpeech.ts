import { defineCreate, id } from '../../../shared/operation';
import { inputText, rate } from '../../speech';

export const textToSpeech = defineCreate({
	value: 'textToSpeech',
	name: 'Text to Speech',
	action: 'Convert text to speech',
	description: 'Speak a text with a voice. Gives the audio (resultUrl), such as for a talking avatar.',
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
	plan: (given) => ({ body: { input_text: given.inputText, voice_id: given.voiceId, rate: given.rate } }),
});
