import type { IDataObject } from 'n8n-workflow';
import type { JobView } from '../emulator/jobs/types';
import { CREATES } from './faults';
import { isOpen, type Execution, type N8n } from './n8n';
import type { Network } from './network';
import { itemsOf, readIn, type Story } from './person';
import type { Plan } from './plan';
import { rowIn } from './rows';

/* Judges the history of a world by the service's jobs, and by all that n8n holds. It knows nothing of the nodes. */

export interface Finding {
	kind: string;
	what: string;
}
export interface History {
	plan: Plan;
	network: Network;
	n8n: N8n;
	story: Story;
	secrets: string[];
	logs: string;
}

const MINUTE_MS = 60_000;
const FREE = /\bnot (?:paid|sent|made)\b(?! again)|nothing was paid|no job was made/i;
/** What somebody pays for. A session that was closed costs nothing more, as if it were canceled. */
type Paid = Pick<JobView, 'id' | 'createdAt' | 'endsAt' | 'outcome' | 'cancelledAt' | 'deletedAt'> & {
	request: object;
};
const rowOf = ({ request }: Pick<Paid, 'request'>) => rowIn(JSON.stringify(request)) ?? -1;
/** It costs nothing in the end, as far as anybody knows. */
const isFailure = ({ outcome, cancelledAt }: Pick<Paid, 'outcome' | 'cancelledAt'>) =>
	outcome.status === 4 || cancelledAt !== undefined;
const idsOf = (jobs: readonly Paid[]) => jobs.map(({ id }) => id).join(', ');

export function judge(history: History): Finding | undefined {
	const oracle = new Oracle(history);
	for (const law of LAWS) law(oracle);
	return oracle.findings[0];
}

class Oracle {
	readonly findings: Finding[] = [];
	readonly jobs: readonly Paid[];
	/** Also those that failed between the copy of a database and its return. */
	readonly all: readonly Paid[];
	readonly rows: ReadonlySet<number>;
	/** How often processes died. */
	readonly kills: number;
	/** Whether nothing went wrong, and nobody did anything. */
	readonly isQuiet: boolean;
	/** Jumps of the clock. After each, a create under way looks as old as one that was lost. */
	readonly jumps: number;

	constructor(readonly history: History) {
		const { plan, network } = history;
		// n8n can't know what it did since the copy of a database that was put back (operations.md: Back up and restore).
		const { from = Infinity, to = 0 } = history.n8n.lost ?? {};
		const { jobs, sessions } = network.emulator;
		const opened = sessions.all.map(({ failed, streamsAt: endsAt, closedAt: cancelledAt, ...session }) => ({
			...{ ...session, endsAt, cancelledAt, outcome: { status: failed ? 4 : 3 } },
		}));
		const made = [...jobs.created(), ...opened].filter(({ id }) => !network.hidden.has(id));
		this.all = made;
		this.jobs = made.filter(({ createdAt }) => createdAt < from || createdAt > to);
		this.rows = new Set(plan.rows);
		const { outages, deaths, blows, unrest } = plan.faults;
		this.kills = deaths.length + (history.n8n.lost ? 1 : 0);
		this.jumps = plan.people.filter(({ does }) => /clock/.test(does)).length;
		this.isQuiet = outages.length + this.kills + blows.length + unrest + plan.people.length === 0;
	}

	readonly find = (kind: string, what: string): void => void this.findings.push({ kind, what });

	jobsOf(row: number): Paid[] {
		return this.jobs.filter((job) => rowOf(job) === row);
	}

	/** When someone changed who pays. */
	get changes(): number[] {
		const { n8n, plan } = this.history;
		const [{ startedAt = 0 } = {}] = n8n.executions;
		return plan.people.filter(({ does }) => /account|API key/.test(does)).map(({ at }) => startedAt + at);
	}

	/** Whether who pays changed in the chain of retries that made this job, so that the chain pays again. */
	isOfTwoLogins({ createdAt }: Paid): boolean {
		return this.history.n8n.executions.some(
			({ startedAt, endedAt = Infinity, chain }) =>
				startedAt <= createdAt &&
				createdAt <= endedAt &&
				this.changes.some((at) => at > chain.from && at < chain.to),
		);
	}

	/** How many creates of an execution are under way at a time. Each call of a tool is for itself. */
	get atATime(): number {
		const { n8n, rows, parameters } = this.history.plan;
		return n8n.tool ? rows.length : Number(parameters.concurrentSubmissions ?? 5);
	}

