import { VOICES } from '../../../shared/lists/catalog';
import { entryIn } from '../../../shared/lists/entries';
import { defineCreate, id } from '../../../shared/operation';
import { aVoice, inputText, rate, VOICE } from '../../speech';

export const textToSpeech = defineCreate({
	value: 'textToSpeech',
	name: 'Text to Speech',
	action: 'Convert text to speech',
	description: 'Speak a text with a voice. Returns the audio file (resultUrl), such as for a talking avatar.',
	kind: 'audio',
	to: { path: '/audio/create' },
	parameters: { inputText, voiceId: id(VOICE, aVoice), rate },
	async plan({ inputText: text, voiceId, rate: speed }, tools) {
		const { id: voice } = await entryIn(VOICES, VOICE, voiceId, tools);
		return { body: { input_text: text, voice_id: voice, rate: speed } };
	},
});
