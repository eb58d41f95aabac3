import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { listField } from '../../../shared/lists';
import { createOperation } from '../../../shared/operation/define';
import { id } from '../../../shared/operation/inputs';
import { inputTextField, rateField, speechInput } from '../../speech';

/** A text spoken by a voice (service.md: Voices and audio). */
export const textToSpeech = createOperation({
	value: 'textToSpeech',
	name: 'Text to Speech',
	action: 'Convert text to speech',
	description:
		'Have a text spoken by a voice. Gives the address of the audio (resultUrl), which a talking avatar speaks for example.',
	kind: jobKinds.audio,
	to: { path: '/audio/create' },
	sends: { input_text: 'inputText', voice_id: 'voiceId', rate: 'rate' },
	fields: [
		inputTextField,
		listField({
			name: 'voiceId',
			displayName: 'Voice',
			required: true,
			searchListMethod: 'searchVoices',
			placeholder: 'e.g. voice-amy',
			description: 'The voice that speaks, by its voice_id as Voice › Get Many lists it',
		}),
		rateField,
	],
	input: z.object({ ...speechInput, voiceId: id }),
	plan: ({ inputText, voiceId, rate }) => ({
		body: { input_text: inputText, voice_id: voiceId, rate },
	}),
});
