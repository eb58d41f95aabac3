/** What the service can tell apart when it is asked again. */
export type Kind = 'faceSwap' | 'image' | 'video' | 'avatar' | 'audio';

/** What can be created: the kind of the record, the type in a callback, the price, and the extension of the result. */
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

/** How a job ends: 3 success, 4 failed, or any other number to see what a client makes of it. */
export interface Outcome {
	status: number;
	/** Why, for a failed one. */
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
	/** When it goes from queued to processing, and when it is final. */
	startsAt: number;
	endsAt: number;
	outcome: Outcome;
	/** A status set by hand, which the clock no longer changes. */
	forced?: number;
	cancelledAt?: number;
	deletedAt?: number;
	/** Buttons used on an image record. */
	usedButtons: string[];
	/** Media fetched when the job was made, by URL. */
	inputs: Map<string, Buffer>;
}

/** A job as tests see it. */
export interface JobView extends Readonly<Omit<Job, 'inputs' | 'usedButtons'>> {
	readonly status: number;
	readonly reason?: string;
	/** Where the results are, once it succeeded. */
	readonly resultUrls: string[];
}
