import { z } from '../zod';

export type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/* zod's own transforms make a getter for each value. With thousands of items, V8's collections then block n8n. */

class Step<T> extends z.ZodType<T, z.ZodTypeDef, unknown> {
	constructor(private readonly step: (input: z.ParseInput) => z.SyncParseReturnType<T>) {
		super({});
	}

	override _parse(input: z.ParseInput): z.SyncParseReturnType<T> {
		return this.step(input);
	}
}

export function prepared<T>(prepare: (given: unknown) => unknown, schema: Schema<T>): Schema<T> {
	return new Step(({ data, path, parent }) => schema._parseSync({ data: prepare(data), path, parent }));
}

export function changed<T, U>(
	schema: Schema<T>,
	change: (value: T, context: z.RefinementCtx) => U,
): Schema<U> {
	return new Step<U>((input) => {
		const read = schema._parseSync(input);
		if (read.status !== 'valid') return z.INVALID;
		const status = new z.ParseStatus();
		const addIssue = (issue: z.IssueData) => {
			z.addIssueToContext(schema._getOrReturnCtx(input), issue);
			status.dirty();
		};
		const value = change(read.value, { path: input.path, addIssue });
		return { status: status.value, value };
	});
}

export function checked<T>(
	schema: Schema<T>,
	check: (value: T, context: z.RefinementCtx) => void,
): Schema<T> {
	return changed(schema, (value, context) => {
		check(value, context);
		return value;
	});
}
