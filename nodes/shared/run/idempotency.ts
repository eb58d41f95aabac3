import type { Claim, CreateEnd, FirstJob } from '../jobs/claim';
import { mergeStates } from '../jobs/kinds';
import { readJob } from '../jobs/read';
import { ItemFailure } from '../operation/failure';
import { labelOf } from '../operation/issues';
import { fieldsOf } from '../operation/properties';
import { asError } from '../transport/errors';
import { noteOf, type JobRun, type Track } from './jobRun';
import { keyStoreOf, type Known } from './keyStore';
import type { Run } from './runContext';

/*
 * The idempotency key of an item: one job is paid per key, whoever starts the workflow. A key is claimed right before
 * the create, in a store that all processes share; so is its job kept.
 */

/** Until this age a job that the service does not list yet may simply be new. */
const LISTED_AFTER_MS = 10 * 60_000;
/** How often another create is looked at, and how soon a Stop of the wait for it is noticed. */
export const LOOK_MS = 500;
/** How long a repeat waits for the create of another process, which may have been killed. */
const OTHERS_MS = 30_000;

/** The keys whose creates are under way in this process. */
const underWay = new Set<string>();

/**
 * Claims the key of an item, right before its create. When another create has it, waits for the end of that one.
 * @returns the job of the other create, which is this item's job, too; undefined when the key is the item's. Then
 * settleKey must be called when the create has ended
 * @throws ItemFailure when the create under this key is in doubt or had other parameters, or when the key can't be
 * claimed
 */
export async function claimKey(jobRun: JobRun, claim: Claim): Promise<FirstJob | undefined> {
	const { run } = jobRun;
	const store = keyStoreOf(run.context, claim);
	const find = async () => {
		const known = await store.find(claim);
		return known === 'free' && !(await store.claim(claim.key)) ? undefined : known;
	};
	for (let waitedMs = 0; waitedMs < OTHERS_MS; waitedMs += underWay.has(claim.key) ? 0 : LOOK_MS) {
		const known = await find().catch((error: unknown) => {
			throw new ItemFailure(`Idempotency Key can't be claimed: ${asError(error).message}`, {
				description: 'Nothing was created. It needs the database of n8n: check that it works.',
			});
		});
		if (known === 'free') {
			underWay.add(claim.key);
			return undefined;
		}
		if (known) return jobOf(jobRun, known);
		await run.environment.sleep(LOOK_MS);
	}
	throw inDoubt(NEVER_SETTLED);
}

/** Tells how the create under a key ended. An error of the store goes to the log: the create is made. */
export async function settleKey({ context }: Run, claim: Claim | undefined, end: CreateEnd): Promise<void> {
	if (claim === undefined) return;
	underWay.delete(claim.key);
	await keyStoreOf(context, claim)
		.settle(claim, end)
		.catch((error: unknown) => {
			context.logger.warn(`The end of an Idempotency Key's create could not be kept: ${String(error)}`);
		});
}

/** What is known of a key that is not free; undefined also where its store can't be read now. */
export async function lookUp({ context }: Run, claim: Claim): Promise<Exclude<Known, 'free'>> {
	const known = await keyStoreOf(context, claim)
		.find(claim)
		.catch(() => undefined);
	return known === 'free' ? undefined : known;
}

/** The job of a key. @throws ItemFailure when it is in doubt, or was made with other parameters */
function jobOf(jobRun: JobRun, known: Exclude<Known, 'free' | undefined>): FirstJob {
	if ('doubt' in known) throw inDoubt(known.doubt);
	requireSame(jobRun, known.others);
	return known.job;
}

const NEVER_SETTLED = 'Its first use did not end: n8n was killed, or is still at it.';

function inDoubt(why: string): ItemFailure {
	return new ItemFailure(`Not sent: a job may have been paid under this Idempotency Key. ${why}`, {
		submitted: 'unknown',
		description:
			'Look for the job in the executions of this workflow (their data and logs name the IDs), on the website of the service, or compare the credits. If there is none, give another key.',
	});
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
	const known = await lookUp(jobRun.run, claim);
	return known && jobOf(jobRun, known);
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

/**
 * Whether the key of an item tells all processes what became of its create, so that it can't be paid twice. A job that is
 * made again is created without it.
 */
export function isSafeByKey({ claim, remade }: Pick<Track, 'claim' | 'remade'>): boolean {
	return claim !== undefined && !claim.isImplicit && !remade;
}

/** Forgets the key of an agent's call whose job failed: the same call then makes the job again. */
export async function letKeyGo({ run }: JobRun, { claim }: Track): Promise<void> {
	if (claim?.isImplicit) await settleKey(run, claim, 'free');
}
