import { isSession } from '../jobs/kinds';
import { findableBy, hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/node';
import { readNumber } from '../service/values';
import { isMade } from '../waiting/job';
import { continuesOnFail, stopOnFailure } from '../operation/failure';
import type { Leg } from './leg';
import { detailsOfRow, mayBePaid } from './row';

/** Stores the IDs of the jobs with the execution, so that a search for an ID finds it. */
export function reportIds({ run, rows }: Leg): void {
	const ids = rows.flatMap(({ job }) => (isMade(job) ? job.state.id : []));
	if (ids.length > 0) findableBy(run.context, ids);
}

/** @throws NodeOperationError that lists all jobs of the run when a row failed and the node stops on failures */
export function stopOnFailures({ run, kind, rows }: Leg): void {
	const failures = rows.flatMap(({ outcome }) => (outcome && !outcome.ok ? [outcome] : []));
	if (failures.length === 0 || continuesOnFail(run.context)) return;
	const jobs = rows.filter(mayBePaid).map((row) => ({ item: row.item, ...detailsOfRow(kind, row) }));
	const done = rows.filter(({ outcome }) => outcome?.ok).length;
	stopOnFailure(run.context, failures, { jobs, rows: rows.length, done });
}

/** How long a proxy between a caller and n8n waits, in general. */
const PROXY_WAITS_MS = 60_000;

/** Reports how the jobs of a run ended, their credits, and until when the service keeps the results. */
export function reportEnd(leg: Leg): void {
	const { run, kind, rows, caller } = leg;
	if (isTool(run.context) || isSession(kind)) return;
	if (caller?.isOnTheLine && leg.now - leg.timing.startedAt > PROXY_WAITS_MS) {
		hint(
			run.context,
			`The caller waited for more than a minute, and proxies give up. ${caller.change ?? ''}`,
			'warning',
		);
	}
	const ended = rows.flatMap(({ outcome }) => outcome ?? []);
	const items = ended.flatMap((outcome) => {
		if (!outcome.ok) return [];
		const { json, binary } = outcome.value;
		return typeof json.status === 'string' ? [{ json, binary, status: json.status }] : [];
	});
	const failures = ended.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure.details]));
	const notMade = failures.filter(({ submitted }) => submitted === 'no').length;
	if (failures.length > 0) {
		const how = `${failures.length} of ${itemsOf(ended.length)} failed, of which ${notMade} were not made or paid`;
		run.context.logger.warn(`${kind.label}: ${how}`);
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
		rows.some(({ settings }) => settings.dryRun) && CHECK_ONLY,
		rows.some(({ settings }) => settings.webhookUrl?.includes('/webhook-test/')) && TEST_ADDRESS,
		refusals > 0 &&
			`The service takes only so many requests a minute, which slowed this run by about ${spanOf(waitedMs)}`,
		items.some(({ json, status }) => !json.timedOut && isOpen(status)) && COLLECT,
		credits > 0 && `Credits used: ${Math.round(credits * 100) / 100}`,
		isKept,
		results.some(({ binary }) => !binary) && SAVE_LATER,
	];
	const message = sentences.flatMap((sentence) => (sentence ? `${sentence}.` : [])).join(' ');
	if (message !== '') hint(run.context, message);
}

const FAILED = { yes: 'failed', unknown: 'may be paid', no: [] };
const COLLECT = 'Collect them with the operation Get, or let the trigger start a workflow';
const SAVE_LATER = 'To save a result as a file, use the operation Get with its ID and Download Result';
const CHECK_ONLY = 'Dry Run is on, so nothing was sent or paid for its items';
const TEST_ADDRESS =
	'Webhook URL is a test address, which takes calls only while its trigger listens for a test event';

const isOpen = (status: string) => status === 'queued' || status === 'processing';
const wordOf = (status: string) => (isOpen(status) ? 'submitted' : status);
const minuteOf = (date: string) => `${date.slice(0, 16).replace('T', ' ')} UTC`;

const spanOf = (ms: number) =>
	ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;

/** "1 job", "2 jobs". */
export const jobsText = (jobs: number): string => `${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;

const itemsOf = (items: number) => `${items} ${items === 1 ? 'item' : 'items'}`;
