import { z } from 'zod/v3';
import {
	failureFields,
	id,
	listOf,
	one,
	optionalBoolean,
	optionalNumber,
	optionalText,
	status,
} from './fields';

const language = z.object({ lang_code: id, lang_name: optionalText, url: optionalText }).passthrough();

/** `data` of the language list (service.md: Video translation): the entries of `lang_list`. */
export const languageList = listOf(language, ['lang_list', 'result']);

/**
 * A translation, an avatar video or a talking avatar (service.md: Video records). `video` is absent until the video is
 * completed; `lipsync_video_url` is the result of a lip-synced translation; times are milliseconds since the epoch.
 */
export const videoRecord = one(
	z
		.object({
			_id: id,
			video_status: status,
			video: optionalText,
			lipsync: optionalBoolean,
			lipsync_video_url: optionalText,
			create_time: optionalNumber,
			deduction_duration: optionalNumber,
			...failureFields,
		})
		.passthrough(),
);