	/** How many rows are about the same, in all nights. */
	equals(row: number): number {
		const { rows, nights, atOnce, n8n } = this.history.plan;
		if (!n8n.tool) return nights * atOnce * rows.filter((each) => each === row).length;
		// Each execution of a model may make one, and one more where it calls again late. Its retries make none.
		const isAbout = ({ mark }: IDataObject) => rowIn(String(mark)) === row;
		const begun = this.history.n8n.executions.filter((each) => each.mode !== 'retry' && !isRead(each));
		const calls = begun.map(({ input }) => input.filter(isAbout).length);
		const isLate = n8n.tool.againMs + this.jumps * 250_000 >= repeatMs(this.history.plan);
		return calls.reduce((sum, count) => sum + (isLate ? count : Math.min(1, count)), 0);
	}
}

const LAWS: ReadonlyArray<(oracle: Oracle) => void> = [
	paidOnce,
	callsPayOnce,
	limits,
	everythingEnds,
	creditsStop,
	callsWakeOnce,
	eventsStartOnce,
	rightSteps,
	secrets,
	everyJobIsNamed,
	ownResults,
	filesLive,
	sessionsClose,
	lateRunsWarn,
	newWhereNew,
	trueWords,
	inDoubt,
	allEndsWell,
];

/** No row has two paid jobs that did not fail. Another login makes another job. */
function paidOnce(oracle: Oracle): void {
	const { plan, network, n8n } = oracle.history;
	for (const row of oracle.rows) {
		const most = plan.parameters.idempotencyKey === undefined ? oracle.equals(row) : 1;
		const paid = oracle.jobsOf(row).filter((job) => !isFailure(job) && !isToClose(n8n, job.id));
		for (const keys of new Set(paid.map(({ id }) => network.madeBy.get(id)))) {
			const own = paid.filter((job) => network.madeBy.get(job.id) === keys && !oracle.isOfTwoLogins(job));
			if (own.length > most) oracle.find('paid twice', `row ${row} has ${idsOf(own)}`);
		}
	}
}

/** For so long the same call is the same job. Under an AI Agent it may first wait for all of Timeout. */
const repeatMs = ({ n8n: { tool }, parameters: { timeout } }: Plan) =>
	(15 + (tool?.caller === 'agent' ? Number(timeout) : 0)) * MINUTE_MS;

/** Over MCP the same call is paid again only after the time that each answer names, also after a failure. */
function callsPayOnce(oracle: Oracle): void {
	const { plan, network } = oracle.history;
	if (plan.n8n.tool?.caller !== 'mcpTrigger') return;
	// A slow network brings the first request late.
	const leastMs = repeatMs(plan) - 35_000 - oracle.jumps * 250_000;
	const jobs = oracle.jobs.filter((job) => !oracle.isOfTwoLogins(job));
	for (const [n, { id, createdAt }] of jobs.entries()) {
		// The same call opens another session once one has ended.
		const isOver = (job: Paid) =>
			(job.cancelledAt ?? Infinity) <= createdAt || (plan.operation === 'session' && isFailure(job));
		const isEarly = (job: Paid) => job.createdAt > createdAt - leastMs && !isOver(job);
		const isSame = (job: Paid) => network.madeBy.get(job.id) === network.madeBy.get(id);
		const early = jobs.slice(0, n).filter((job) => isSame(job) && isEarly(job));
		if (early.length > 0) oracle.find('paid twice', `the same calls made ${idsOf(early)}, ${id}`);
	}
}

const isRead = (execution: Execution) => readIn(execution) !== undefined;

/** No day, no execution, and no moment has more jobs than its limit. */
function limits(oracle: Oracle): void {
	const { jobs, history, isQuiet } = oracle;
	const { plan } = history;
	const { maxJobsPerDay = Infinity, maxJobs = Infinity, maxOpenJobs = Infinity } = plan.parameters;
	const { waitForCompletion, timeout } = plan.parameters;
	const days = jobs.map(({ id }) => history.network.madeOn.get(id));
	for (const day of new Set(days)) {
		const made = days.filter((each) => each === day).length;
		if (made > Number(maxJobsPerDay))
			oracle.find('day limit', `${made} jobs on ${String(day)}, not ${String(maxJobsPerDay)}`);
	}
	for (const { id, startedAt, endedAt = Infinity } of history.n8n.executions) {
		const made = jobs.filter(({ createdAt }) => createdAt >= startedAt && createdAt <= endedAt);
		if (isQuiet && plan.atOnce === 1 && made.length > Number(maxJobs))
			oracle.find('limit', `execution ${id} made ${made.length} jobs`);
	}
	const open = jobs.map(
		({ createdAt }) => jobs.filter((job) => job.createdAt <= createdAt && job.endsAt > createdAt).length,
	);
	// A row that ends its wait leaves its job behind.
	const waitMs = plan.n8n.timeout > 0 ? 0 : Number(timeout) * MINUTE_MS;
	const isFollowed = waitForCompletion !== false && jobs.every((job) => job.endsAt - job.createdAt < waitMs);
	const most = Math.max(0, ...open);
	// Each call of a tool is for itself.
	if (isQuiet && isFollowed && !plan.n8n.tool && most > plan.atOnce * Number(maxOpenJobs))
		oracle.find('open jobs', `${most} at a time, not ${String(maxOpenJobs)}`);
}

