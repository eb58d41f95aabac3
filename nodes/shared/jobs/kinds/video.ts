import type { z } from 'zod';
import { videoRecord } from '../../service/records';
import { jobStatus } from '../../service/status';
import { createdState, failureReason, isoDate, stateOf, unknownStatus } from './state';
import type { JobKind } from './types';

const state = stateOf(videoRecord, (record) => {
	const status = jobStatus(record.video_status);
	return {
		status,
		unknownStatus: unknownStatus(status, record.video_status),
		resultUrl: status === 'completed' ? resultOf(record) : undefined,
		createdAt: isoDate(record.create_time),
		credits: record.deduction_duration,
		reason: status === 'failed' ? failureReason(record) : undefined,
	};
});

/** A lip-synced translation leaves its result in a field of its own (interface: Video record). */
function resultOf({ lipsync, lipsync_video_url: lipsynced, video }: z.output<typeof videoRecord>) {
	return lipsync === false ? (video ?? lipsynced) : (lipsynced ?? video);
}

/** Translated videos, avatar videos and talking avatars: one record, one way to read it (interface: Get video info). */
export const video: JobKind = {
	name: 'video',
	label: 'Video',
	group: 'avatarVideo',
	callbackTypes: ['video translate', 'lipsync', 'avatar', 'talking photo', 'background change'],
	created: createdState(state),
	read: {
		batch: false,
		request: (id) => ({
			method: 'GET',
			path: '/content/video/infobymodelid',
			query: { video_model_id: id },
			intent: 'repeatable',
			group: 'videoTranslation',
		}),
		answer: state,
	},
	ready: 'completed',
	fileExtension: 'mp4',
};
