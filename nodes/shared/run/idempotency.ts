import {
	firstOf,
	forgetKey,
	keepFirst,
	takeUpKey,
	type Claim,
	type FirstJob,
	type CreateEnd,
} from '../jobs/firstJobs';
import { mergeStates } from '../jobs/kinds';
import { readJob } from '../jobs/read';
import { ItemFailure } from '../operation/failure';
import { labelOf } from '../operation/issues';
import { fieldsOf } from '../operation/properties';
import { asError } from '../transport/errors';
import { noteOf, type JobRun, type Track } from './jobRun';
import { claimInStore, findInStore, settleInStore, type Known } from './keyStore';
import type { Run } from './runContext';

/*
 * The idempotency key of an item: one job is paid per key, whoever starts the workflow. A key is claimed right before
 * the create: at once in this process, then in n8n's store, which all processes share; so is its job kept.
 */

/** Until this age a job that the service does not list yet may simply be new. */
const LISTED_AFTER_MS = 10 * 60_000;
/** How often another create is looked at, and how soon a Stop of the wait for it is noticed. */
export const LOOK_MS = 500;
/** How long a repeat waits for the create of another process. */
const OTHER_CREATE_MS = 30_000;

/** Must be called with the end of the create that a claim was made for. */
export type Settle = (end: CreateEnd) => Promise<void>;

/**
 * Claims the key of an item, right before its create. When another create has it, waits for the end of that one.
 * @returns a function to report the end of the create with; or the job of the other create, which is this item's job,
 * too
 * @throws ItemFailure when the create under this key is in doubt or had other parameters, or when the key can't be
 * claimed
 */
export async function claimKey(jobRun: JobRun, claim: Claim): Promise<Settle | FirstJob> {
	const { run } = jobRun;
	const { key, isImplicit } = claim;
	for (let first = firstOf(key); first !== undefined; first = firstOf(key)) {
		requireSame(jobRun, differing(first.fields, claim.fields));
		const end = await endOf(run, first.end);
		if (end === 'free') continue;
		if ('job' in end) return firstOf(key)?.job ?? end.job;
		throw inDoubt(end.doubt);
	}
	const settle = takeUpKey(claim);
	if (isImplicit) return async (end) => settle(end);
	const job = await claimStored(jobRun, claim).catch((error: unknown) => {
		settle('free');
		throw asError(error);
	});
	if (job === undefined) return async (end) => await settleStored(run, claim, settle, end);
	settle({ job });
	return job;
}

/**
 * Claims a key in n8n's store, or waits for the end of the create that has it.
 * @returns its job; undefined when the key is the caller's
 */
async function claimStored(jobRun: JobRun, claim: Claim): Promise<FirstJob | undefined> {
	const { run } = jobRun;
	const find = async () => {
		const found = await findInStore(run.context, claim);
		return found === 'free' && !(await claimInStore(run.context, claim.key)) ? undefined : found;
	};
	for (let waitedMs = 0; waitedMs < OTHER_CREATE_MS; waitedMs += LOOK_MS) {
		const found = await find().catch((error: unknown) => {
			throw new ItemFailure(`Idempotency Key can't be claimed: ${asError(error).message}`, {
				description: 'Nothing was created. It needs the database of n8n: check that it works.',
			});
		});
		if (found) return found === 'free' ? undefined : jobOf(jobRun, found);
		await run.environment.sleep(LOOK_MS);
	}
	throw inDoubt(NEVER_KEPT);
}

/** Tells the end of a create to this process, and to all others. */
async function settleStored(run: Run, claim: Claim, settle: (end: CreateEnd) => void, end: CreateEnd) {
	if (end !== 'free') settle(end);
	await tellAll(run, claim, end);
	if (end === 'free') settle(end);
}

async function tellAll({ context }: Run, claim: Claim, end: CreateEnd): Promise<void> {
	await settleInStore(context, claim, end).catch((error: unknown) => {
		context.logger.warn(`The end of an Idempotency Key's create could not be kept: ${String(error)}`);
	});
}