/** Every wait ends at its time, and no state is left that nobody will end. */
function everythingEnds(oracle: Oracle): void {
	const { plan, n8n } = oracle.history;
	const { timeout, waitForCompletion, idempotencyKey, maxOpenJobs } = plan.parameters;
	const { outages, deaths } = plan.faults;
	// Each try of Retry on Fail waits again.
	const tries = plan.settings.retryOnFail === true ? Number(plan.settings.maxTries) : 1;
	const patience = (plan.service.limits.some(({ ms }) => ms > 3_600_000) ? 22 : 16) + plan.atOnce * 2 - 2;
	const thinking = plan.n8n.tool?.againMs ?? 0;
	const lostMs = n8n.lost ? n8n.lost.to - n8n.lost.from : 0;
	const delays =
		lostMs + thinking + outages.reduce((sum, { ms }) => sum + ms, 0) + deaths.length * 3 * MINUTE_MS;
	// Each equal row that gets a place later waits again for the job of its key.
	const equals = idempotencyKey && maxOpenJobs ? plan.rows.length - oracle.rows.size + 1 : 1;
	for (const execution of n8n.executions) {
		const { id, status, mode, legs, data, startedAt, endedAt = Infinity } = execution;
		if (status === 'canceled' && oracle.isQuiet && thinking < (plan.n8n.timeout || Infinity) * 1_000)
			oracle.find('canceled', `execution ${id} did not end before n8n's time limit`);
		if (mode === 'integrated' && legs > 1) oracle.find('parked', `execution ${id} has a caller that waits`);
		if (isOpen(execution)) oracle.find('no end', `execution ${id} is ${status}`);
		const made = oracle.jobs.filter((job) => job.createdAt <= endedAt && data.includes(job.id));
		const answerS = (waitForCompletion !== false && Number(plan.parameters.toolTimeout)) || 50;
		// A create gets 55 s at least, because nobody knows whether it is paid if it ends before. A bad network lets it begin late.
		const createS = plan.faults.outages.length + plan.faults.unrest > 0 ? 60 : 8;
		const answerMs = (Math.max(50, answerS) + createS) * tries * 1_000;
		const isAnswer = plan.n8n.tool?.caller === 'mcpTrigger' && status === 'success' && !isRead(execution);
		if (isAnswer && oracle.jumps === 0 && endedAt - startedAt > answerMs)
			oracle.find('late', `the call of execution ${id} took ${(endedAt - startedAt) / 1_000} s`);
		// A read has a time of its own.
		if (made.length === 0 || plan.people.length > 0 || status === 'crashed' || isRead(execution)) continue;
		const until = made.map((job) =>
			Math.min(job.endsAt, Math.max(job.createdAt, startedAt) + tries * equals * Number(timeout) * MINUTE_MS),
		);
		const ends = waitForCompletion === false ? made.map(({ createdAt }) => createdAt) : until;
		// Each create that the service takes, of whomever, gives all in its line ten more minutes.
		const taken = oracle.jobs.filter(({ createdAt }) => createdAt <= endedAt).map((job) => job.createdAt);
		const last = Math.max(startedAt, ...ends, ...taken);
		// In each try ten minutes for a service that takes nothing, or twenty where each leg has to find it out, and five
		// until the leg ends. A wait without calls lasts a quarter of the job's age.
		const late = endedAt - last - delays - patience * tries * MINUTE_MS - (last - startedAt) / 3;
		if (late > 0)
			oracle.find('late', `execution ${id} ended ${Math.round(late / MINUTE_MS)} minutes too late`);
	}
}

