export type Kind = 'faceSwap' | 'image' | 'video' | 'avatar' | 'audio';

/** The creates: kind of the record, type in a callback, price, and extension of the result. */
export const operations = {
	swapImage: { kind: 'faceSwap', type: 'faceswap', cost: 1, extension: 'png' },
	swapVideo: { kind: 'faceSwap', type: 'faceswap', cost: 5, extension: 'mp4' },
	reageImage: { kind: 'faceSwap', type: 'faceswap', cost: 1, extension: 'png' },
	reageVideo: { kind: 'faceSwap', type: 'faceswap', cost: 5, extension: 'mp4' },
	translation: { kind: 'video', type: 'video translate', cost: 5, extension: 'mp4' },
	image: { kind: 'image', type: 'image', cost: 1, extension: 'png' },
	imageButton: { kind: 'image', type: 'image', cost: 1, extension: 'png' },
	avatar: { kind: 'avatar', type: 'avatar', cost: 1, extension: 'mp4' },
	avatarVideo: { kind: 'video', type: 'avatar', cost: 5, extension: 'mp4' },
	talkingAvatar: { kind: 'video', type: 'avatar', cost: 5, extension: 'mp4' },
	audio: { kind: 'audio', type: 'audio', cost: 1, extension: 'mp3' },
} satisfies Record<string, { kind: Kind; type: string; cost: number; extension: string }>;
export type Operation = keyof typeof operations;

/** The end of a job: 3 success, 4 failed, or another number to test a client. */
export interface Outcome {
	status: number;
	reason?: string;
	errorCode?: number;
	/** Its own duration in milliseconds. */
	jobMs?: number;
}

/** A job as the emulator keeps it. Times are milliseconds by the emulator's clock. */
export interface Job {
	id: string;
	/** `job_id` of a face swap task handle; `video_id` or `task_id` elsewhere. */
	jobId: string;
	n: number;
	operation: Operation;
	kind: Kind;
	clientId: string;
	request: Record<string, unknown>;
	webhookUrl?: string;
	cost: number;
	createdAt: number;
	/** The time when it goes from queued to processing, and the time when it is final. */
	startsAt: number;
	endsAt: number;
	outcome: Outcome;
	/** Whether its video shows the whole avatar. */
	isWhole?: boolean;
	cancelledAt?: number;
	deletedAt?: number;
	usedButtons: string[];
}

/** A job in the form for tests. */
export interface JobView extends Readonly<Omit<Job, 'usedButtons'>> {
	readonly status: number;
	readonly reason?: string;
	/** The addresses of the results of a successful job. */
	readonly resultUrls: string[];
}
