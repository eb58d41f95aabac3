import { z } from 'zod/v3';
import { readNumber } from '../values';
import { failureFields, id, one, optionalId, optionalNumber, optionalText, status } from './fields';

/**
 * The answer to the create of a swap or an age change (service.md: Face swap). `_id` names the result record, `job_id`
 * the task to cancel. `url` is promised here long before the file exists (service.md: Face swap).
 */
export const taskHandle = one(z.object({ _id: id, url: optionalText, job_id: optionalId }).passthrough());

/** One record of the result list (service.md: Results). */
export const faceswapRecord = z
	.object({
		_id: id,
		job_id: optionalId,
		faceswap_status: status,
		url: optionalText,
		createdAt: optionalText,
		...failureFields,
	})
	.passthrough();

/** The balance in credits (service.md: Credit). */
export const quota = z
	.object({ credit: optionalNumber.pipe(z.number({ required_error: 'Expected a number' })) })
	.passthrough();

const coordinates = z.array(z.unknown()).transform((values) => values.map((value) => readNumber(value)));

/** The body of face detection (service.md: Face detection); an absent or null list is read as an empty one. */
export const detectionAnswer = z
	.object({
		error_code: optionalNumber,
		error_msg: optionalText,
		landmarks: z
			.array(z.array(coordinates.catch([])).catch([]))
			.nullish()
			.transform((faces) => faces ?? []),
		landmarks_str: z
			.union([z.array(z.string().nullish().catch(undefined)), z.string().transform((text) => [text])])
			.nullish()
			.transform((texts) => texts ?? []),
		region: z
			.array(coordinates.catch([]))
			.nullish()
			.catch(undefined)
			.transform((regions) => regions ?? []),
		seconds: optionalNumber,
		trx_id: optionalText,
	})
	.passthrough();
export type DetectionAnswer = z.infer<typeof detectionAnswer>;