/** Where the service says that the credits are spent, it is asked for no more than was under way. */
function creditsStop({ history, find, atATime }: Oracle): void {
	const { n8n, network, plan } = history;
	if (plan.settings.retryOnFail === true) return;
	// A saved run may wake again after others that its database has lost.
	const { from = Infinity, to = 0 } = n8n.lost ?? {};
	const refused = network.emulator.requests.filter(({ code, at }) => code === 1006 && (at < from || at > to));
	for (const { id, startedAt, endedAt = Infinity } of n8n.executions) {
		const asked = refused.filter(({ at }) => at >= startedAt && at <= endedAt).length;
		const meanwhile = n8n.executions.filter(
			(each) => each.startedAt <= endedAt && startedAt <= (each.endedAt ?? endedAt),
		);
		// A cut answer says nothing.
		const most = atATime * meanwhile.length + plan.faults.blows.length;
		if (asked > most) find('spent', `execution ${id} was refused ${asked} times with code 1006`);
	}
}

/** A call wakes an execution once for each of its jobs. */
function callsWakeOnce({ history: { n8n, network, plan }, find, isQuiet }: Oracle): void {
	// A repeated call wakes it again while the record can't be read.
	const times = isQuiet ? 1 : Number(Object(plan.service.callbacks).repeat);
	// Also of jobs that were deleted.
	const asked = network.emulator.requests.map(({ body }) => JSON.stringify(body) ?? '');
	for (const { id, wakes } of n8n.executions) {
		const calling = asked.filter((body) => body.includes(`/webhook-waiting/${id}/`)).length;
		if (wakes > times * calling)
			find('woken', `execution ${id} was woken by ${wakes} calls of ${calling} jobs`);
	}
}

/** A job that has ended starts the workflow of the trigger once, and says what is so. */
function eventsStartOnce({ history: { n8n, plan, network }, jobs, find, isQuiet, kills }: Oracle): void {
	if (plan.parameters.webhookUrl === undefined) return;
	const { lost } = Object(plan.service.callbacks);
	for (const { id, outcome } of jobs) {
		const started = n8n.started.filter((item) => item.id === id);
		if (started.length > 1 + kills) find('started twice', `${id} started ${started.length} runs`);
		if (started.length === 0 && isQuiet && lost !== true) find('not started', `${id} started no run`);
		const isTrue = started.every(({ status }) => status === (outcome.status === 3 ? 'completed' : 'failed'));
		if (!isTrue) find('lie', `${id} started a run as another`);
	}
	for (const { id } of n8n.started)
		if (!network.emulator.jobs.find(String(id))) find('forged', `${String(id)} started a run`);
}

/** Nobody is sent to a credential that is right, nor to a time that is too early. */
function rightSteps({ history, find, isQuiet }: Oracle): void {
	const { people } = history.plan;
	const isTouched = people.some(({ does }) => /credential|secret|account|API key/.test(does));
	for (const execution of history.n8n.executions) {
		const { id, status, result, retryOf } = execution;
		// n8n's own end of a retry with the saved workflow after a kill (errors.md). The next retry is good.
		const before = history.n8n.executions.filter((each) => each.startedAt <= execution.startedAt);
		const retried = before.findLast((each) => each.id === retryOf);
		const isEnd = (each?: Execution) => each?.result?.error?.message === 'execution is not iterable';
		const isOfN8n = isEnd(execution) && (retried?.status === 'crashed' || isEnd(retried));
		if (status === 'error' && !isOfN8n && Object(Object(result?.error).context).data?.next === undefined)
			find('no next step', `execution ${id}: ${String(result?.error?.message)}`);
	}
	const refused = new Map<number, { why: string; by: Execution }>();
	for (const { row, item, execution, night } of history.story.seen) {
		const { errorCode, next, id, execution: number } = Object(item.details) as IDataObject;
		if ((next === 'readJob' && id === undefined) || (next === 'continueExecution' && number === undefined))
			find('wrong step', `row ${row} has all but what ${next} needs: ${String(item.error)}`);
		if (errorCode === 1101 && !isTouched) find('wrong step', `row ${row}: ${String(item.error)}`);
		// Whoever starts another night on the same day was told nothing.
		const why = `${String(item.error)}${night}${dayOf(execution)}`;
		const before = refused.get(row);
		// An execution may have equal rows, and another one at the same time the same rows.
		const isAgain = before?.why === why && before.by !== execution && history.plan.atOnce === 1;
		// A model may think past midnight.
		const isInADay = (history.plan.n8n.tool?.againMs ?? 0) < 3_600_000;
		if (isQuiet && isInADay && isAgain && /per Day/.test(why))
			find('wrong step', `row ${row} was refused again: ${String(item.error)}`);
		refused.set(row, { why, by: execution });
	}
}

