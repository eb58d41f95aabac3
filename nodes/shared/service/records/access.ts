import { z } from 'zod/v3';
import { optionalNumber } from './fields';

/** The face swap balance in credits (service.md: Credit). */
export const quota = z
	.object({ credit: optionalNumber.pipe(z.number({ required_error: 'Expected a number' })) })
	.passthrough();
