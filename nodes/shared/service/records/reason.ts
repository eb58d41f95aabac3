import type { z } from 'zod/v3';
import { messageOf, type ErrorGroup } from '../codes';
import type { jobFields } from './fieldSchemas';

export type JobFields = Partial<z.output<z.ZodObject<typeof jobFields>>> & { _id: string };

const NAMES = [
	'error_reason',
	'error_msg',
	'failed_reason',
	'fail_reason',
	'reason',
	'msg',
	'message',
] as const;

const NO_REASON = /^(ok|success(ful(ly)?)?)\W*$/i;

/** service.md: Jobs and states */
export function failureReason(record: JobFields, group: ErrorGroup): string | undefined {
	const code = Number(record.error_code ?? 0);
	const said = NAMES.map((name) => record[name]).find((text) => text !== undefined && !NO_REASON.test(text));
	const words = said ?? messageOf(code, group);
	if (code === 0) return words;
	return words === undefined ? `code ${record.error_code}` : `${words} (code ${record.error_code})`;
}
