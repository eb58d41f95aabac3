import {
	firstOf,
	forgetKey,
	keepFirst,
	leaveKeys,
	learnKey,
	takeUpKey,
	type Claim,
	type FirstJob,
	type FirstOutcome,
} from '../jobs/firstJobs';
import { mergeStates } from '../jobs/kinds';
import { readJob } from '../jobs/read';
import { openKeyStore } from '../n8n/deduplication';
import { ItemFailure } from '../operation/failure';
import { labelOf } from '../operation/issues';
import { fieldsOf } from '../operation/properties';
import { asError } from '../transport/errors';
import { noteOf, type JobRun, type Track } from './jobRun';
import { throwIfStopped, type Run } from './runContext';

/*
 * The idempotency key of an item: under it one job is paid, whoever starts the workflow. A key is claimed right before the
 * create: in this process at once, then in n8n's store, which has no values. So the ID of the first job is kept beside it,
 * as well as n8n lets a node keep anything: in the process, and in the node's static data.
 */

/** A job that is not listed yet, right after its create, is waited for. */
const LISTED_AFTER_MS = 10 * 60_000;
/** How soon a Stop is heard while another create is waited for. */
const LOOK_MS = 500;

/** What is to be told when the create that a claim was made for is over. */
export type Settle = (outcome: FirstOutcome) => Promise<void>;

/**
 * Claims the key of an item, right before its create. Where another create has it, waits for what comes of that.
 * @returns how the create ended is to be told, or the job of that other create, which is this item's job, too
 * @throws ItemFailure when the create under this key is in doubt, was of other parameters, or nothing can be claimed
 */
export async function claimKey(jobRun: JobRun, claim: Claim): Promise<Settle | FirstJob> {
	const { run } = jobRun;
	const { key, isImplicit } = claim;
	learnKeyOf(run, claim);
	for (let first = firstOf(key); first !== undefined; first = firstOf(key)) {
		requireSame(jobRun, claim, first.fields);
		const outcome = await outcomeOf(run, first.outcome);
		if (outcome === 'free') continue;
		if ('job' in outcome) return firstOf(key)?.job ?? outcome.job;
		throw inDoubt(outcome.doubt);
	}
	const settle = takeUpKey(claim);
	if (isImplicit) return async (outcome) => settle(outcome);
	const store = openKeyStore(run.context, run.environment.sleep);
	const isMine = await store.claim(key).catch((error: unknown) => {
		settle('free');
		throwIfStopped(run);
		throw new ItemFailure(`Idempotency Key can't be claimed: ${asError(error).message}`, {
			description: 'Nothing was created. It needs the database of n8n: see whether that is well.',
		});
	});
	if (!isMine) {
		settle('free');
		throw inDoubt(UNKNOWN_FIRST);
	}
	return async (outcome) => {
		if (outcome === 'free') {
			await store.giveBack(key).catch((error: unknown) => {
				run.context.logger.warn(`An Idempotency Key could not be given back: ${String(error)}`);
			});
		}
		settle(outcome);
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
		submitted: 'no',
		description:
			'One key stands for one job. Give the key that belongs to these parameters, or those that belong to the key.',
	});
}

/** Has an item take up the job of an earlier create under its key. */
export async function followFirst(jobRun: JobRun, track: Track, first: FirstJob): Promise<void> {
	const { run, operation, ledger } = jobRun;
	const { id, jobId, at } = first;
	Object.assign(track, { submitted: 'yes', submittedAt: at, recalled: true, duplicate: true });
	track.state = { id, jobId, status: 'queued', record: {} };
	ledger.keep(track.item, noteOf(track));
	const isOld = run.environment.now() - at > LISTED_AFTER_MS;
	if (track.settings().waitForCompletion && !isOld) return;
	const found = await readJob(run.transport, operation.kind, id);
	if (found) track.state = mergeStates(track.state, found);
	else if (isOld) {
		throw new ItemFailure(
			`${operation.kind.label} ${id} was made under this Idempotency Key, and is not there any more`,
			{ description: 'Not sent again. To have it made anew, give another key.' },
		);
	}
}

/** Forgets what was made of an agent's words where it failed: asked for again, it is made again. */
export function letKeyGo({ claim }: Track): void {
	if (claim?.isImplicit) forgetKey(claim.key);
}

/** Keeps the jobs of a session under their keys, for whoever comes with the same ones. */
export function keepKeys({ run, tracks }: JobRun): void {
	const scopes = new Set<string>();
	for (const { claim, state, submittedAt: at, duplicate } of tracks) {
		if (claim === undefined || claim.isImplicit || state === undefined) continue;
		if (!duplicate) keepFirst(claim, { id: state.id, jobId: state.jobId, at });
		scopes.add(claim.scope);
	}
	for (const scope of scopes) leaveKeys(staticDataOf(run), scope, run.environment.now());
}

/** Learns what an earlier process has left of a key. */
export function learnKeyOf(run: Run, claim: Claim): void {
	if (!claim.isImplicit) learnKey(staticDataOf(run), claim, run.environment.now());
}

function staticDataOf({ context }: Run): Record<string, unknown> {
	return context.getWorkflowStaticData('node');
}

/** What comes of another create. A Stop ends the wait for it. */
async function outcomeOf({ environment }: Run, outcome: Promise<FirstOutcome>): Promise<FirstOutcome> {
	for (;;) {
		const ended = await Promise.race([outcome, environment.sleep(LOOK_MS)]);
		if (ended !== undefined) return ended;
	}
}
