export type Submitted = 'yes' | 'no' | 'unknown';

export type ServiceErrorDetails = Partial<Omit<ServiceError, 'name' | 'message' | 'stack'>>;

/** Its message holds no secret. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	declare readonly description?: string;
	/** service.md: Errors */
	declare readonly code?: number;
	/** The service's own words. */
	declare readonly said?: string;
	declare readonly httpStatus?: number;
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

/** No credential, a deleted one, or a domain that is not allowed. No wait helps. */
export class RefusedByN8n extends ServiceError {}

export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new ServiceError(String(thrown));
}
