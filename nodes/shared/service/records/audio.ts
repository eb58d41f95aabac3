import { id, jobFields, listOf, one, optionalNumber, optionalText, record, status } from './fields';

/** `data` of the voice list: an array or `{result}` (service.md: Voices and audio). */
export const voiceList = listOf(
	record({
		voice_id: id,
		from: optionalNumber,
		name: optionalText,
		gender: optionalText,
		accent: optionalText,
		language: optionalText,
		preview: optionalText,
	}),
);

/** A spoken text or a cloned voice's audio (service.md: Voices and audio); often completed at once. */
export const audioRecord = one(
	record({
		...jobFields,
		status,
		url: optionalText,
		create_time: optionalNumber,
		deduction_credit: optionalNumber,
	}),
);
