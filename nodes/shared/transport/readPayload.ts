import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';
import { explainCode } from '../service/codes';
import { excerptOf, isObject } from '../service/values';
import { RefusedByN8n, ServiceError } from './serviceError';
import { BROKE } from './faults';
import type { Refusal } from './verdict';

const CHECK_FIRST =
	'Before you run this item again, look for the job and its credits in your account at the service';

const BY_GET =
	'It was sent as GET, with its fields in the query: n8n sends no body with GET, so a service that looks for them there is out of reach';

export function serviceErrorOf(request: ServiceRequest, refusal: Refusal, tries: number): ServiceError {
	const { trouble, message, code, said, httpStatus, stopsEverything, mayBeTaken, isByN8n } = refusal;
	const isOpen = request.intent === 'create' && (trouble === 'unclear' || mayBeTaken === true);
	const description = [
		isOpen ? CHECK_FIRST : refusal.description,
		// The description of a code already has the service's words.
		...(code === undefined && said ? [`The answer was: ${said}`] : []),
		...(request.fallbackToGet === true && request.method === 'GET' ? [BY_GET] : []),
		...(tries > 1 ? [`It was sent ${tries} times`] : []),
	].join('. ');
	const submitted = isOpen ? 'unknown' : 'no';
	const Refused = isByN8n === true ? RefusedByN8n : ServiceError;
	const happened = isOpen ? `May be paid: ${whileSending(message)}` : message;
	return new Refused(happened, { description, code, said, httpStatus, submitted, stopsEverything });
}

const whileSending = (message: string) =>
	message.endsWith(BROKE)
		? `${BROKE} while the job was being sent`
		: `${message.charAt(0).toLowerCase()}${message.slice(1)}`;

export function tooEarly(
	request: ServiceRequest,
	refusal: Refusal | undefined,
	tries: number,
	patienceMs: number,
): ServiceError {
	const { message, description: toDo } = explainCode(1005, refusal?.said ?? '', request.group);
	const seconds = Math.ceil(patienceMs / 1_000);
	const patience = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
	const description = `It waited for its turn, but the service took nothing for ${patience}, or the time of this item was up. ${toDo}`;
	const why = { kind: 'refused', trouble: 'refusedForNow', code: 1005, ...refusal } as const;
	return serviceErrorOf(request, { ...why, message, description }, tries);
}

/** @throws ServiceError */
export function readPayload<T>(
	request: ServiceRequest,
	payload: unknown,
	answer: Schema<T>,
	httpStatus?: number,
): T {
	const read = answer.safeParse(payload);
	if (read.success) return read.data;
	const missing = read.error.issues
		.slice(0, 3)
		.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
	const wasTaken = request.intent === 'create';
	const { job_id: jobId } = isObject(payload) ? payload : {};
	const known = typeof jobId === 'string' && jobId ? `Its job ID is ${excerptOf(jobId, 80)}. ` : '';
	const message = wasTaken
		? "The service took the job, but the node can't read its answer"
		: "The node can't read the answer of the service";
	throw new ServiceError(message, {
		description: `${wasTaken ? `${known}${CHECK_FIRST}. ` : ''}Not as expected in the answer: ${missing.join('; ')}`,
		httpStatus,
		submitted: wasTaken ? 'yes' : 'no',
	});
}
