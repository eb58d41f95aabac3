/** Whether a create was taken by the service. */
export type Submitted = 'yes' | 'no' | 'unknown';

export type ServiceErrorDetails = Partial<Omit<ServiceError, 'name' | 'message' | 'stack'>>;

/** A call to the service that did not succeed. Its message holds no secret. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	declare readonly description?: string;
	/** The service's own code, if it gave one (service.md: Errors). */
	declare readonly code?: number;
	/** Only the service's own words, if it gave any. */
	declare readonly said?: string;
	declare readonly httpStatus?: number;
	/** Whether the service may have taken it. */
	declare readonly submitted: Submitted;
	declare readonly stopsEverything: boolean;

	constructor(
		message: string,
		{ cause, submitted = 'no', stopsEverything = false, ...others }: ServiceErrorDetails = {},
	) {
		super(message, { cause });
		Object.assign(this, others, { submitted, stopsEverything });
	}
}

/**
 * n8n itself does not send to the service. No credential, a deleted one, a domain that is not allowed. No wait helps.
 */
export class RefusedByN8n extends ServiceError {}

export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new ServiceError(String(thrown));
}
