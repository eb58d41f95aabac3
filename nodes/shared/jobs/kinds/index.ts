import {
	audioRecord,
	avatarRecord,
	faceswapRecord,
	imageRecord,
	session,
	taskHandle,
	videoRecord,
} from '../../service/records';
import { listOf } from '../../service/records/fields';
import { sessionStatus } from '../../service/status';
import { isoDate, readAlone, stateOf } from './state';
import type { JobKind } from './types';

export { isoDate, mergeStates } from './state';
export type { JobKind, JobState } from './types';

/** Face swap and reage on images and videos: one record, one list, one way to cancel (service.md: Face swap, Age change). */
const faceSwap: JobKind = {
	name: 'faceSwap',
	label: 'Face swap',
	group: 'faceSwap',
	callbackTypes: ['faceswap'],
	created: stateOf(taskHandle, ({ job_id: jobId }) => ({ given: 1, jobId })),
	read: {
		most: 100,
		request: (ids) => ({
			method: 'GET',
			path: '/faceswap/result/listbyids',
			query: { _ids: ids.join(',') },
			wanted: ids,
			intent: 'repeatable',
			group: 'faceSwap',
		}),
		answer: () =>
			listOf(
				stateOf(faceswapRecord, ({ job_id: jobId, faceswap_status: given, url, createdAt = '' }) => {
					// A date without a zone is in UTC.
					const date = /(?:z|[+-]\d\d:?\d\d)$/i.test(createdAt) ? createdAt : `${createdAt}Z`;
					return { given, jobId, resultUrl: url, createdAt: isoDate(Date.parse(date)) };
				}),
			),
	},
	cancel: (jobIds) => ({
		method: 'POST',
		path: '/faceswap/job/del',
		body: { job_ids: jobIds.join(',') },
		intent: 'repeatable',
		group: 'faceSwap',
	}),
	ready: 'completed',
	whenLate: 'When nothing has come after three hours, the service advises to check the pictures.',
};

/** Images made from text or from an image, their 4K versions and variations (service.md: Images). */
const image = readAlone({
	name: 'image',
	label: 'Image',
	group: 'image',
	callbackTypes: ['image'],
	path: '/content/image/infobymodelid',
	parameter: 'image_model_id',
	state: stateOf(imageRecord, ({ image_status: given, image: url, upscaled_urls: urls, ...record }) => ({
		given,
		resultUrl: url ?? urls?.[0],
		resultUrls: urls?.length ? urls : undefined,
		createdAt: isoDate(record.create_time),
		credits: record.deduction_credit,
		buttons: record.buttons,
	})),
	fileExtension: 'png',
});

/** Translated videos, avatar videos and talking avatars: one record, one way to read it (service.md: Video records). */
const video = readAlone({
	name: 'video',
	label: 'Video',
	group: 'avatarVideo',
	callbackTypes: ['video translate', 'lipsync', 'avatar', 'talking photo', 'background change'],
	path: '/content/video/infobymodelid',
	parameter: 'video_model_id',
	readGroup: 'videoTranslation',
	state: stateOf(videoRecord, ({ lipsync, video: plain, lipsync_video_url: synced, ...record }) => {
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
	}),
	fileExtension: 'mp4',
});

/** Uploaded avatars: usable when completed (service.md: Avatars). */
const avatar = readAlone({
	name: 'avatar',
	label: 'Avatar',
	group: 'avatarVideo',
	callbackTypes: ['avatar'],
	path: '/avatar/detail',
	parameter: 'id',
	state: stateOf(avatarRecord, (record) => ({
		given: record.status,
		resultUrl: record.modify_url ?? record.url,
		avatarId: record.avatar_id,
		createdAt: isoDate(record.create_time),
	})),
	keepsResults: true,
	fileExtension: 'mp4',
});

/** Spoken texts and cloned voices; often completed in the answer of the create (service.md: Voices and audio). */
const audio = readAlone({
	name: 'audio',
	label: 'Audio',
	group: 'avatarVideo',
	callbackTypes: ['audio'],
	path: '/audio/infobymodelid',
	parameter: 'audio_model_id',
	state: stateOf(audioRecord, (record) => ({
		given: record.status,
		resultUrl: record.url,
		createdAt: isoDate(record.create_time),
		credits: record.deduction_credit,
	})),
	fileExtension: 'mp3',
});

/** Live avatar sessions: ready while they stream (service.md: Live avatar sessions). */
const liveAvatarSession = readAlone({
	name: 'liveAvatarSession',
	label: 'Live avatar session',
	group: 'liveAvatar',
	callbackTypes: [],
	path: '/liveAvatar/session/detail',
	parameter: 'id',
	state: stateOf(
		session,
		({ status: given, create_time: time, stream_urls: urls }) => ({
			given,
			createdAt: isoDate(time),
			streamUrls: urls && {
				...(urls.client_pull_stream_url && { clientPullStreamUrl: urls.client_pull_stream_url }),
				...(urls.client_chat_room_url && { clientChatRoomUrl: urls.client_chat_room_url }),
				...(urls.server_chat_room_url && { serverChatRoomUrl: urls.server_chat_room_url }),
			},
		}),
		sessionStatus,
	),
	giveUp: (id) => ({
		method: 'POST',
		path: '/liveAvatar/session/close',
		body: { id },
		intent: 'repeatable',
		patient: true,
		group: 'liveAvatar',
	}),
	ready: 'streaming',
});

/** The table of job kinds: a new kind is one row, and everything else comes from it. */
export const jobKinds = { faceSwap, image, video, avatar, audio, liveAvatarSession } as const;

/** Whether a kind is the live avatar session: it streams, so there is no result to fetch or to be called about. */
export function isSession({ ready }: Pick<JobKind, 'ready'>): boolean {
	return ready === 'streaming';
}
