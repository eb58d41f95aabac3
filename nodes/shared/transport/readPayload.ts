import { Failure } from '../service/failure';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';
import { excerptOf, isObject, sentences } from '../service/values';
import type { Refusal } from './verdict';

const CHECK_FIRST =
	'Before you run this item again, look for the job and its credits in your account at the service.';

const BY_GET =
	'It was sent as GET, with its fields in the query: n8n sends no body with GET, so a service that looks for them there is out of reach.';

export function failureOf(request: ServiceRequest, refusal: Refusal, tries: number): Failure {
	const { trouble, message, code: errorCode, said, httpStatus, isForAll, mayBeTaken, isByN8n } = refusal;
	const { retryFrom } = refusal;
	const isCreate = request.intent === 'create';
	const isOpen = isCreate && (trouble === 'unclear' || mayBeTaken === true);
	const description = sentences(
		tries > 1 && `It was tried ${tries} times`,
		request.fallbackToGet === true && request.method === 'GET' && BY_GET,
		isOpen ? CHECK_FIRST : refusal.description,
	);
	const isPassing = !isOpen && (trouble === 'refusedForNow' || trouble === 'notReached');
	return new Failure(
		isOpen ? `${message}, so this job may be paid` : message,
		{
			...{ description, errorCode, httpStatus, serviceMessage: said || undefined, retryFrom },
			submitted: isCreate ? (isOpen ? 'unknown' : 'no') : undefined,
		},
		{ scope: isForAll ? 'run' : 'row', again: isByN8n ? 'never' : isPassing ? 'later' : undefined },
	);
}

/** @throws Failure */
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
	const { job_id: given } = isObject(payload) ? payload : {};
	const jobId = wasTaken && typeof given === 'string' && given !== '' ? excerptOf(given, 80) : undefined;
	const message = wasTaken
		? "The service took the job, but the node can't read its answer"
		: "The node can't read the answer of the service";
	throw new Failure(message, {
		description: sentences(
			jobId !== undefined && `Its job ID is ${jobId}`,
			`Not as expected in the answer: ${missing.join('; ')}`,
			wasTaken && CHECK_FIRST,
		),
		jobId,
		httpStatus,
		submitted: wasTaken ? 'yes' : undefined,
	});
}
