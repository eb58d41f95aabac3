import type { z } from 'zod/v3';
import type { ServiceRequest } from '../service/request';
import { excerptOf, isObject } from '../service/values';
import { ServiceError, type Submitted } from './errors';
import type { Refusal } from './verdict';

const CHECK_FIRST =
	'It may have been taken all the same, and is then paid for. Before you run this item again, look at the jobs and the credits of your account at the service';

/** Turns the last refusal of a request into the error that the rest of the package knows. */
export function serviceErrorOf(request: ServiceRequest, refusal: Refusal, tries: number): ServiceError {
	const { trouble, message, description, code, said, httpStatus, stopsEverything, mayBeTaken } = refusal;
	const isOpen = trouble === 'unclear' || mayBeTaken === true;
	const submitted: Submitted = request.intent === 'create' && isOpen ? 'unknown' : 'no';
	const advice = submitted === 'unknown' ? `${CHECK_FIRST}. ${description}` : description;
	return new ServiceError(message, {
		description: tries > 1 ? `${advice}. It was sent ${tries} times` : advice,
		code,
		said,
		httpStatus: httpStatus === 0 ? undefined : httpStatus,
		submitted,
		stopsEverything,
	});
}

/**
 * Parses the payload with the schema `answer`.
 * @throws ServiceError that names what is missing; a create was taken then.
 */
export function readPayload<T>(
	request: ServiceRequest,
	payload: unknown,
	answer: z.ZodType<T, z.ZodTypeDef, unknown>,
): T {
	const read = answer.safeParse(payload);
	if (read.success) return read.data;
	const missing = read.error.issues.slice(0, 3).map(({ path, message }) => {
		const place = path.join('.');
		return place === '' ? message : `${place}: ${message}`;
	});
	const wasTaken = request.intent === 'create';
	const jobId = wasTaken && isObject(payload) ? readText(payload.job_id) : undefined;
	const known = jobId === undefined ? '' : ` Its job ID is ${jobId}.`;
	throw new ServiceError('The service gave an answer that does not hold what it should', {
		description: `${wasTaken ? `The service took the request.${known} ${CHECK_FIRST}. ` : ''}What does not fit: ${missing.join('; ')}`,
		submitted: wasTaken ? 'yes' : 'no',
	});
}

function readText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? excerptOf(value, 80) : undefined;
}
