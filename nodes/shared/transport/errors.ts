/** Whether a create was taken by the service: may this row be run again? */
export type Submitted = 'yes' | 'no' | 'unknown';

export interface ServiceErrorDetails {
	/** What to do, in full sentences. */
	description?: string;
	/** The service's own code, if it gave one (service.md: Errors). */
	code?: number;
	/** Only the service's own words, if it gave any. */
	said?: string;
	/** The HTTP status, if there was one. */
	httpStatus?: number;
	/** For a create: whether the service may have taken it. For anything else `no`. */
	submitted?: Submitted;
	/** True after a code that makes every further create pointless: quota, ban, fresh tokens refused in a row. */
	stopsEverything?: boolean;
	cause?: unknown;
}

/** A call to the service that did not succeed. Its message holds no secret. */
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

/** Turns anything thrown into an Error, to rethrow what a catch does not handle. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new ServiceError(String(thrown));
}
