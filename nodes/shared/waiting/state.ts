import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from '../zod';
import { claimSchema, type Claim } from '../claims/claims';
import { nodeOf, nodeContextOf } from '../n8n/storedExecution';
import { runIndexOf } from '../n8n/reentry';
import { isObject } from '../service/values';
import { jobSchema } from './job';

/*
 * The context of a node. n8n stores it with the execution, over a wait, over Retry on Fail, and for the retry of
 * a failed execution. After a kill it is empty, and the claims alone show which creates were sent.
 */

export const failureSchema = z.object({
	message: z.string(),
	details: z.record(z.unknown()),
	scope: z.enum(['row', 'run', 'leftOut']).optional(),
});
export type StoredFailure = z.output<typeof failureSchema>;

export const storedRow = z.object({
	settings: z.record(z.unknown()),
	claim: claimSchema.optional(),
	isOwn: z.boolean().optional(),
	job: jobSchema.optional(),
	failure: failureSchema.optional(),
	output: z.record(z.unknown()).optional(),
});
export type StoredRow = z.output<typeof storedRow>;

/** Times are milliseconds since the epoch. */
const suspended = z.object({
	startedAt: z.number(),
	/** When n8n would have cancelled the first leg; absent for never. */
	limitAt: z.number().optional(),
	strategy: z.string(),
	halted: failureSchema.optional(),
	wakeAt: z.number(),
	kind: z.string(),
	open: z.array(z.string()),
	/** How many jobs are still to be created. */
	left: z.number(),
	/** Since when the service has taken no create. */
	refusedSince: z.number().optional(),
	rows: z.array(z.unknown()),
});
export type Suspended = z.output<typeof suspended>;

const runState = z.object({
	index: z.number(),
	executionId: z.string(),
	/** The execution that claims rows (`findRoot`); absent while n8n's database can't be read. */
	root: z.string().optional(),
	/** Equal requests in earlier runs of the node in this execution, by hash. */
	before: z.record(z.number()).catch({}),
	here: z.record(z.number()).catch({}),
	/** Claims of the creates that this run sent, by item. */
	sent: z.record(claimSchema).catch({}),
	made: z.number().catch(0),
	/** How often n8n has begun the run. */
	tries: z.number().catch(0),
	suspended: suspended.optional().catch(undefined),
});
type RunState = z.output<typeof runState>;

const counted = z.record(z.number()).catch({});

const PLACE = 'run';
const JOBS = 'jobs';

/** The most tries that n8n allows. */
const MOST_TRIES = 5;

export class State {
	private readonly context: Record<string, unknown>;
	private readonly index: number;
	run: RunState;
	readonly isRetry: boolean;

	constructor(private readonly execution: IExecuteFunctions) {
		this.context = nodeContextOf(execution);
		this.index = runIndexOf(execution);
		const stored = runState.safeParse(this.context[PLACE]).data;
		const executionId = execution.getExecutionId();
		this.isRetry = stored !== undefined && stored.executionId !== executionId;
		const begun = { executionId, sent: {}, made: 0, tries: 0 };
		if (stored?.index === this.index) {
			// In the retry of a failed execution someone may have corrected a parameter. Its rows are compared by their requests.
			this.run = this.isRetry ? { ...stored, ...begun } : stored;
			return;
		}
		const before = { ...stored?.before };
		for (const [hash, count] of Object.entries(stored?.here ?? {}))
			before[hash] = (before[hash] ?? 0) + count;
		this.run = { ...begun, index: this.index, root: stored?.root, before, here: {} };
	}

	/** Notes that this run sent the create of an item. */
	noteSent(item: number, claim: Claim): void {
		this.run.sent[item] = claim;
		this.run.made += 1;
	}

	/** Forgets the claims of a run without a failed row, which Retry on Fail does not begin again. */
	finish(): void {
		this.keep({ sent: {} });
	}

	/** How many equal requests came before in this execution; counts this one. */
	count(hash: string): number {
		const here = this.run.here[hash] ?? 0;
		this.run.here[hash] = here + 1;
		return (this.run.before[hash] ?? 0) + here;
	}

	/** Begins a try of the run. Its rows are counted again, from where earlier runs ended. */
	begin(): void {
		this.keep({ here: {}, tries: this.run.tries + 1, suspended: undefined });
	}

	private keep(changes: Partial<RunState>): void {
		this.run = { ...this.run, ...changes };
		this.context[PLACE] = this.run;
	}

	/** Whether Retry on Fail has had all its tries. n8n itself counts them again after each wait. */
	get areTriesUsedUp(): boolean {
		const { retryOnFail, maxTries } = nodeOf(this.execution);
		// n8n reads the setting like this.
		return retryOnFail === true && this.run.tries > Math.min(MOST_TRIES, Math.max(2, maxTries || 3));
	}

	/** Takes the suspended run out of the state. */
	takeSuspended(): Suspended | undefined {
		const { suspended: found } = this.run;
		if (found) this.keep({ suspended: undefined });
		return found;
	}

	suspend(suspended: Suspended): void {
		this.keep({ suspended });
	}

	/** Counts the jobs of this run for Maximum Jobs. */
	countJobs(jobs: number): void {
		this.context[JOBS] = { ...counted.parse(this.context[JOBS]), [this.index]: jobs };
	}

	/** The jobs of the other runs of the node in this execution. */
	get jobsOfOthers(): number {
		const all: Record<string, number> = counted.parse(this.context[JOBS]);
		const own = all[this.index] ?? 0;
		return Object.values(all).reduce((sum, jobs) => sum + jobs, -own);
	}
}

export function suspendedIn(context: unknown): Suspended | undefined {
	return runState.safeParse(isObject(context) ? context[PLACE] : undefined).data?.suspended;
}
