import { z } from 'zod';
import { readNumber } from '../values';

/** The face swap balance in credits (service.md: Credit). */
export const quota = z
	.object({
		credit: z.unknown().transform((value, context): number => {
			const credit = readNumber(value);
			if (credit !== undefined) return credit;
			context.addIssue({ code: z.ZodIssueCode.custom, message: 'Expected a number' });
			return z.NEVER;
		}),
	})
	.passthrough();
