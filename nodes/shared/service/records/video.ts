import {
	id,
	jobFields,
	listOf,
	one,
	optionalBoolean,
	optionalNumber,
	optionalText,
	record,
	status,
} from './fields';

const language = record({ lang_code: id, lang_name: optionalText, url: optionalText });

/** `data` of the language list (service.md: Video translation): the entries of `lang_list`. */
export const languageList = listOf(language, ['lang_list', 'result']);

/**
 * A translation, an avatar video or a talking avatar (service.md: Video records). `video` is absent until the video is
 * completed; `lipsync_video_url` is the result of a lip-synced translation; times are milliseconds since the epoch.
 */
export const videoRecord = one(
	record({
		...jobFields,
		video_status: status,
		video: optionalText,
		lipsync: optionalBoolean,
		lipsync_video_url: optionalText,
		create_time: optionalNumber,
		deduction_duration: optionalNumber,
	}),
);
