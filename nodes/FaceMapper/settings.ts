import { z } from 'zod';
import { choice, number } from '../shared/operation/inputs';

const faceNumber = number((schema) => schema.int().min(1));

/** Schema of the node's parameters; its keys are the names of its fields. */
export const settingsSchema = z.object({
	mediaType: choice(['image', 'video'], 'image'),
	sourceFrom: choice(['input', 'field'], 'input'),
	sourceDetection: z.unknown(),
	match: choice(
		['allSourcesToEachTarget', 'sourceAtSamePosition', 'allTargetsTogether'],
		'allSourcesToEachTarget',
	),
	pairing: choice(['byOrder', 'oneSourceForAll', 'manual'], 'byOrder'),
	pairs: z.preprocess(
		(given) => given ?? {},
		z.object({ pair: z.array(z.object({ target: faceNumber, source: faceNumber })).default([]) }),
	),
	order: choice(['leftToRight', 'asDetected', 'largestFirst'], 'leftToRight'),
	onMismatch: choice(['error', 'truncate'], 'error'),
});
export type MapperSettings = z.output<typeof settingsSchema>;
