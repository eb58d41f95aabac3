import { z } from 'zod';
import { isObject, readNumber } from '../values';

/** The whole body of the token operation (service.md: Authentication); the token may stand in `data`, too. */
export const tokenAnswer = z.preprocess(
	(body) => {
		if (!isObject(body) || 'token' in body || !isObject(body.data)) return body;
		return { ...body, token: body.data.token };
	},
	z.object({ token: z.string().trim().min(1) }).passthrough(),
);
export type TokenAnswer = z.infer<typeof tokenAnswer>;

/** The face swap balance (service.md: Credit), a number of credits. */
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
export type Quota = z.infer<typeof quota>;
