import type { z } from '../../zod';
import * as records from '../../service/records';
import { freeRequest, type ServiceRequest } from '../../service/request';
import { sessionStatus, type JobStatus } from '../../service/statuses';
import { prepared } from '../../service/schema';
import { isObject } from '../../service/values';
import { isoDate, readAlone, stateOf, type JobKind, type JobState } from './state';

export * from './state';

/* If you add a kind, add a row at the end. The trigger and the reads come from it. */

/** service.md: Face swap, Results */
export const faceswapRecord = records.jobRecord({
	job_id: records.optionalIdField,
	faceswap_status: records.statusField,
	url: records.optionalTextField,
	createdAt: records.optionalTimeField,
});

const faceswapStates = records.listOf(
	stateOf('faceSwap', faceswapRecord, ({ job_id: jobId, faceswap_status: number, url, createdAt }) => ({
		...{ number, jobId, resultUrl: url },
		createdAt: isoDate(createdAt),
	})),
);

const faceswapList = freeRequest('faceSwap', 'GET', '/faceswap/result/listbyids', { isList: true });

/** service.md: Face swap, Age change */
const faceSwap: JobKind = {
	name: 'faceSwap',
	label: 'Face swap',
	get: 'Job › Get',
	takes: 'its id (not its jobId)',
	group: 'faceSwap',
	callbackTypes: ['faceswap'],
	created: stateOf('faceSwap', faceswapRecord, ({ job_id: jobId }) => ({ number: 1, jobId })),
	read: {
		most: 100,
		request: (ids) => ({ ...faceswapList, query: { _ids: ids.join(',') } }),
		answer: () => faceswapStates,
	},
	cancel: (jobIds) => {
		const wanted = { body: { job_ids: jobIds.join(',') }, emptyIsDone: true };
		return freeRequest('faceSwap', 'POST', '/faceswap/job/del', wanted);
	},
	ready: 'completed',
	whenLate: 'If a result takes more than three hours, check its images.',
};

/** Some answers use the second name (service.md: Images). */
function nameButtons(answer: unknown): unknown {
	if (!isObject(answer) || !Array.isArray(answer.display_buttons)) return answer;
	const named = Array.isArray(answer.buttons) && answer.buttons.length > 0;
	return named ? answer : { ...answer, buttons: answer.display_buttons };
}

/** A completed image has `image`, or up to four `upscaled_urls`, or both (service.md: Images). */
export const imageRecord = prepared(
	nameButtons,
	records.jobRecord({
		image_status: records.statusField,
		image: records.optionalTextField,
		buttons: records.optionalTextsField,
		upscaled_urls: records.optionalTextsField,
		deduction_credit: records.optionalNumberField,
	}),
);

/** Four single images replace the sheet that shows them. Fewer are added to it. */
function severalOf(image: string | undefined, urls: string[]): string[] | undefined {
	if (image === undefined || urls.length > 3) return urls.length > 0 ? urls : undefined;
	const all = [...new Set([image, ...urls])];
	return all.length > 1 ? all : undefined;
}

const image = readAlone({
	name: 'image',
	label: 'Image',
	text: 'Prompt',
	get: 'Image › Get',
	group: 'image',
	callbackTypes: ['image'],
	path: '/content/image/infobymodelid',
	parameter: 'image_model_id',
	state: stateOf('image', imageRecord, ({ image, upscaled_urls: urls = [], ...record }) => ({
		number: record.image_status,
		resultUrl: image ?? urls[0],
		resultUrls: severalOf(image, urls),
		credits: record.deduction_credit,
		buttons: record.buttons?.map((button) => button.toUpperCase()),
	})),
	fileExtension: 'png',
});

/** `lipsync_video_url` is the lip-synced result (service.md: Video records). */
export const videoRecord = records.jobRecord({
	video_status: records.statusField,
	video: records.optionalTextField,
	lipsync: records.optionalBooleanField,
	lipsync_video_url: records.optionalTextField,
	progress: records.optionalNumberField,
	deduction_duration: records.optionalNumberField,
});

