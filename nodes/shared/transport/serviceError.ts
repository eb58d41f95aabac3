/** Whether a create was taken by the service: may this row be run again? */
export type Submitted = 'yes' | 'no' | 'unknown';

export type ServiceErrorDetails = Partial<Omit<ServiceError, 'name' | 'message' | 'stack'>>;

/** A call to the service that did not succeed. Its message holds no secret. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	/** What to do, in full sentences. */
	declare readonly description?: string;
	/** The service's own code, if it gave one (service.md: Errors). */
	declare readonly code?: number;
	/** Only the service's own words, if it gave any. */
	declare readonly said?: string;
	/** The HTTP status, if there was one. */
	declare readonly httpStatus?: number;
	/** For a create: whether the service may have taken it. For anything else `no`. */
	declare readonly submitted: Submitted;
	/** True after a code that makes every further create pointless: quota, ban, fresh tokens refused in a row. */
	declare readonly stopsEverything: boolean;

	constructor(
		message: string,
		{ cause, submitted = 'no', stopsEverything = false, ...others }: ServiceErrorDetails = {},
	) {
		super(message, { cause });
		Object.assign(this, others, { submitted, stopsEverything });
	}
}

/** Turns anything thrown into an Error, to rethrow what a catch does not handle. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new ServiceError(String(thrown));
}
