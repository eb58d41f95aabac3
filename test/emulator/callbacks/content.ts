import { reasonOf } from '../jobs/look';
import { resultUrls } from '../jobs/results';
import type { Job, Operation } from '../jobs/types';
import type { Session } from '../live/sessions';
import type { World } from '../world';

/** Something whose changes are told to an address: a job or a live session. */
export interface Subject {
	id: string;
	clientId: string;
	webhookUrl: string;
	status: () => number;
	/** When its status changes by itself, milliseconds by the emulator's clock. */
	changes: () => number[];
	/** What a callback says at a status. */
	content: (status: number) => object;
	/** Brings it to its end now. */
	finish?: () => void;
}

const types: Record<Operation | 'session', string> = {
	swapImage: 'faceswap',
	swapVideo: 'faceswap',
	reageImage: 'faceswap',
	reageVideo: 'faceswap',
	translation: 'video translate',
	image: 'image',
	imageButton: 'image',
	avatar: 'avatar',
	avatarVideo: 'avatar',
	talkingAvatar: 'avatar',
	audio: 'audio',
	session: 'live avatar',
};

/** The callbacks of a job (service.md: Callbacks). */
export function jobCalls(world: World, job: Job, webhookUrl: string): Subject {
	return {
		id: job.id,
		clientId: job.clientId,
		webhookUrl,
		status: () => world.jobs.status(job),
		changes: () => [job.startsAt, job.endsAt],
		content(status) {
			const url = status === 3 ? (resultUrls(world, job)[0] ?? '') : '';
			const reason = status === 4 ? reasonOf(job) : undefined;
			const failed = { error_code: job.outcome.errorCode ?? 1, error_reason: reason ?? '' };
			return contentOf(world, job.id, job.operation, status, url, {
				...(status === 3 ? { deduction_credit: job.cost } : {}),
				...(status === 4 && world.shapes.failureReason ? failed : {}),
			});
		},
		finish() {
			job.startsAt = job.endsAt = world.now();
		},
	};
}

/** The callbacks of a live session: every creation takes an address for them (service.md: Callbacks). */
export function sessionCalls(world: World, session: Session, webhookUrl: string): Subject {
	return {
		id: session.id,
		clientId: session.clientId,
		webhookUrl,
		status: () => world.sessions.status(session),
		changes: () => [session.streamsAt, world.sessions.endOf(session)],
		content: (status) => contentOf(world, session.id, 'session', status, ''),
	};
}

function contentOf(
	world: World,
	id: string,
	operation: Operation | 'session',
	status: number,
	url: string,
	further: object = {},
): object {
	const { fieldNames, under, idField } = world.callbacks.settings;
	const state = {
		status: { status, url },
		video_status: { video_status: status, video: url },
		image_status: { image_status: status, image: url },
		faceswap_status: { faceswap_status: status, url },
	}[fieldNames];
	const content = {
		[idField]: id,
		...state,
		type: types[operation],
		...(status === 2 ? { progress: 20 } : {}),
		...further,
	};
	return {
		top: content,
		data: { data: content },
		list: { data: [content] },
		result: { data: { result: [content] } },
	}[under];
}
