import type { ErrorGroup } from '../../service/codes';
import type { ServiceRequest } from '../../service/request';
import type { Schema } from '../../service/schema';
import type { JobStatus, SessionStatus } from '../../service/status';

export interface JobState {
	id: string;
	/** Names the task when it is to be cancelled (service.md: Face swap). */
	jobId?: string;
	status: JobStatus | SessionStatus;
	/** The status as the service gave it, when it is unknown. */
	unknownStatus?: string;
	/** Set once the job is completed; the service gives a swap's URL long before the file exists. */
	resultUrl?: string;
	resultUrls?: string[];
	otherUrl?: string;
	lipsync?: boolean;
	avatarId?: string;
	progress?: number;
	/** ISO 8601. */
	createdAt?: string;
	credits?: number;
	/** Why it failed, where the service says. */
	reason?: string;
	buttons?: string[];
	/** Addresses and tokens of a live avatar session, under the service's names in camelCase. */
	streamUrls?: Record<string, string | number>;
	/** The service's record as it came. */
	record: Record<string, unknown>;
}

export interface JobKind {
	name: string;
	label: string;
	group: ErrorGroup;
	/** `type` values of callbacks of this kind (service.md: Callbacks). */
	callbackTypes: readonly string[];
	created: Schema<JobState>;
	read: {
		most: number;
		request(ids: readonly string[]): ServiceRequest;
		answer(ids: readonly string[]): Schema<JobState[]>;
	};
	/** Cancels tasks by their `jobId`, where the service can. */
	cancel?(jobIds: readonly string[]): ServiceRequest;
	ready: 'completed' | 'streaming';
	/** The service's advice when a result does not come, as a sentence. */
	whenLate?: string;
	tellsNoCredits?: boolean;
	/** They are not deleted after 7 days (service.md: Limits). */
	keepsResults?: boolean;
	fileExtension?: string;
}