const dayOf = ({ endedAt = 0 }: Execution) => new Date(endedAt).toDateString();

function secrets(oracle: Oracle): void {
	const { n8n, logs, secrets: all } = oracle.history;
	for (const secret of all) {
		if (logs.includes(secret)) oracle.find('secret', 'the log holds a secret');
		for (const { id, data, result } of n8n.executions)
			if (`${data} ${wordsOf(result?.error)}`.includes(secret))
				oracle.find('secret', `execution ${id} holds one`);
	}
}

/** Each paid job is at its row, or named by its ID. */
function everyJobIsNamed(oracle: Oracle): void {
	const { n8n, story, logs, network, plan } = oracle.history;
	const all = n8n.executions.map(({ data, result }) => `${data} ${wordsOf(result?.error)}`).join('\n');
	for (const job of oracle.jobs) {
		const row = rowOf(job);
		if (!oracle.rows.has(row) || isFailure(job) || all.includes(job.id)) continue;
		// A row in doubt says so, and so does a row that waits for somebody outside n8n.
		const isOpen =
			story.left.some((each) => each.row === row) || n8n.executions.some((each) => isInDoubt(each, row));
		// Someone changed the account: its jobs stand in n8n's log, and Continue Execution says that this one has none. Of
		// a create without an answer only the claims of that account know.
		const isTold =
			oracle.changes.length > 0 &&
			(logs.includes(job.id) ||
				network.unclear.includes(row) ||
				/made no job for these items in execution \d+ on this account/.test(all));
		// The answer of a call that was cut off reaches nobody, and no claim leads to a session, but n8n's log has the ID.
		const isCutOff = n8n.executions.some(({ status }) => status === 'canceled' || status === 'crashed');
		const isLogged = logs.includes(job.id) || network.unclear.includes(row);
		const isGone = plan.n8n.tool ? isCutOff : plan.operation === 'session' && n8n.lost;
		if (isGone && isLogged) continue;
		if (!isOpen && !isTold) oracle.find('lost', `the job ${job.id} of row ${row} is named nowhere`);
	}
}

const isInDoubt = ({ result }: Execution, row: number): boolean =>
	/"submitted":"(?:unknown|yes)"/.test(wordsOf(result?.error)) ||
	(row >= 0 && /"submitted":"unknown"/.test(JSON.stringify(result?.runs('Node').at(-1)?.data ?? '')));

/** No result of another row, and no file of another job. */
function ownResults(oracle: Oracle): void {
	const { n8n, network } = oracle.history;
	const { jobs } = network.emulator;
	for (const execution of n8n.executions) {
		const { parameters, n8n: own } = oracle.history.plan;
		const good = itemsOf(execution).filter(({ item }) => item.error === undefined);
		const ids = good.map(({ item }) => String(item.id));
		// Equal calls of a tool are one job.
		const least = own.tool ? new Set(good.map(({ mark }) => mark)).size : ids.length;
		if (parameters.idempotencyKey === undefined && new Set(ids).size < least)
			oracle.find('shared', `two rows of execution ${execution.id} got one job: ${ids.join(', ')}`);
		const { input } = execution;
		for (const { row, item, binary, mark } of itemsOf(execution)) {
			const job = typeof item.id === 'string' ? jobs.find(item.id) : undefined;
			if (job && mark !== undefined && rowIn(JSON.stringify(job.request)) !== mark)
				oracle.find('other row', `row ${row} of execution ${execution.id} got the job ${job.id}`);
			if (!job || item.error !== undefined) continue;
			if (item.status === 'completed' && jobs.status(job) !== 3)
				oracle.find('lie', `${job.id} is said to be completed, and is ${jobs.status(job)}`);
			const url = typeof item.resultUrl === 'string' ? item.resultUrl : job.id;
			// An avatar's address is that of its video.
			if (!url.includes(job.id) && rowIn(url) !== rowOf(job))
				oracle.find('other row', `row ${row} has ${job.id}, and the address ${url}`);
			for (const [field, { id, data }] of Object.entries(binary ?? {})) {
				const text = id ? network.disk.nameOf(id) : Buffer.from(data, 'base64').toString('latin1');
				// n8n lost this file of the input, as it died while it renamed the files of a webhook.
				if (text === '' && field in input[row]!) continue;
				if (!text.includes(job.id) && rowIn(text) !== rowOf(job))
					oracle.find('other file', `row ${row} has ${job.id}, and another file`);
			}
		}
	}
}

