import { z } from 'zod/v3';
import { jobKinds } from '../../../shared/jobs/kinds';
import { mediaField } from '../../../shared/media/field';
import { media } from '../../../shared/media/input';
import { createOperation } from '../../../shared/operation/define';
import { inputTextField, rateField, speechInput } from '../../speech';

const VOICE = 'Voice Sample';

/** A text spoken by the voice of a recording (service.md: Voices and audio). */
export const clone = createOperation({
	value: 'clone',
	name: 'Clone',
	action: 'Clone a voice',
	description:
		'Have a text spoken by the voice of a recording. Gives the address of the audio (resultUrl), for the Voice URL of an avatar video for example.',
	kind: jobKinds.audio,
	// Clients use the first; the other one is documented (service.md: Voices and audio).
	to: { path: '/audio/clone', otherPath: '/audio/create' },
	sends: { input_text: 'inputText', voice_url: 'voice', rate: 'rate' },
	fields: [
		inputTextField,
		mediaField({
			name: 'voice',
			displayName: VOICE,
			required: true,
			placeholder: 'e.g. https://example.com/voice.mp3',
			description: 'A recording of the voice to speak with, by its address',
		}),
		rateField,
	],
	input: z.object({ ...speechInput, voice: media }),
	async plan({ inputText, voice, rate }, { mediaUrl }) {
		return {
			body: { input_text: inputText, voice_url: await mediaUrl(voice, VOICE), rate },
		};
	},
});
