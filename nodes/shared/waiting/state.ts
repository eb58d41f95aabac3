import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { z } from '../zod';
import { claimSchema, type Claim, type Made } from '../claims/claims';
import { isTool, nodeOf, nodeContextOf } from '../n8n/storedExecution';
import { runIndexOf } from '../n8n/executionFacts';
import { enterAgain } from '../n8n/reentry';
import { isObject } from '../service/values';
import { isFinal, type JobKind, type JobState } from '../jobs/kinds';
import { type Waited } from '../jobs/wait';
import type { ServiceRequest } from '../service/request';

/* Money depends on it: only a planned job holds a request, and each change is a function to the next member. */

/** The last answer of the service about the job; without its record, unless the output shows that. */
const state = z.custom<JobState>(
	(stored) => isObject(stored) && typeof stored.id === 'string' && typeof stored.status === 'string',
);
const seen = z.object({
	statusChecks: z.number(),
	unfinishedAt: z.number().optional(),
	unknownSince: z.number().optional(),
});

const planned = z.object({ is: z.literal('planned'), request: z.custom<ServiceRequest>(isObject) });
const atService = {
	state,
	submittedAt: z.number(),
	deadline: z.number().optional(),
	duplicate: z.literal(true).optional(),
	/** Whether the service calls this run when it is done. */
	isCalled: z.boolean().optional(),
	/** Its files, once n8n stores them outside of the execution. */
	files: z.custom<IBinaryKeyData>(isObject).optional(),
};
/** At the service, and not known to be final. */
const running = z.object({ is: z.literal('running'), ...atService, seen: seen.optional() });
/** Final: it is ready, or never will be. */
const ended = z.object({ is: z.literal('ended'), ...atService, seen: seen.extend({ waitedMs: z.number() }) });

export const jobSchema = z.discriminatedUnion('is', [planned, running, ended]);
export type Job = z.infer<typeof jobSchema>;
export type Planned = z.infer<typeof planned>;
export type Running = z.infer<typeof running>;
export type Ended = z.infer<typeof ended>;

/** The job that an earlier create made under the same claim. */
export function reused({ id, at }: Made, isDuplicate: boolean): Running {
	const state = { id, status: 'queued' as const, record: {} };
	return { is: 'running', state, submittedAt: at, ...(isDuplicate && { duplicate: true as const }) };
}

export function observed(kind: JobKind, job: Running, waited: Waited): Running | Ended {
	const { state, statusChecks, unfinishedAt, unknownSince, waitedMs } = waited;
	const seen = { statusChecks, unfinishedAt, unknownSince, waitedMs };
	return { ...job, is: isFinal(kind, state) ? 'ended' : 'running', state, seen };
}

/* n8n stores it over a wait, Retry On Fail and a retry. After a kill it is empty: only claims show what was sent. */

const failureSchema = z.object({
	message: z.string(),
	details: z.record(z.unknown()),
	scope: z.enum(['row', 'run', 'leftOut']).optional(),
});

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
	strategy: z.string(),
	wakeAt: z.number(),
	kind: z.string(),
	open: z.array(z.string()),
	/** How many jobs are still to be created. */
	unsent: z.number(),
	/** Since when the service has taken no create. */
	refusedSince: z.number().optional(),
	outage: z.object({ silentSince: z.number().optional(), doubtedAt: z.number().optional() }).optional(),
	rows: z.array(z.unknown()),
});
export type Suspended = z.output<typeof suspended>;

const runState = z.object({
	index: z.number().catch(0),
	/** n8n Agents give none. */
	executionId: z.string().optional(),
	/** The number under which rows are claimed (`findRoot`); absent while n8n's database can't be read. */
	root: z.string().optional(),
	/** Equal requests in earlier runs of the node in this execution, by hash. */
	before: z.record(z.number()).catch(() => ({})),
	here: z.record(z.number()).catch(() => ({})),
	/** Claims of the creates that this run sent, by item. */
	sent: z.record(claimSchema).catch(() => ({})),
	made: z.number().catch(0),
	/** How often n8n has begun the run. */
	tries: z.number().catch(0),
	/** Whether the node has returned its items, so that a later run is another one. */
	hasReturned: z.boolean().catch(false),
	/** Absent once a leg continues the run: a later try begins again, and finds its jobs by their claims. */
	suspended: suspended.optional().catch(undefined),
	/** When a run that was suspended began, and when n8n would have cancelled it; absent for never. */
	first: z.object({ startedAt: z.number(), limitAt: z.number().optional() }).optional().catch(undefined),
});
type RunState = z.output<typeof runState>;

const counted = z.record(z.number()).catch(() => ({}));

const PLACE = 'run';
const JOBS = 'jobs';

/** The most tries that n8n allows. */
const MOST_TRIES = 5;

export class State {
	private readonly context: Record<string, unknown>;
	run: RunState;
	/** The rows as the last leg left them. The retry of an execution only reports them: its claims know more. */
	readonly saved?: Suspended;
	readonly isRetry: boolean;

	constructor(private readonly execution: IExecuteFunctions) {
		this.context = nodeContextOf(execution);
		const [executionId, index] = [execution.getExecutionId(), runIndexOf(execution)];
		const stored = runState.safeParse(this.context[PLACE]).data;
		this.isRetry = stored !== undefined && stored.executionId !== executionId;
		// In a retry of a killed execution n8n may count the same run as a later one.
		const isSame = stored?.index === index || (this.isRetry && stored?.hasReturned === false);
		const { root, before = {}, here = {}, first } = stored ?? {};
		this.saved = isSame ? stored.suspended : undefined;
		if (!isSame) for (const hash in here) before[hash] = (before[hash] ?? 0) + (here[hash] ?? 0);
		// In the retry of a failed execution someone may have corrected a parameter. Its rows are compared by their requests.
		const begun = { index, executionId, root, before, first: this.isRetry ? undefined : first };
		this.run = isSame && !this.isRetry ? stored : runState.parse(begun);
	}

	noteSent(item: number, claim: Claim): void {
		this.run.sent[item] = claim;
		this.run.made += 1;
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

	keep(changes: Partial<RunState>): void {
		this.run = { ...this.run, ...changes };
		this.context[PLACE] = this.run;
	}

	/** Whether Retry on Fail has had all its tries. n8n itself counts them again after each wait. */
	get areTriesUsedUp(): boolean {
		const { retryOnFail, maxTries } = nodeOf(this.execution);
		// n8n reads the setting like this.
		return retryOnFail === true && this.run.tries > Math.min(MOST_TRIES, Math.max(2, maxTries || 3));
	}

	countJobs(jobs: number): void {
		this.context[JOBS] = { ...counted.parse(this.context[JOBS]), [this.run.index]: jobs };
	}

	/** The jobs of the other runs of the node in this execution, and of earlier tries. */
	get jobsBefore(): number {
		const jobs = counted.parse(this.context[JOBS]);
		return Object.values(jobs).reduce((sum, each) => sum + each, this.run.made) - (jobs[this.run.index] ?? 0);
	}
}

/** Throws nothing. Undefined where n8n keeps nothing of the run. */
export function pastOf(context: IExecuteFunctions): State | undefined {
	try {
		// A run that was suspended has stored its state.
		if (!isTool(context) && PLACE in nodeContextOf(context)) enterAgain(context);
		return new State(context);
	} catch {
		return undefined;
	}
}

export const suspendedIn = (context: unknown): Suspended | undefined =>
	runState.safeParse(isObject(context) ? context[PLACE] : undefined).data?.suspended;