/** A saved run that wakes late says that its database may be an old one. */
function lateRunsWarn({ history: { n8n, logs, plan }, find }: Oracle): void {
	const warned = logs.split('restored from a backup').length - 1;
	const isCalm = plan.faults.deaths.length + plan.people.length === 0;
	if (isCalm && warned < n8n.late) find('no warning', `${n8n.late} runs woke late, and ${warned} warned`);
}

/** Whether the person closes it, and then starts anew. */
const isToClose = ({ executions }: History['n8n'], id: string) =>
	executions.some((each) => readIn(each) === id && /"close"/.test(JSON.stringify(each.workflow)));

/** A session is closed where nobody would learn of it, and nowhere else, and the words about it are true. */
function sessionsClose({ history: { n8n, network, plan, story }, find, kills }: Oracle): void {
	const { from = Infinity, to = 0 } = n8n.lost ?? {};
	// n8n has lost what it showed, and its retry closes the sessions of an execution that was killed.
	const isKnown = ({ endedAt = 0 }: Execution) => endedAt < from || endedAt > to;
	for (const { id, createdAt, streamsAt, closedAt, failed, request } of network.emulator.sessions.all) {
		const seen = story.seen.filter(({ item }) => item.id === id || Object(item.details).id === id);
		// Who closed it may be gone with its database.
		const isAsked = isToClose(n8n, id) || Number(closedAt) <= to;
		const isShown = seen.some(({ item, execution }) => item.status === 'streaming' && isKnown(execution));
		if (closedAt !== undefined && !isAsked && isShown)
			find('closed', `the session ${id} was closed, and nobody asked for it`);
		for (const { item, execution } of seen) {
			const words = `${String(item.error)} ${String(Object(item.details).description)}`;
			const isOpenThen = closedAt === undefined || closedAt > (execution.endedAt ?? Infinity);
			if (isOpenThen && !failed && (item.success === true || /was closed, so/.test(words)))
				find('lie', `the session ${id} is open: ${words}`);
			if (!isOpenThen && item.status === 'streaming') find('lie', `the session ${id} is closed: ${words}`);
		}
		const by = n8n.executions.find((each) => createdAt >= each.startedAt && createdAt <= (each.endedAt ?? 0));
		const isStopped = by?.status === 'canceled' || by?.status === 'error';
		const isReached = kills + plan.faults.outages.length + plan.atOnce + plan.people.length === 1;
		const isHeard = !network.unclear.includes(rowOf({ request })) && !wordsOf(by?.result?.error).includes(id);
		// Its agent has the session, and may think longer than n8n's time limit.
		const isAgents = plan.n8n.tool && streamsAt < (by?.endedAt ?? 0);
		if (isStopped && isReached && isHeard && !isAgents && closedAt === undefined && !failed)
			find('left open', `the session ${id} of execution ${by.id}, which ended`);
	}
}

/** A file that the service was given stays where it is, as long as the job may fetch it. */
function filesLive({ history: { network }, find }: Oracle): void {
	for (const what of network.disk.lost) find('lost file', what);
}

/** A night has jobs of its own, and a retry makes a job again that has failed. Keys keep what they have. */
function newWhereNew(oracle: Oracle): void {
	const { n8n, story, plan } = oracle.history;
	if (plan.parameters.idempotencyKey !== undefined || plan.n8n.tool?.caller === 'mcpTrigger') return;
	/** Each of two people closes a session that nobody knows. */
	const isOfAll = (by: Execution) => isRead(by) && (n8n.lost || plan.operation === 'session');
	for (const { item, night, row, execution } of story.seen) {
		// Its number is all that n8n tells of one that was killed at its start, and an older one had that number.
		const isNamed = JSON.stringify(execution.workflow).includes('continueExecution');
		if ((plan.areNumbersUsedAgain === true || n8n.lost) && isNamed) continue;
		// The chain of retries began before the copy of the database that was put back.
		if (n8n.lost && execution.chain.from < n8n.lost.from) continue;
		if (isOfAll(execution)) continue;
		const isOld = ({ night: other, item: { id }, execution: by }: (typeof story.seen)[number]) =>
			other < night && id === item.id && !isOfAll(by);
		if (item.error === undefined && item.id !== undefined && story.seen.some(isOld))
			oracle.find(
				'old job',
				`row ${row} of night ${night} got the job ${String(item.id)} of an earlier night`,
			);
	}
	for (const { id, mode, startedAt, endedAt = 0, result, status } of n8n.executions) {
		if (mode !== 'retry' || status === 'crashed' || status === 'canceled') continue;
		const words = `${wordsOf(result?.error)} ${JSON.stringify(result?.runs('Node').at(-1)?.data ?? '')}`;
		// What failed before the job that counts is named.
		const text = words.replace(/"failedIds":\[[^\]]*\]|Failed before: [\w, ]+/g, '');
		for (const job of oracle.jobs.filter(
			(each) => isFailure(each) && each.endsAt < startedAt && text.includes(each.id),
		)) {
			const isNewest = oracle
				.jobsOf(rowOf(job))
				.every((each) => each.createdAt <= job.createdAt || each.createdAt > endedAt);
			if (isNewest && oracle.isQuiet)
				oracle.find('kept failure', `retry ${id} kept the failed job ${job.id}`);
		}
	}
}

