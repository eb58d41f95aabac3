/** What can be created, one name for each create call. */
export const operations = [
	'swapImage',
	'swapVideo',
	'reageImage',
	'reageVideo',
	'translation',
	'image',
	'imageButton',
	'avatar',
	'avatarVideo',
	'talkingAvatar',
	'audio',
] as const;
export type Operation = (typeof operations)[number];

/** What the service can tell apart when it is asked again. */
export type Kind = 'faceSwap' | 'image' | 'video' | 'avatar' | 'audio';

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
