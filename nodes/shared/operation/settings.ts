import { z } from 'zod';
import type { Json } from '../service/request';
import { ways } from '../waits';
import { choice, flag, json, optionalNumber, optionalText, optionalUrl } from './inputs';

/*
 * The parameters that operations of one type share, beside their own (for their fields see commonFields.ts). One that
 * the screen does not show is absent, and gets its default here.
 */

const positive = (schema: z.ZodNumber) => schema.positive();
const atLeastNone = (schema: z.ZodNumber) => schema.int().min(0);
const [firstWay, ...otherWays] = ways.map(({ value }) => value);

const waitOptions = {
	/** Minutes. */
	timeout: optionalNumber(positive).transform((minutes) => minutes ?? 180),
	onTimeout: choice(['error', 'returnPending'], 'error'),
	includeOtherFields: flag(false),
	maxFileSize: optionalNumber((schema) => schema.min(0)),
};

/** What an operation puts out, and how. */
const outputSettings = (downloads: boolean) => ({
	downloadResult: flag(downloads),
	binaryPropertyName: optionalText.transform((name) => name ?? 'data'),
	simplify: flag(true),
});

const collection = <T extends z.ZodRawShape>(shape: T) =>
	z.preprocess((options) => options ?? {}, z.object(shape));

const createSettings = (downloads: boolean) =>
	z.object({
		waitForCompletion: flag(true),
		waitUsing: choice([firstWay ?? '', ...otherWays], firstWay ?? ''),
		webhookUrl: optionalUrl,
		...outputSettings(downloads),
		options: collection({
			...waitOptions,
			/** Minutes. */
			storeAfter: optionalNumber((schema) => schema.min(0)).transform((minutes) => minutes ?? 5),
			maxConcurrent: optionalNumber((schema) => schema.int().min(1).max(50)).transform((most) => most ?? 5),
			maxInProgress: optionalNumber(atLeastNone).transform((most) => most ?? 0),
			cancelOnStop: flag(false),
			minimumCredit: optionalNumber((schema) => schema.min(0)).transform((credits) => credits ?? 0),
			maxJobs: optionalNumber(atLeastNone).transform((most) => most ?? 0),
			remakeFailed: optionalNumber((schema) => schema.int().min(0).max(2)).transform((times) => times ?? 0),
			idempotencyKey: optionalText,
			/** Only for the screen. */
			moreFields: flag(true),
			reference: optionalText,
			checkOnly: flag(false),
			extraFields: json(z.record(z.custom<Json>((value) => value !== undefined)).optional()),
		}),
	});
const schemas = { images: createSettings(true), others: createSettings(false) };

/** Settings of an operation that makes something. */
export function createSettingsOf({ makesImages }: { makesImages?: boolean }): typeof schemas.images {
	return makesImages === true ? schemas.images : schemas.others;
}
export type CreateSettings = z.output<typeof schemas.images>;

/** Settings of every operation that reads jobs. */
export const readSettings = z.object({
	waitForCompletion: flag(false),
	...outputSettings(false),
	options: collection(waitOptions),
});
export type ReadSettings = z.output<typeof readSettings>;
