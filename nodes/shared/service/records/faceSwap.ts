import { z } from 'zod/v3';
import { readNumber } from '../values';
import { id, jobFields, one, optionalId, optionalNumber, optionalText, record, status } from './fields';

/**
 * The answer to the create of a swap or an age change (service.md: Face swap). `_id` names the result record, `job_id`
 * the task to cancel. `url` is promised here long before the file exists (service.md: Face swap).
 */
export const taskHandle = one(record({ _id: id, url: optionalText, job_id: optionalId }));

/** One record of the result list (service.md: Results). */
export const faceswapRecord = record({
	...jobFields,
	job_id: optionalId,
	faceswap_status: status,
	url: optionalText,
	createdAt: optionalText,
});

/** The balance in credits (service.md: Credit). */
export const quota = record({
	credit: optionalNumber.pipe(z.number({ required_error: 'Expected a number' })),
});

const coordinates = z.array(z.unknown().transform(readNumber));

const orNone = (list: unknown) => list ?? [];

/** The body of face detection (service.md: Face detection); an absent or null list is read as an empty one. */
export const detectionAnswer = record({
	error_code: optionalNumber,
	error_msg: optionalText,
	landmarks: z.preprocess(orNone, z.array(z.array(coordinates.catch([])).catch([]))),
	landmarks_str: z.preprocess(
		(texts) => (typeof texts === 'string' ? [texts] : orNone(texts)),
		z.array(z.string().nullish().catch(undefined)),
	),
	region: z.array(coordinates.catch([])).catch([]),
	seconds: optionalNumber,
	trx_id: optionalText,
});
export type DetectionAnswer = z.infer<typeof detectionAnswer>;
