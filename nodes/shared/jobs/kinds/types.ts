import type { ErrorGroup } from '../../service/codes';
import type { ServiceRequest } from '../../service/request';
import type { Schema } from '../../service/schema';
import type { JobStatus, SessionStatus } from '../../service/status';

export interface JobState {
	id: string;
	/** Names the task for a cancel (service.md: Face swap). */
	jobId?: string;
	status: JobStatus | SessionStatus;
	unknownStatus?: string;
	/** Set only when completed. */
	resultUrl?: string;
	resultUrls?: string[];
	otherUrl?: string;
	lipsync?: boolean;
	avatarId?: string;
	progress?: number;
	/** ISO 8601. */
	createdAt?: string;
	credits?: number;
	reason?: string;
	buttons?: string[];
	/** Under the service's names in camelCase. */
	streamUrls?: Record<string, string | number>;
	record: Record<string, unknown>;
}

export interface JobKind {
	name: string;
	label: string;
	group: ErrorGroup;
	/** service.md: Callbacks */
	callbackTypes: readonly string[];
	created: Schema<JobState>;
	read: {
		most: number;
		request(ids: readonly string[]): ServiceRequest;
		answer(ids: readonly string[]): Schema<JobState[]>;
	};
	cancel?(jobIds: readonly string[]): ServiceRequest;
	ready: 'completed' | 'streaming';
	whenLate?: string;
	tellsNoCredits?: boolean;
	/** service.md: Limits */
	keepsResults?: boolean;
	fileExtension?: string;
}
