import type { ErrorGroup } from '../../service/codes';
import type { ServiceRequest } from '../../service/request';
import type { Schema } from '../../service/schema';
import type { JobStatus, SessionStatus } from '../../service/status';

/** What is known of a job, in the package's own terms; the records of all kinds are read into this shape. */
export interface JobState {
	id: string;
	/** Names the task when it is to be cancelled (service.md: Face swap). */
	jobId?: string;
	status: JobStatus | SessionStatus;
	/** The status as the service gave it, when it is unknown. */
	unknownStatus?: string;
	/** Set once the job is completed; the service gives a swap's URL long before the file exists. */
	resultUrl?: string;
	/** Of a kind that may have several results: at least one. */
	resultUrls?: string[];
	/** A second video of the same job, with or without lip sync, which was not the one asked for. */
	otherUrl?: string;
	/** Whether lip sync was asked for, where the service says so. */
	lipsync?: boolean;
	/** The id by which videos and sessions take an avatar; `id` is that of its record. */
	avatarId?: string;
	/** ISO 8601. */
	createdAt?: string;
	credits?: number;
	/** Why it failed, where the service says. */
	reason?: string;
	buttons?: string[];
	/** Of a live avatar session. */
	streamUrls?: { clientPullStreamUrl?: string; clientChatRoomUrl?: string; serverChatRoomUrl?: string };
	/** The service's record as it came. */
	record: Record<string, unknown>;
}

/** A row of the table of job kinds: all that the rest of the package needs to know of a kind. */
export interface JobKind {
	/** As the output gives it: its name in the table. */
	name: string;
	/** Its name on screens and in errors, as at the start of a sentence. */
	label: string;
	group: ErrorGroup;
	/** `type` values of callbacks of this kind (service.md: Callbacks). */
	callbackTypes: readonly string[];
	/** The payload of a create, as the first state of the job. */
	created: Schema<JobState>;
	/** How its records are read again: `most` with one call. */
	read: {
		most: number;
		request(ids: readonly string[]): ServiceRequest;
		answer(ids: readonly string[]): Schema<JobState[]>;
	};
	/** Cancels tasks by their `jobId`, where the service can. */
	cancel?(jobIds: readonly string[]): ServiceRequest;
	/** The status that a wait waits for. */
	ready: 'completed' | 'streaming';
	/** The service's advice when a result does not come, as a sentence. */
	whenLate?: string;
	/** Its records have no credits. */
	tellsNoCredits?: boolean;
	/** Its results are kept: they are not deleted after 7 days (service.md: Limits). */
	keepsResults?: boolean;
	/** What its results are, as IPTC calls it; absent where nothing in them is made by a model. */
	sourceType?: 'trainedAlgorithmicMedia' | 'compositeWithTrainedAlgorithmicMedia';
	/** The file extension when neither address nor answer names one. */
	fileExtension?: string;
}
