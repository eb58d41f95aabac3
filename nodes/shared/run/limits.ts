import { endOfDay, type Place } from '../claims/days';
import { Failure, asError } from '../service/failure';
import { quota } from '../service/records';
import type { Leg } from './leg';
import { isOpen, mayBePaid, type Row } from './row';

/* Limits of the creates: of a run, of a day, and by the balance. */

const planned = ({ rows }: Leg) => rows.filter((row) => isOpen(row) && row.job?.is === 'planned');

/**
 * Refuses a run that would make more jobs than Maximum Jobs allows, the lowest of its items. All runs of the node in
 * this execution count together, such as rounds of a loop or calls of an agent. Rows with the same key are one job, and
 * so are equal calls.
 * @throws Failure for the whole run before anything is paid
 */
export function requireMaxJobs(leg: Leg): void {
	const { state } = leg;
	const rows = planned(leg);
	const most = rows.reduce((least, { settings }) => Math.min(least, settings.maxJobs || Infinity), Infinity);
	if (most === Infinity) return;
	const claims = rows.flatMap(({ claim }) => (claim && claim.by !== 'row' ? claim.name : []));
	const others = state.claimsOfOthers(claims);
	const names = rows.map(({ claim, item }) => claim?.name ?? item);
	const count = new Set(names.filter((name) => !others.has(String(name)))).size;
	const before = state.jobsOfOthers;
	if (count > 0 && before + count > most) {
		const already = before > 0 ? `, after ${before} in this execution` : '';
		throw new Failure(
			`This run would make ${count} ${count === 1 ? 'job' : 'jobs'}${already}, and Maximum Jobs per Execution allows ${most}`,
			{ description: 'Give it fewer items, or raise Maximum Jobs per Execution.' },
		);
	}
	state.countJobs(state.run.made + count);
	state.noteClaims(claims);
}

export function countMade({ state, rows }: Leg): void {
	const known = rows.filter((row) => row.isOwn && mayBePaid(row)).length;
	state.countJobs(Math.max(known, state.run.made));
}

/**
 * Refuses all creates where the balance, which is read once (service.md: Credit), is below the Minimum Credit of a
 * row.
 * @throws Failure for the whole run before anything is paid
 */
export async function requireMinimumCredit(leg: Leg): Promise<void> {
	if (leg.kind.group !== 'faceSwap') return;
	const minimum = planned(leg).reduce((most, { settings }) => Math.max(most, settings.minimumCredit), 0);
	if (minimum === 0) return;
	const { credit } = await leg.run.transport.send(
		{ method: 'GET', path: '/faceswap/quota/info', intent: 'repeatable', group: 'faceSwap' },
		quota,
	);
	if (credit >= minimum) return;
	throw new Failure(`The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`, {
		description: 'Top up the account, or lower Minimum Credit.',
	});
}

/**
 * A place of Maximum Jobs per Day for a create that is sent today; undefined where the row has no such limit, a failure
 * where no place is left today or places can't be counted.
 */
export async function dayPlaceOf(
	{ run, gate }: Leg,
	{ settings }: Row,
): Promise<Place | Failure | undefined> {
	const { maxJobsPerDay: most } = settings;
	if (most === 0) return undefined;
	const { context, environment } = run;
	const [now, timeZone] = [environment.now(), context.getTimezone()];
	const place = await gate.days.take(most, now).catch((error: unknown) => notCounted(asError(error).message));
	if (place) return place;
	const retryFrom = new Date(endOfDay(now, timeZone));
	const shown = retryFrom.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	return new Failure(`Not sent: Maximum Jobs per Day allows ${most}, and this node has made them today`, {
		submitted: 'no',
		retryFrom: retryFrom.toISOString(),
		description: `Run it again from ${shown} (${timeZone}) on.`,
	});
}

const notCounted = (why: string) =>
	new Failure(`Maximum Jobs per Day can't be counted: ${why}`, {
		submitted: 'no',
		description: "Save the workflow, and check n8n's database.",
	});