/** No text says that a job is not paid that is, or that it still runs when it has ended. */
function trueWords(oracle: Oracle): void {
	const { n8n, story, plan, network } = oracle.history;
	const { emulator, refused } = network;
	const timeout = Number(plan.parameters.timeout);
	for (const { row, item, execution } of story.seen) {
		const { error, details, timedOut, id } = item;
		const { submitted, description, next } = Object(details) as IDataObject;
		const words = `${String(error)} ${String(description)}`;
		const { endedAt = Infinity } = execution;
		const made = oracle.jobsOf(row).filter((job) => !isFailure(job) && job.createdAt <= endedAt);
		const paid = made.filter((job) => !isToClose(n8n, job.id));
		if (error !== undefined && submitted !== 'no' && FREE.test(words)) oracle.find('lie', words);
		// The same call of an agent may have waited to be sent meanwhile.
		const isBefore = plan.n8n.tool?.caller === 'agent' && /Maximum Jobs per Execution/.test(words);
		if (
			submitted === 'no' &&
			!isBefore &&
			plan.nights * plan.atOnce === 1 &&
			paid.length >= oracle.equals(row) &&
			isOfSameKeys(oracle, paid)
		)
			oracle.find('lie', `row ${row} is said to be unpaid, and has ${idsOf(paid)}: ${words}`);
		// A create that was refused had a place until then.
		const most = Number(/per Day allows (\d+), and no place is left/.exec(words)?.[1] ?? 0);
		const day = dayOf(execution);
		const creates = emulator.requests.filter(({ path }) => CREATES.test(path)).map(({ at }) => at);
		const isOfDay = (at: number) => new Date(at).toDateString() === day;
		const sent = most > 0 ? creates.concat(refused).filter(isOfDay).length : 0;
		if (oracle.isQuiet && sent < most) oracle.find('lie', `${sent} creates on ${day}: ${words}`);
		if (error !== undefined && next === undefined) oracle.find('no next step', words);
		// It waits for the create of another run, which counts as lost after 200 s.
		const waitedMs = plan.n8n.timeout > 0 || oracle.jumps > 0 ? Infinity : endedAt - execution.startedAt;
		const isEarly = waitedMs < Math.min(timeout * MINUTE_MS, 200_000) - MINUTE_MS;
		if (isEarly && /no time left to wait/.test(words)) oracle.find('too early', `row ${row}: ${words}`);
		const job = oracle.jobs.find((each) => each.id === (id ?? Object(details).id));
		const isTold = timedOut === true || /\bwas still (?:queued|processing)\b/.test(words);
		if (!isTold || !job || plan.people.length > 0 || plan.faults.outages.length > 0) continue;
		// A row that ended its wait may still have to wait for the others.
		const seenAt = Math.min(endedAt, job.createdAt + timeout * MINUTE_MS);
		if (job.endsAt < seenAt - 12 * MINUTE_MS - (seenAt - job.createdAt) / 3)
			oracle.find('lie', `row ${row} had ended long before: ${words}`);
		if (plan.n8n.timeout === 0 && endedAt - job.createdAt < Math.min(timeout, 180) * MINUTE_MS - MINUTE_MS)
			oracle.find('too early', `row ${row} did not have its ${timeout} minutes: ${words}`);
	}
}

/** Whoever changes the keys pays with others. */
const isOfSameKeys = ({ history, changes }: Oracle, jobs: Paid[]) =>
	new Set(jobs.map(({ id }) => history.network.madeBy.get(id))).size === 1 && changes.length === 0;

