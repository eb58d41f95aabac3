import { noResult } from '../../../nodes/shared/jobs/output';
import type { FailureDetails } from '../../../nodes/shared/service/failure';
import { STATUSES } from '../../../nodes/shared/service/statuses';
import { keysOf } from '../../../nodes/shared/service/values';

/* The part of the reference about output. The code has the names of a job's fields, and each new field needs a text here. */

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const statuses = (whose: 'job' | 'session') =>
	or.format(
		[...keysOf(STATUSES).filter((name) => STATUSES[name][whose]), 'unknown'].map((name) => `\`${name}\``),
	);

const JOB: Record<string, string> = {
	id: 'ID of the job, which you give to Get',
	kind: '`faceSwap` (swaps and age changes), `image`, `video`, `avatar`, `audio` or `liveAvatarSession`',
	status: `${statuses('job')}; for a session ${statuses('session')}`,
	jobId: 'ID for Job › Cancel, for swaps and age changes',
	resultUrl:
		'Address of the result, which you can open for 7 days. For several images, an address besides those of `resultUrls`',
	resultUrls: 'Addresses of several results, such as four images',
	avatarId: 'ID that your videos and sessions take',
	streamUrls: 'Addresses of a session: `clientPullStreamUrl`, `clientChatRoomUrl`, `serverChatRoomUrl`',
	progress: 'Percent done',
	createdAt: 'Date in ISO 8601',
	expiresAt: 'When the service deletes the result, 7 days after completion',
	credits: 'Credits that you paid, if the service reports them',
	reason: 'Why the job failed',
	buttons: 'Buttons that you can still use on an image, such as `U1`',
	reference: 'Your own Reference',
	timedOut: '`true` if the wait ended first',
	duplicate: '`true` if the job was made before, so that you did not pay again',
	waitedSeconds: 'How long the node waited, if you turn Simplify off',
	statusChecks: 'How often it polled, if you turn Simplify off',
	record: "The service's own record, if you turn Simplify off",
};

const DETAILS: Partial<Record<keyof FailureDetails, string>> = {
	submitted:
		'`no` means that you can run the row again; `yes` means that a job exists; `unknown` means that you should look first',
	next: 'What to do now, a word of [this list](errors.md#let-a-program-decide)',
	id: 'ID, with `jobId`, `kind`, `status` and `resultUrl` as far as they are known',
	row: 'Number of the row, from 1',
	field: 'Wrong parameter, as on the screen',
	description: 'What you can do',
	errorCode: "The service's code, or `httpStatus`",
	serviceMessage: "The service's own words",
	record: "The service's own record of the job, if you turn Simplify off",
	retryFrom: 'You can run the row again from this time',
	suggestion: 'Value that the `field` would take',
	lookFor: "Words of the line in n8n's log that names the job",
	resource: 'Resource whose *Get* reads the job',
	execution: 'Number for *Continue Execution*',
	reference: 'Your own Reference',
};

const OTHERS: ReadonlyArray<[string, string]> = [
	[
		'Face › Detect',
		"the service's answer, `imageUrl`, `faceCount` and `faces`, a list of `{ number, opts, videoOpts, region }`",
	],
	['Face Mapper', '`targetImage`, `sourceImage`, `faceCount`, `mediaType`, `modifyImage`'],
	['Chat › Send Message', '`question`, `answer`, `messageId`, `sessionId`, `streamUrls`'],
	['Delete, Close, Pause, Cancel', '`success`, and the IDs that you gave'],
	['Credit › Get', '`credit`'],
	['Get Many of avatars, voices and languages', "the service's own fields"],
	[
		'a tool whose time is up',
		'`status: processing`, `id`, `kind`, `next: readJob`, and a `description` for your agent',
	],
	['a dry run', '`dryRun`, and the `request` that would be sent'],
];

const rows = (texts: ReadonlyArray<readonly [string, string]>) =>
	['| Field | Meaning |', '|---|---|', ...texts.map(([name, text]) => `| ${name} | ${text} |`)].join('\n');

/** @throws if a field of a job has no text, or a text has no field */
export function outputSection(): string {
	const names = Object.keys(noResult);
	if (names.join() !== Object.keys(JOB).join()) throw new Error(`The texts are not those of ${names.join()}`);
	return [
		'## Output',
		'You get one item per input item, linked to it, in the same order. If you make or read a job, you get the fields that are known. If you download the file, you find it in `data`, and further files in `data_2` to `data_4`.',
		rows(names.map((name) => [`\`${name}\``, JOB[name] ?? ''])),
		'If the node continues on an error, a failed item is `{ error, details }`. `error` is the message, and `details` has these fields.',
		rows(Object.entries(DETAILS).map(([name, text]) => [`\`${name}\``, text])),
		'Other operations return these fields.',
		rows(OTHERS).replace('| Field | Meaning |', '| Operation | Fields |'),
	].join('\n\n');
}
