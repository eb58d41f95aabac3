import type { IDataObject } from 'n8n-workflow';
import { isSession } from '../jobs/kinds';
import { findableBy, hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/storedExecution';
import { continuesOnFail, stopOnFailure } from '../operation/failure';
import { readNumber, sentences } from '../service/values';
import { isMade } from '../waiting/job';
import { openSessions } from './follow';
import type { Leg } from './leg';
import { detailsOfRow, mayBePaid } from './row';

/** Stores the IDs of the jobs with the execution, so that a search for an ID finds it. */
export function reportIds({ run, rows }: Leg): void {
	const ids = rows.flatMap(({ job }) => (isMade(job) ? job.state.id : []));
	if (ids.length > 0) findableBy(run.context, ids);
}

/** @throws NodeOperationError that lists the jobs, or open sessions, when a row failed and the node stops on failures */
export function stopOnFailures(leg: Leg): void {
	const { run, kind, rows } = leg;
	const failures = rows.flatMap(({ outcome }) => (outcome && !outcome.ok ? [outcome] : []));
	if (failures.length === 0 || continuesOnFail(run.context)) return;
	const [title, listed] = isSession(kind)
		? ['Still open, and costing credits', openSessions(leg)]
		: ['Jobs of this run', rows.filter(mayBePaid)];
	const jobs = listed.map((row) => ({ item: row.item, ...detailsOfRow(kind, row) }));
	// The sessions of rows that are done were closed.
	const done = isSession(kind) ? 0 : rows.filter(({ outcome }) => outcome?.ok).length;
	stopOnFailure(run.context, failures, { jobs, title, rows: rows.length, done });
}

/** Reports how the jobs of a run ended, their credits, and until when the service keeps the results. */
export function reportEnd(leg: Leg): void {
	const { context } = leg.run;
	const message = isTool(context) ? '' : isSession(leg.kind) ? textOfOpen(leg) : textOfEnd(leg);
	if (message !== '') hint(context, message);
}

function textOfOpen(leg: Leg): string {
	const { length } = openSessions(leg);
	if (length === 0) return '';
	const [subject, them] = length === 1 ? ['A session is', 'it'] : [`${length} sessions are`, 'them'];
	return `${subject} open, and may cost credits until you close ${them} with Session › Close. Another run of this node opens more.`;
}

const FAILED = { yes: 'failed', unknown: 'may be paid', no: [] };

function textOfEnd({ run, kind, rows }: Leg): string {
	const outcomes = rows.flatMap(({ outcome }) => outcome ?? []);
	const jobs = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.json] : []));
	const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure.details]));
	const notMade = failures.filter(({ submitted }) => submitted === 'no').length;
	if (failures.length > 0) {
		const how = `${failures.length} of ${numbered(outcomes.length, 'item')} failed, of which ${notMade} were not made or paid`;
		run.context.logger.warn(`${kind.label}: ${how}`);
	}
	const words = [
		...jobs.flatMap(({ timedOut, status }) => (timedOut ? 'timed out' : wordOf(status))),
		...failures.flatMap(({ submitted }) => FAILED[submitted ?? 'yes']),
		...jobs.flatMap(({ duplicate }) => (duplicate ? 'not paid again' : [])),
	];
	const counts = [...new Set(words)].map((word) => `${words.filter((each) => each === word).length} ${word}`);
	const credits = jobs.reduce((sum, job) => sum + (job.duplicate ? 0 : (readNumber(job.credits) ?? 0)), 0);
	const [until] = jobs.flatMap(({ expiresAt }) => (typeof expiresAt === 'string' ? expiresAt : [])).sort();
	const isUnsaved = outcomes.some(
		(outcome) => outcome.ok && isDone(outcome.value.json) && !outcome.value.binary,
	);
	const { refusals } = run.transport.slowed();
	return sentences(
		counts.length > 0 && `Jobs: ${counts.join(', ')}`,
		notMade > 0 && `Not made, and not paid: ${numbered(notMade, 'item')}`,
		rows.some(({ settings }) => settings.dryRun) && CHECK_ONLY,
		refusals > 0 && 'The service takes only so many requests a minute, which slowed this run',
		words.includes('submitted') && `Collect them with ${kind.get}, or let the trigger start a workflow`,
		credits > 0 && `Credits used: ${Math.round(credits * 100) / 100}`,
		until !== undefined && `The service keeps the results until ${until.slice(0, 16).replace('T', ' ')} UTC`,
		isUnsaved && `To save a result as a file, use ${kind.get} with its ID and Download Result`,
	);
}

const CHECK_ONLY = 'Dry Run is on, so nothing was sent or paid for its items';

const isDone = ({ status }: IDataObject) => status === 'completed';

function wordOf(status: unknown): string | string[] {
	if (status === 'queued' || status === 'processing') return 'submitted';
	return typeof status === 'string' ? status : [];
}

/** "1 job", "2 jobs". */
export const numbered = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
