import { noResult } from '../../../nodes/shared/jobs/output';
import type { FailureDetails } from '../../../nodes/shared/service/failure';
import { STATUSES } from '../../../nodes/shared/service/statuses';
import { keysOf } from '../../../nodes/shared/service/values';
import texts from './outputFields.json';

/* The part of the reference about output. The code has the names of a job's fields, and each new field needs a text there. */

/** The types refuse a text of a detail that no failure has. */
const details: { [Name in keyof typeof texts.details]: Name extends keyof FailureDetails ? string : never } =
	texts.details;

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const statuses = (whose: 'job' | 'session') =>
	or.format(
		[...keysOf(STATUSES).filter((name) => STATUSES[name][whose]), 'unknown'].map((name) => `\`${name}\``),
	);
const job = {
	...texts.job,
	status: texts.job.status.replace('{job}', statuses('job')).replace('{session}', statuses('session')),
};

const rows = (heading: string, entries: ReadonlyArray<readonly [string, string]>) =>
	[`| ${heading} |`, '|---|---|', ...entries.map(([name, text]) => `| ${name} | ${text} |`)].join('\n');
const fields = (all: object) =>
	rows(
		'Field | Meaning',
		Object.entries(all).map(([name, text]) => [`\`${name}\``, String(text)]),
	);

/** @throws if a field of a job has no text, or a text has no field */
export function outputSection(): string {
	const names = Object.keys(noResult).join();
	if (names !== Object.keys(job).join()) throw new Error(`The texts are not those of ${names}`);
	return [
		'## Output',
		'You get one item per input item, linked to it, in the same order. If you make or read a job, you get the fields that are known. If you download the file, you find it in `data`, and further files in `data_2` to `data_4`.',
		fields(job),
		'If the node continues on an error, a failed item is `{ error, details }`. `error` is the message, and `details` has these fields.',
		fields(details),
		'Other operations return these fields.',
		rows('Operation | Fields', Object.entries(texts.others)),
	].join('\n\n');
}
