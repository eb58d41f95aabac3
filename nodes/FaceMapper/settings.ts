import { z } from 'zod/v3';
import { collection, number } from '../shared/operation/inputs';
import { mediaType, match, onMismatch, order, pairing, sourceFrom } from './choices';

const faceNumber = number((schema) => schema.int().min(1));

/** Schema of the node's parameters; its keys are the names of its fields. */
export const settingsSchema = z.object({
	mediaType: mediaType.schema,
	sourceFrom: sourceFrom.schema,
	sourceDetection: z.unknown(),
	match: match.schema,
	pairing: pairing.schema,
	pairs: collection({ pair: z.array(z.object({ target: faceNumber, source: faceNumber })).default([]) }),
	order: order.schema,
	onMismatch: onMismatch.schema,
});
export type MapperSettings = z.output<typeof settingsSchema>;
