/** Whether a create was taken by the service: may this row be run again? */
export type Submitted = 'yes' | 'no' | 'unknown';

export interface ServiceErrorDetails {
	/** What to do, in full sentences. */
	description?: string;
	/** The service's own code, where it gave one (service.md: Errors). */
	code?: number;
	/** The service's own words alone, where it gave some. */
	said?: string;
	/** The HTTP status, where one came. */
	httpStatus?: number;
	/** For a create: whether the service may have taken it. For anything else `no`. */
	submitted?: Submitted;
	/** True after a code that makes every further create pointless: quota, ban, fresh tokens refused in a row. */
	stopsEverything?: boolean;
	cause?: unknown;
}

/** What a call to the service came to when it did not come to an answer. Its message holds no secret. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	readonly description?: string;
	readonly code?: number;
	readonly said?: string;
	readonly httpStatus?: number;
	readonly submitted: Submitted;
	readonly stopsEverything: boolean;

	constructor(message: string, details: ServiceErrorDetails = {}) {
		super(message, { cause: details.cause });
		this.description = details.description;
		this.code = details.code;
		this.said = details.said;
		this.httpStatus = details.httpStatus;
		this.submitted = details.submitted ?? 'no';
		this.stopsEverything = details.stopsEverything ?? false;
	}
}

/** What was thrown, as an error: for handing on what was caught and is not for the catcher. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new ServiceError(String(thrown));
}