/** The job of a key. @throws ItemFailure when it is in doubt, or was made with other parameters */
function jobOf(jobRun: JobRun, known: Exclude<Known, 'free' | undefined>): FirstJob {
	if ('doubt' in known) throw inDoubt(known.doubt);
	requireSame(jobRun, known.others);
	return known.job;
}

const NEVER_KEPT = 'Its first use did not end: n8n was killed, or is still at it.';

function inDoubt(why: string): ItemFailure {
	return new ItemFailure(`Not sent: a job may have been paid under this Idempotency Key. ${why}`, {
		submitted: 'unknown',
		description:
			'Look for the job in the executions of this workflow (their data and logs name the IDs), on the website of the service, or compare the credits. If there is none, give another key.',
	});
}

/** The names of the parameters that differ. */
function differing(one: Claim['fields'], other: Claim['fields']): string[] {
	return Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);
}

function requireSame({ operation }: JobRun, others: readonly string[]): void {
	if (others.length === 0) return;
	const shown = fieldsOf(operation);
	const labels = others.map((name) => labelOf(shown, [name]) || labelOf(shown, ['options', name]));
	const [label = 'the operation'] = labels.filter((each) => each !== '');
	throw new ItemFailure(`Not sent: this Idempotency Key was used before with another value of ${label}`, {
		description:
			'One key stands for one job. Give the key that belongs to these parameters, or those that belong to the key.',
	});
}

/**
 * The job that an earlier create made under a key; undefined where none is known.
 * @throws ItemFailure when that create is in doubt, or had other parameters
 */
export async function madeUnder(jobRun: JobRun, claim: Claim): Promise<FirstJob | undefined> {
	const first = firstOf(claim.key);
	if (first !== undefined) {
		return first.job && jobOf(jobRun, { job: first.job, others: differing(first.fields, claim.fields) });
	}
	const kept = await keptUnder(jobRun.run, claim);
	if (kept === undefined) return undefined;
	const job = jobOf(jobRun, kept);
	if (firstOf(claim.key) === undefined) keepFirst(claim, job);
	return job;
}

/** What n8n's store has of a key; undefined where it has nothing, or can't be read now. */
export async function keptUnder({ context }: Run, claim: Claim): Promise<Exclude<Known, 'free'>> {
	if (claim.isImplicit) return undefined;
	const found = await findInStore(context, claim).catch(() => undefined);
	return found === 'free' ? undefined : found;
}

/** Gives an item the job of an earlier create under its key. */
export async function followFirst(jobRun: JobRun, track: Track, first: FirstJob): Promise<void> {
	const { run, operation, ledger } = jobRun;
	const { id, jobId, at } = first;
	Object.assign(track, { submitted: 'yes', submittedAt: at, recalled: true, duplicate: true });
	track.state = { id, jobId, status: 'queued', record: {} };
	ledger.keep(track.item, noteOf(track));
	const isOld = run.environment.now() - at > LISTED_AFTER_MS;
	if (track.settings.waitForCompletion && !isOld) return;
	const found = await readJob(run.transport, operation.kind, id);
	if (found) track.state = mergeStates(track.state, found);
	else if (isOld) {
		throw new ItemFailure(
			`${operation.kind.label} ${id} was made under this Idempotency Key, and is not there any more`,
			{ description: 'Not sent again. To have it made anew, give another key.' },
		);
	}
}

/** Forgets the key of an agent's call whose job failed: the same call then makes the job again. */
export function letKeyGo({ claim }: Track): void {
	if (claim?.isImplicit) forgetKey(claim.key);
}

/** Keeps the job that was made in the place of a failed one. */
export async function keepRemade(run: Run, claim: Claim, job: FirstJob): Promise<void> {
	keepFirst(claim, job);
	if (!claim.isImplicit) await tellAll(run, claim, { job });
}

/** Waits for the end of another create. A Stop ends the wait. */
export async function endOf({ environment }: Run, end: Promise<CreateEnd>): Promise<CreateEnd> {
	for (;;) {
		const ended = await Promise.race([end, environment.sleep(LOOK_MS)]);
		if (ended !== undefined) return ended;
	}
}
