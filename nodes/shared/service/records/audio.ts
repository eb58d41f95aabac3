import { z } from 'zod/v3';
import { failureFields, id, listOf, one, optionalNumber, optionalText, status } from './fields';

const voice = z
	.object({
		voice_id: id,
		from: optionalNumber,
		name: optionalText,
		gender: optionalText,
		accent: optionalText,
		language: optionalText,
		preview: optionalText,
	})
	.passthrough();

/** `data` of the voice list: an array or `{result}` (service.md: Voices and audio). */
export const voiceList = listOf(voice);

/** A spoken text or a cloned voice's audio (service.md: Voices and audio); often completed at once. */
export const audioRecord = one(
	z
		.object({
			_id: id,
			status,
			url: optionalText,
			create_time: optionalNumber,
			deduction_credit: optionalNumber,
			...failureFields,
		})
		.passthrough(),
);
