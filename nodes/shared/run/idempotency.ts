import {
	firstOf,
	forgetKey,
	keepFirst,
	leaveKeys,
	learnKey,
	takeUpKey,
	type Claim,
	type FirstJob,
	type CreateEnd,
} from '../jobs/firstJobs';
import { mergeStates } from '../jobs/kinds';
import { readJob } from '../jobs/read';
import { claimInStore, giveBackInStore } from '../n8n/deduplication';
import { ItemFailure } from '../operation/failure';
import { labelOf } from '../operation/issues';
import { fieldsOf } from '../operation/properties';
import { asError } from '../transport/errors';
import { noteOf, type JobRun, type Track } from './jobRun';
import type { Run } from './runContext';

/*
 * The idempotency key of an item: one job is paid per key, whoever starts the workflow. A key is claimed right before
 * the create: at once in this process, then in n8n's store, which has no values. So the ID of the first job is kept
 * elsewhere, as well as n8n allows: in the process, and in the node's static data.
 */

/** Until this age a job that the service does not list yet may simply be new. */
const LISTED_AFTER_MS = 10 * 60_000;
/** How soon a Stop is noticed during the wait for another create. */
export const LOOK_MS = 500;

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
	learnKeyOf(run, claim);
	for (let first = firstOf(key); first !== undefined; first = firstOf(key)) {
		requireSame(jobRun, claim, first.fields);
		const end = await endOf(run, first.end);
		if (end === 'free') continue;
		if ('job' in end) return firstOf(key)?.job ?? end.job;
		throw inDoubt(end.doubt);
	}
	const settle = takeUpKey(claim);
	if (isImplicit) return async (end) => settle(end);
	const isMine = await claimInStore(run.context, key).catch((error: unknown) => {
		settle('free');
		throw new ItemFailure(`Idempotency Key can't be claimed: ${asError(error).message}`, {
			description: 'Nothing was created. It needs the database of n8n: check that it works.',
		});
	});
	if (!isMine) {
		settle('free');
		throw inDoubt(UNKNOWN_FIRST);
	}
	return async (end) => {
		if (end === 'free') {
			await giveBackInStore(run.context, key).catch((error: unknown) => {
				run.context.logger.warn(`An Idempotency Key could not be given back: ${String(error)}`);
			});
		}
		settle(end);
	};
}

const UNKNOWN_FIRST =
	'It was used before, and the ID of its job is not known here: n8n ended before it was kept, another process of n8n is at work on it, or it is more than 7 days old.';

function inDoubt(why: string): ItemFailure {
	return new ItemFailure(`Not sent: a job may have been paid under this Idempotency Key. ${why}`, {
		submitted: 'unknown',
		description:
			'Look for the job in the executions of this workflow (their data and logs name the IDs), on the website of the service, or compare the credits. If there is none, give another key.',
	});
}

function requireSame({ operation }: JobRun, claim: Claim, fields: Claim['fields']): void {
	const names = Object.keys({ ...fields, ...claim.fields });
	const others = names.filter((name) => fields[name] !== claim.fields[name]);
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
 * The job that an earlier create made under a key, as far as this process or the node's static data knows it.
 * @throws ItemFailure when that create had other parameters
 */
export function madeUnder(jobRun: JobRun, claim: Claim): FirstJob | undefined {
	learnKeyOf(jobRun.run, claim);
	const first = firstOf(claim.key);
	if (first?.job === undefined) return undefined;
	requireSame(jobRun, claim, first.fields);
	return first.job;
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

/** Keeps the jobs of a leg under their keys, for later creates with the same keys. */
export function keepKeys({ run, tracks }: JobRun): void {
	const scopes = new Set<string>();
	for (const { claim, state, submittedAt: at, duplicate } of tracks) {
		if (claim === undefined || claim.isImplicit || state === undefined) continue;
		if (!duplicate) keepFirst(claim, { id: state.id, jobId: state.jobId, at });
		scopes.add(claim.scope);
	}
	for (const scope of scopes) leaveKeys(staticDataOf(run), scope, run.environment.now());
}

/** Reads what an earlier process has left of a key. */
function learnKeyOf(run: Run, claim: Claim): void {
	if (!claim.isImplicit) learnKey(staticDataOf(run), claim, run.environment.now());
}

function staticDataOf({ context }: Run): Record<string, unknown> {
	return context.getWorkflowStaticData('node');
}

/** Waits for the end of another create. A Stop ends the wait. */
export async function endOf({ environment }: Run, end: Promise<CreateEnd>): Promise<CreateEnd> {
	for (;;) {
		const ended = await Promise.race([end, environment.sleep(LOOK_MS)]);
		if (ended !== undefined) return ended;
	}
}
