import { z } from 'zod';
import { choice, flag, optionalNumber, optionalText, optionalUrl } from './inputs';

/*
 * The parameters that operations of one type share, beside their own (their fields stand in commonFields.ts). One that
 * the screen does not show is absent, and takes its default here.
 */

const positive = (schema: z.ZodNumber) => schema.positive();
const atLeastNone = (schema: z.ZodNumber) => schema.int().min(0);

/** How a run waits: in the process, or suspended: until the service calls, or between looks. */
export const waitWays = ['polling', 'callback', 'suspend'] as const;

/** Minutes; a suspended execution holds nothing, so it may take its time. */
const DEFAULT_TIMEOUTS = { polling: 30, callback: 180, suspend: 180 } as const;

const waitOptions = {
	timeout: optionalNumber(positive),
	onTimeout: choice(['error', 'returnPending'], 'error'),
	includeOtherFields: flag(false),
	maxFileSize: optionalNumber((schema) => schema.min(0)),
};

/** What comes out of an operation, and how. */
const outputSettings = {
	downloadResult: flag(false),
	binaryPropertyName: optionalText.transform((name) => name ?? 'data'),
	simplify: flag(true),
};

/** Settings of every operation that makes something. */
export const createSettings = z
	.object({
		waitForCompletion: flag(true),
		waitUsing: choice(waitWays, 'polling'),
		webhookUrl: optionalUrl,
		...outputSettings,
		options: z.preprocess(
			(options) => options ?? {},
			z.object({
				...waitOptions,
				maxConcurrent: optionalNumber((schema) => schema.int().min(1).max(50)).transform((most) => most ?? 5),
				maxInProgress: optionalNumber(atLeastNone).transform((most) => most ?? 0),
				cancelOnStop: flag(false),
				minimumCredit: optionalNumber((schema) => schema.min(0)),
				reference: optionalText,
				checkOnly: flag(false),
			}),
		),
	})
	.transform((settings) => withTimeout(settings, settings.waitUsing));
export type CreateSettings = z.output<typeof createSettings>;

/** Whether an item is waited for in this way. */
export function waitsBy(
	way: CreateSettings['waitUsing'],
	{ waitForCompletion, waitUsing, options }: CreateSettings,
): boolean {
	return waitForCompletion && waitUsing === way && !options.checkOnly;
}

/** Settings of every operation that reads jobs. */
export const readSettings = z
	.object({
		waitForCompletion: flag(false),
		...outputSettings,
		options: z.preprocess((options) => options ?? {}, z.object(waitOptions)),
	})
	.transform((settings) => withTimeout(settings, 'polling'));
export type ReadSettings = z.output<typeof readSettings>;

function withTimeout<T extends { options: { timeout?: number } }>(
	settings: T,
	way: keyof typeof DEFAULT_TIMEOUTS,
) {
	const { options } = settings;
	return { ...settings, options: { ...options, timeout: options.timeout ?? DEFAULT_TIMEOUTS[way] } };
}
