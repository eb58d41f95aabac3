import type { z } from 'zod/v3';
import { videoRecord } from '../../service/records';
import { jobStatus } from '../../service/status';
import { createdState, isoDate, readOne, standing, stateOf } from './state';
import type { JobKind } from './types';

const state = stateOf(videoRecord, (record) => ({
	...standing(jobStatus, record.video_status, record),
	...resultsOf(record),
	lipsync: record.lipsync,
	createdAt: isoDate(record.create_time),
	credits: record.deduction_duration,
}));

/**
 * A lip-synced translation has its result in a separate field, which is used when lip sync was asked for (service.md:
 * Video records). If the record does not say, an earlier answer may: mergeStates.
 */
function resultsOf({ lipsync, lipsync_video_url: lipsynced, video }: z.output<typeof videoRecord>) {
	const [resultUrl, otherUrl] = (lipsync === false ? [video, lipsynced] : [lipsynced, video]).filter(Boolean);
	return { resultUrl, otherUrl: otherUrl === resultUrl ? undefined : otherUrl };
}

/** Translated videos, avatar videos and talking avatars: one record, one way to read it (service.md: Video records). */
export const video: JobKind = {
	name: 'video',
	label: 'Video',
	group: 'avatarVideo',
	callbackTypes: ['video translate', 'lipsync', 'avatar', 'talking photo', 'background change'],
	created: createdState(state),
	read: readOne('/content/video/infobymodelid', 'video_model_id', 'videoTranslation', state),
	ready: 'completed',
	fileExtension: 'mp4',
};
