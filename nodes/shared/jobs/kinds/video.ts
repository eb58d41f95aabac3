import * as fields from '../../service/records/fieldSchemas';
import { isoDate, readAlone, stateOf } from './state';

/**
 * A translation, an avatar video or a talking avatar (service.md: Video records). `video` is absent until the video is
 * completed; `lipsync_video_url` is the result of a lip-synced translation; times are milliseconds since the epoch.
 */
export const videoRecord = fields.record({
	...fields.jobFields,
	video_status: fields.statusField,
	video: fields.optionalTextField,
	lipsync: fields.optionalBooleanField,
	lipsync_video_url: fields.optionalTextField,
	create_time: fields.optionalTimeField,
	deduction_duration: fields.optionalNumberField,
});

/** Translated videos, avatar videos and talking avatars: one record, one way to read it (service.md: Video records). */
export const video = readAlone({
	name: 'video',
	label: 'Video',
	group: 'avatarVideo',
	callbackTypes: ['video translate', 'lipsync', 'avatar', 'talking photo', 'background change'],
	path: '/content/video/infobymodelid',
	parameter: 'video_model_id',
	readGroup: 'videoTranslation',
	state: stateOf(
		'videoTranslation',
		videoRecord,
		({ lipsync, video: plain, lipsync_video_url: synced, ...record }) => {
			// The lip-synced one is the result if that was asked for. If the record does not say, mergeStates may know.
			const [resultUrl, otherUrl] = (lipsync === false ? [plain, synced] : [synced, plain]).filter(Boolean);
			return {
				given: record.video_status,
				resultUrl,
				otherUrl: otherUrl === resultUrl ? undefined : otherUrl,
				lipsync,
				createdAt: isoDate(record.create_time),
				credits: record.deduction_duration,
			};
		},
	),
	sourceType: 'compositeWithTrainedAlgorithmicMedia',
	fileExtension: 'mp4',
});
