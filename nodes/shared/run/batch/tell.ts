import type { JobKind } from '../../jobs/kinds';
import { findableBy, hint } from '../../n8n/hintsAndCustomData';
import { isTool } from '../../n8n/node';
import { readNumber } from '../../service/values';
import { isMade, receiptOfJob, type Running } from '../../item/job';
import type { Run } from '../../item/runContext';
import type { Batch } from './batch';

/* What a run tells beside its items: only IDs, numbers and dates, as everybody who sees the execution can read it. */

/** Says in the log that a job was found which an execution or a leg had made before it was killed. */
export function tellTakenUp({ context }: Pick<Run, 'context'>, { label }: JobKind, id: string): void {
	context.logger.info(`${label} ${id} was made before n8n ended, and is taken up`, { id });
}

/** Stores the IDs of the jobs with the execution, which can be found by them. */
export function tellIds({ run, entries }: Batch): void {
	const ids = entries.flatMap(({ job }) => (isMade(job) ? job.state.id : []));
	if (ids.length > 0) findableBy(run.context, ids);
}

/**
 * Leaves a line in the log for each job of a finished run: what is known of its times, its credits and its files. The
 * consent is not told: a log is read by others than the output.
 */
export function tellReceipts({ run, operation, entries }: Batch): void {
	for (const { item, job, outcome, settings, files } of entries) {
		if (!isMade(job) || !outcome) continue;
		const { id, jobId, status } = job.state;
		const { reference } = settings;
		const own = { id, jobId, item, reference, status };
		run.context.logger.info(`Receipt of ${operation.kind.label.toLowerCase()} ${id}`, {
			...own,
			...receiptOfJob(job, files),
		});
	}
}

/** Tells what a stored run waits for: as a hint, and in the log. */
export function tellPark({ context }: Run, open: readonly Running[], next: number): void {
	const [first] = open;
	const others = open.length > 1 ? ` and ${open.length - 1} more` : '';
	const ids = first ? ` (ID ${first.state.id}${others})` : '';
	const later = next > 0 ? `; ${countOf(next)} still to be created` : '';
	const message = `Waiting for ${countOf(open.length)}${ids}${later}.`;
	context.logger.info(`The run is handed to n8n to be stored. ${message}`);
	hint(context, message);
}

/** How long a proxy between a caller and n8n waits, in general. */
const PROXY_WAITS_MS = 60_000;

/** Tells what a finished run did: what became of its jobs, what they cost, and until when results are kept. */
export function tellEnd({ run, operation, entries, leg, waiting }: Batch): void {
	if (isTool(run.context)) return;
	if (waiting?.isOnTheLine && run.environment.now() - leg.startedAt > PROXY_WAITS_MS) {
		hint(
			run.context,
			`The caller waited for more than a minute, and proxies give up. ${waiting.wayOn}`,
			'warning',
		);
	}
	const ended = entries.flatMap(({ outcome }) => outcome ?? []);
	const items = ended.flatMap((outcome) => {
		if (!outcome.ok) return [];
		const { json, binary } = outcome.value;
		return typeof json.status === 'string' ? [{ json, binary, status: json.status }] : [];
	});
	const failures = ended.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure.details]));
	const notMade = failures.filter(({ submitted }) => submitted === 'no').length;
	if (failures.length > 0) {
		const how = `${failures.length} of ${itemsOf(ended.length)} failed, of which ${notMade} were not made or paid`;
		run.context.logger.warn(`${operation.kind.label}: ${how}`);
	}
	const words = [
		...items.map(({ json, status }) => (json.timedOut ? 'timed out' : wordOf(status))),
		...failures.flatMap(({ submitted }) => FAILED[submitted ?? 'yes']),
		...items.flatMap(({ json }) => (json.duplicate ? 'not paid again' : [])),
	];
	const counts = [...new Set(words)].map((word) => `${words.filter((each) => each === word).length} ${word}`);
	const paid = items.map(({ json }) => (json.duplicate ? 0 : (readNumber(json.credits) ?? 0)));
	const credits = paid.reduce((sum, each) => sum + each, 0);
	const results = items.filter(({ json }) => json.status === 'completed');
	const [until] = results
		.flatMap(({ json }) => (typeof json.expiresAt === 'string' ? json.expiresAt : []))
		.sort();
	const isKept = until !== undefined && `The service keeps the results until ${minuteOf(until)}`;
	const { refusals, waitedMs } = run.transport.slowed();
	const sentences = [
		counts.length > 0 && `Jobs: ${counts.join(', ')}`,
		notMade > 0 && `Not made, and not paid: ${itemsOf(notMade)}`,
		entries.some(({ settings }) => settings.checkOnly) && CHECK_ONLY,
		entries.some(({ settings }) => settings.webhookUrl?.includes('/webhook-test/')) && TEST_ADDRESS,
		refusals > 0 &&
			`The service slowed this run, by about ${spanOf(waitedMs)}: it takes only so many requests a minute`,
		words.includes(SUBMITTED) && COLLECT,
		credits > 0 && `Credits used: ${Math.round(credits * 100) / 100}`,
		credits === 0 && results.length > 0 && operation.kind.tellsNoCredits && NO_CREDITS,
		isKept,
		results.some(({ binary }) => !binary) && SAVE_LATER,
	];
	const message = sentences.flatMap((sentence) => (sentence ? `${sentence}.` : [])).join(' ');
	if (message !== '') hint(run.context, message);
}

/** What a failed item is called, by whether the service took its job. */
const FAILED = { yes: 'failed', unknown: 'in doubt', no: [] };
const SUBMITTED = 'submitted';
const COLLECT = 'Collect them with the operation Get, or let the trigger start a workflow';
const NO_CREDITS = 'The service does not tell the credits of swaps and age changes';
const SAVE_LATER =
	'To save one as a file, without paying again: the operation Get, with its ID and Download Result on';

const CHECK_ONLY = 'Check Only is on: nothing is sent or paid for its items';
const TEST_ADDRESS =
	'Webhook URL is a test address, which takes calls only while its trigger listens for a test event';

const wordOf = (status: string) => (['queued', 'processing'].includes(status) ? SUBMITTED : status);
const minuteOf = (date: string) => `${date.slice(0, 16).replace('T', ' ')} UTC`;

const spanOf = (ms: number) =>
	ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;

const countOf = (jobs: number) => `${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
const itemsOf = (items: number) => `${items} ${items === 1 ? 'item' : 'items'}`;