const video = readAlone({
	name: 'video',
	label: 'Video',
	get: 'Video › Get',
	group: 'avatarVideo',
	callbackTypes: ['video translate', 'lipsync', 'avatar', 'talking photo', 'background change'],
	path: '/content/video/infobymodelid',
	parameter: 'video_model_id',
	readGroup: 'videoTranslation',
	state: stateOf('videoTranslation', videoRecord, ({ lipsync, ...record }) => {
		const urls = [record.lipsync_video_url, record.video];
		const [resultUrl, otherUrl] = (lipsync === false ? urls.reverse() : urls).filter(Boolean);
		return {
			number: record.video_status,
			resultUrl,
			otherUrl: otherUrl === resultUrl ? undefined : otherUrl,
			lipsync,
			progress: record.progress,
			credits: record.deduction_duration,
		};
	}),
	fileExtension: 'mp4',
});

/** service.md: Avatars */
const avatar = readAlone({
	name: 'avatar',
	label: 'Avatar',
	get: 'Avatar › Get',
	takes: 'the _id of Avatar › Get Many (not the avatar_id)',
	...{ text: 'Avatar ID', keepsText: true },
	group: 'avatarVideo',
	callbackTypes: ['avatar'],
	path: '/avatar/detail',
	parameter: 'id',
	state: stateOf('avatarVideo', records.avatarRecord, (record) => ({
		number: record.status,
		resultUrl: record.modify_url ?? record.url,
		avatarId: record.avatar_id,
	})),
	keepsResults: true,
	fileExtension: 'mp4',
});

/** Often completed in the answer of the create (service.md: Voices and audio). */
export const audioRecord = records.jobRecord({
	status: records.statusField,
	url: records.optionalTextField,
	deduction_credit: records.optionalNumberField,
});

const audio = readAlone({
	name: 'audio',
	label: 'Audio',
	text: 'Text',
	get: 'Voice › Get',
	group: 'avatarVideo',
	callbackTypes: ['audio'],
	path: '/audio/infobymodelid',
	parameter: 'audio_model_id',
	state: stateOf('avatarVideo', audioRecord, (record) => ({
		number: record.status,
		resultUrl: record.url,
		credits: record.deduction_credit,
	})),
	fileExtension: 'mp3',
});

type Session = z.output<typeof records.session>;

const OPEN_THOUGH_COMPLETED = 'Completed (3), but with a stream: it may cost credits until you close it';

/** "Completed" may mean a session that has ended, or a session that was opened (service.md: Live avatar sessions). */
function isOpenThoughCompleted(record: Session): boolean {
	const { stream_urls: urls = {} } = record;
	const hasStream = Object.values(urls).some((url) => typeof url === 'string' && url !== '');
	const isCompleted = sessionStatus(record.status) === 'closed';
	return isCompleted && hasStream && records.failureReason(record, 'liveAvatar') === undefined;
}

const sessionState = (whenOpen: JobStatus) =>
	stateOf(
		'liveAvatar',
		records.session,
		(record) => ({
			number: record.status,
			reason: isOpenThoughCompleted(record) ? OPEN_THOUGH_COMPLETED : undefined,
			streamUrls: record.stream_urls && streamUrlsOf(record.stream_urls),
		}),
		(number, record) => (isOpenThoughCompleted(record) ? whenOpen : sessionStatus(number)),
	);

/** A session has about eight. They are stored with the execution. */
const MOST_ADDRESSES = 50;

function streamUrlsOf(urls: object): JobState['streamUrls'] {
	const entries = Object.entries(urls)
		.slice(0, MOST_ADDRESSES)
		.flatMap(([name, value]): Array<[string, string | number]> => {
			if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return [];
			return [[name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()), value]];
		});
	return Object.fromEntries(entries);
}

/** A close is patient, because "not now" would leave the session open. */
export function requestToChange(action: 'close' | 'pause', id: string): ServiceRequest {
	const asked = { body: { id }, patient: action === 'close' };
	return freeRequest('liveAvatar', 'POST', `/liveAvatar/session/${action}`, asked);
}

const liveAvatarSession = {
	...readAlone({
		name: 'liveAvatarSession',
		label: 'Live avatar session',
		get: 'Session › Get',
		group: 'liveAvatar',
		callbackTypes: [],
		path: '/liveAvatar/session/detail',
		parameter: 'id',
		state: sessionState('streaming'),
		ready: 'streaming',
	}),
	created: sessionState('unknown'),
};

export const jobKinds = { faceSwap, image, video, avatar, audio, liveAvatarSession } as const;

/** Videos whose Get has another name. */
export const translation: JobKind = { ...video, get: 'Translation › Get' };

export const isSession = ({ ready }: Pick<JobKind, 'ready'>): boolean => ready === 'streaming';