/** No create is in doubt beyond those that got no clear answer, and those that were under way when n8n ended. */
function inDoubt(oracle: Oracle): void {
	const { plan, n8n, network } = oracle.history;
	if (plan.n8n.ids === 'uuid') return;
	const ends = oracle.kills + oracle.jumps;
	// A tool does not wait long for the same call that another one makes.
	const waiting = plan.n8n.tool ? plan.atOnce - 1 : 0;
	const lost = ends + waiting + plan.faults.outages.filter((each) => each.of === 'database').length;
	const atATime = plan.atOnce * oracle.atATime;
	const { idempotencyKey } = plan.parameters;
	const most = lost * atATime;
	// Each login finds an outage out for itself.
	const outages = plan.faults.outages.length * (1 + oracle.changes.length);
	for (const execution of n8n.executions) {
		// So does each worker where somebody retries.
		const runs = n8n.executions.filter(({ chain }) => chain === execution.chain).length;
		const processes = Math.min(runs, plan.n8n.workers || 1);
		const all = (ends + waiting + outages * processes) * atATime + plan.faults.blows.length;
		const rows = itemsOf(execution).flatMap(({ mark = -1, item }) => {
			const { submitted, next } = Object(item.details) as IDataObject;
			return submitted === 'unknown' && next === 'askService' ? [mark] : [];
		});
		const unheard = rows.filter((row) => !network.unclear.includes(row));
		// Equal rows of one key are one create.
		const creates = idempotencyKey === undefined ? unheard.length : new Set(unheard).size;
		if (creates > most || new Set(rows).size > all) {
			const what = `of them ${unheard.length} without a request, and at most ${most} were under way`;
			oracle.find('too many in doubt', `rows ${rows.join(', ')} of ${execution.id}, ${what}`);
		}
	}
}

/** After the person's steps every row has its result, or a step for somebody outside n8n. */
function allEndsWell(oracle: Oracle): void {
	const { story, plan, network, n8n } = oracle.history;
	const { maxJobsPerDay = Infinity, maxJobs = Infinity } = plan.parameters;
	// A list that is longer than its limits.
	if (Math.min(Number(maxJobsPerDay), Number(maxJobs)) < plan.rows.length * plan.atOnce) return;
	// It may have a job of which nobody knows.
	const isOpen = (row: number) =>
		network.unclear.includes(row) ||
		oracle.kills + oracle.jumps > 0 ||
		plan.faults.outages.some(({ of }) => of === 'database');
	const isUnsent = (row: number) => oracle.jobsOf(row).length < oracle.equals(row);
	const isExpected = (row: number, why: string) =>
		why.startsWith('too many steps') ||
		(why.startsWith('changeField: Operation is "formerName"') && isUnsent(row)) ||
		(why.startsWith('askService') && isOpen(row)) ||
		// A call of a tool has no time to learn what becomes of the same call beside it. A model calls again.
		(why.startsWith('askService: Another run is creating this job') && plan.n8n.tool !== undefined) ||
		// A session may not start before n8n's time limit.
		(why.startsWith('changeSetting: Live avatar session was still') && plan.n8n.timeout > 0) ||
		oracle.changes.length > 0;
	// n8n's engine 2 has such IDs, and the node refuses much there.
	if (plan.n8n.ids === 'uuid') return;
	// The service takes so few at a time that the list ends only after many steps.
	const ofDay = plan.service.limits.filter(({ ms }) => ms >= 3_600_000);
	const most = Math.min(...ofDay.map((limit) => limit.most - oracle.jobs.filter(isFailure).length));
	// The first may be taken unseen.
	const unseen = 'tooFrequentTakes' in plan.service.readings ? 1 : 0;
	const wanted = plan.nights * plan.atOnce * plan.rows.length + unseen;
	if (Math.min(plan.service.maxOpenJobs, most) < wanted) return;
	// Nor does a tool wait until all had their turn.
	if (plan.n8n.tool && plan.service.limits.length > 0) return;
	const failing = (row: number) =>
		oracle.all.some((job) => rowOf(job) === row && (isFailure(job) || job.deletedAt !== undefined));
	for (const { row, why } of story.left) {
		// Another reading may refuse a row, and then it costs nothing.
		if (plan.isTour === true && oracle.jobsOf(row).length === 0) continue;
		// Its avatar is there, and no other has the same ID.
		const isThere = plan.operation === 'upload' && oracle.all.some((job) => rowOf(job) === row);
		if (isThere && (n8n.lost || oracle.equals(row) > 1)) continue;
		const isOdd = oracle.isQuiet
			? !failing(row) && plan.n8n.timeout === 0
			: !isExpected(row, why) && !failing(row);
		if (isOdd) oracle.find('no good end', `row ${row}: ${why}`);
	}
}

function wordsOf(error: unknown): string {
	const { message, description, context } = Object(error);
	return JSON.stringify({ message, description, context });
}
