import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { chain, node, type WorkflowJson } from '../support/workflow';
import { now, sleep } from './clock';
import { isOpen, type Execution, type N8n } from './n8n';
import { inputOf, OPERATIONS, workflowOf, type Plan } from './plan';
import { rowIn } from './rows';

/** A row as someone sees it who knows nothing of the package. */
export interface Seen {
	/** What the row is about. */
	row: number;
	item: IDataObject;
	execution: Execution;
	/** Each execution that somebody starts anew has another. */
	night: number;
}

/** What a person has read and done. */
export interface Story {
	/** Each item that a person saw, in order. */
	seen: Seen[];
	/** The most steps of a row. */
	steps: number;
	/** Rows whose next step is for somebody outside n8n, or that took too many steps. */
	left: Array<{ row: number; why: string }>;
}

/** What happens in the world outside n8n when someone pays, or corrects the credential. */
export interface Outside {
	pay(): void;
	correct(): void;
	/** Shows the sessions that cost something. */
	openSessions(): string[];
}

interface Task {
	/** The rows of an execution, by what they are about. */
	rows: number[];
	/** The number in Continue Execution. */
	continued?: string;
	/** Nothing begins that an execution does which came back with its database. */
	begin: () => Promise<Execution | undefined>;
	/** The job that it reads, instead of making one. */
	reads?: string;
}

/** A row that fails three times in the same way is for a person outside n8n (errors.md: Let a program decide). */
const MOST_TIMES = 3;
const LATER_MS = 5 * 60_000;
/** Steps after which the same row fails again, unless somebody outside n8n gives it something else. */
const OF_THE_ROW = new Set(['changeField', 'changeFile', 'changeSetting', 'askService']);
/** The second may be on the same day. */
const BETWEEN_NIGHTS_MS = 600_000;

/** Starts the workflow, and after each end does what the words say, until every row has its result. */
export class Person {
	private tasks: Task[] = [];
	/** How many steps each row took, by what it is about, and each job that is read. */
	private readonly steps = new Map<number | string, number>();
	private night = 1;
	private settings: Plan['settings'];
	private raised: { timeout?: number } = {};

	constructor(
		private readonly plan: Plan,
		private readonly n8n: N8n,
		private readonly outside: Outside,
		private readonly tell: (line: string) => void,
		private readonly story: Story,
		/** Counts who starts the workflow at the same time. */
		private readonly place = 0,
	) {
		this.settings = plan.settings;
	}

	async live(): Promise<void> {
		const { rows, nights } = this.plan;
		for (; ; this.night += 1) {
			this.tasks = [{ rows, begin: async () => await this.start(rows) }];
			await this.work();
			if (this.night >= nights) return;
			this.steps.clear();
			await sleep(this.plan.n8n.tool?.againMs ?? BETWEEN_NIGHTS_MS);
			await this.work();
			if (this.plan.areNumbersUsedAgain === true && this.plan.atOnce === 1 && this.plan.n8n.ids !== 'uuid')
				this.n8n.useNumbersAgain();
		}
	}

	/** Does all tasks, and reads what ends once more since n8n's database was put back. */
	async work(): Promise<void> {
		for (let task; (task = this.tasks.shift() ?? this.unread());) {
			const execution = await task.begin();
			// Who looks for sessions that nobody knows lets the other executions end.
			while (this.plan.operation === 'session' && this.n8n.executions.some(isOpen)) await sleep(1_000);
			if (execution?.status === 'success') this.readItems(execution, task);
			else if (execution) this.readExecution(execution, task);
		}
	}

	private unread(): Task | undefined {
		const execution = this.n8n.unread.shift();
		const begin = async () => await this.n8n.ended(execution!);
		return execution && { rows: rowsOf(execution), reads: readIn(execution), begin };
	}

	/** Whether an execution that came back with the database makes the jobs of such rows. */
	private isBack(rows: number[]): boolean {
		const made = this.n8n.revived.filter((each) => readIn(each) === undefined).flatMap(rowsOf);
		return rows.some((row) => made.includes(row));
	}

	private async start(rows: readonly number[], continued?: string): Promise<Execution> {
		const more: INodeParameters = continued === undefined ? {} : { continueExecution: continued };
		return await this.n8n.start(this.workflow(more), inputOf(rows, this.plan.n8n.tool?.againMs));
	}

	/** As it is now. */
	private workflow(more: INodeParameters): WorkflowJson {
		return workflowOf({ ...this.plan, settings: this.settings }, { ...more, ...this.raised });
	}

	/** Does a step for rows, unless they took too many. */
	private step(
		what: string,
		rows: number[],
		begin: () => Promise<Execution>,
		{ continued, reads, waitMs = 0 }: Pick<Task, 'continued' | 'reads'> & { waitMs?: number } = {},
	): void {
		const { left } = this.story;
		// Equal rows have jobs of their own.
		const counted = new Set<number | string>(reads === undefined ? rows : [reads]);
		const most = Math.max(...[...counted].map((each) => (this.steps.get(each) ?? 0) + 1));
		this.story.steps = Math.max(this.story.steps, Math.min(most, MOST_TIMES));
		if (most > MOST_TIMES)
			return void left.push(...rows.map((row) => ({ row, why: `too many steps: ${what}` })));
		for (const each of counted) this.steps.set(each, most);
		this.tell(`the person ${what} (rows ${rows.join(', ')})`);
		const { lost } = this.n8n;
		this.tasks.push({
			...{ rows, continued, reads },
			begin: async () => {
				if (waitMs > 0) await sleep(waitMs);
				return this.n8n.lost !== lost && this.isBack(rows) ? undefined : await begin();
			},
		});
	}

	private readItems(execution: Execution, { rows: all, continued, reads }: Task): void {
		let again: number[] = [];
		const anew: number[] = [];
		const continues = new Set<number>();
		const others = new Map<unknown, number[]>();
		const retried = new Map<Execution, number[]>();
		// Rows of one key share a job.
		const read = new Map<string, number>();
		let waitMs = 0;
		for (const { item, mark: row = -1 } of itemsOf(execution)) {
			this.story.seen.push({ row, item, execution, night: 2 * this.night + this.place });
			this.tell(`  row ${row}: ${wordsOf(item)}`);
			if (item.error === undefined) {
				// A tool says it where the job continues.
				if (item.timedOut === true || item.next === 'readJob') read.set(String(item.id), row);
				// Others are needed longer.
				if (item.status === 'streaming' && row % 2 === 0) this.close(row, String(item.id));
				continue;
			}
			const { next, field, retryFrom, execution: number, id, suggestion } = Object(item.details);
			const leave = (why: string) => void this.story.left.push({ row, why });
			if (next === 'addCredits') this.outside.pay();
			if (next === 'fixCredential') this.outside.correct();
			const named = this.n8n.executions.findLast((each) => each.id === number);
			if (next === 'retryExecution' && named && named.status !== 'success')
				retried.set(named, [...(retried.get(named) ?? []), row]);
			else if (['runAgain', 'runAgainLater', 'addCredits', 'fixCredential'].includes(String(next))) {
				again.push(row);
				if (next === 'runAgainLater')
					waitMs = Math.max(waitMs, retryFrom ? Date.parse(String(retryFrom)) - now() : LATER_MS);
			} else if (next === 'continueExecution' && !continues.has(row)) {
				continues.add(row);
				// Which of its equal rows has the job is not known.
				const equal = all.filter((each) => each === row);
				this.step('continues', equal, async () => await this.start(equal, String(number)), {
					continued: String(number),
				});
			} else if (next === 'continueExecution') continue;
			else if (next === 'readJob') read.set(String(id), row);
			else if (next === 'nothing') continue;
			else if (next === 'changeField' && field === 'Timeout (Minutes)') {
				this.raised = { timeout: 180 };
				anew.push(row);
			} else if (next === 'askService' && this.plan.operation === 'session' && reads === undefined)
				anew.push(row);
			else if (next === 'changeField' && field === 'Continue Execution')
				others.set(suggestion, [...(others.get(suggestion) ?? []), row]);
			else leave(`${String(next)}: ${String(item.error)}`);
		}
		for (const [old, rows] of retried)
			this.step(`retries ${old.id}`, rows, async () => await this.n8n.retry(old), { waitMs: LATER_MS });
		for (const [id, row] of read) this.read([row], id);
		for (const [suggestion, rows] of others)
			this.continueOther(rows, suggestion, continued ?? execution.retryOf);
		if (anew.length > 0) this.startAnew(anew);
		again = again.filter((row) => !continues.has(row));
		if (again.length === 0) return;
		const begin = async () =>
			await (reads === undefined ? this.start(again, continued) : this.repeat(execution, again));
		this.step(waitMs > 0 ? 'runs failed rows again later' : 'runs failed rows again', again, begin, {
			...{ continued, reads, waitMs },
		});
	}

	/** An execution that did not end well. */
	private readExecution(execution: Execution, { rows, continued, reads }: Task): void {
		const { status, mode, slot, id, result } = execution;
		const { tool } = this.plan.n8n;
		// The number that is in the field stays there.
		const number = continued ?? id;
		const proceed = () => {
			const begin = async () => await this.start(rows, number);
			if (reads !== undefined)
				this.step(`reads ${reads}`, rows, async () => await this.repeat(execution, rows), { reads });
			else if (this.plan.operation === 'session') this.startAnew(rows);
			else this.step('continues the execution', rows, begin, { continued: number });
		};
		// Nothing names the jobs of a tool's execution but the same calls. A client of MCP can't retry.
		const isCutOff = status === 'crashed' && (tool?.caller === 'mcpTrigger' || slot?.name !== 'main');
		if (tool && !reads && (status === 'canceled' || isCutOff))
			return this.step('calls again', rows, async () => await this.start(rows));
		if (status === 'gone' && reads === undefined) {
			if (this.isBack(rows)) return;
			const old = this.n8n.executions.findLast((each) => each.id === execution.retryOf);
			const begin = async () => await (old ? this.n8n.retry(old) : this.start(rows, continued));
			return this.step('does again what is gone', rows, begin, { continued });
		}
		if (status === 'canceled') return proceed();
		if (status === 'crashed' && (mode === 'manual' || slot?.name !== 'main')) return proceed();
		const { data } = Object(Object(result?.error).context);
		const { next, field, retryFrom, execution: named, suggestion } = Object(data) as IDataObject;
		if (next === 'addCredits') this.outside.pay();
		if (next === 'fixCredential') this.outside.correct();
		if (next === 'continueExecution')
			return this.step('continues', rows, async () => await this.start(rows, String(named)), {
				continued: String(named),
			});
		if (next === 'changeField' && field === 'Continue Execution')
			return this.continueOther(rows, suggestion, continued ?? execution.retryOf);
		if (next === 'readJob' && Array.isArray(data.jobs)) {
			const read = new Map<string, number>();
			for (const job of data.jobs as Array<{ row: number; id?: string; status?: string }>)
				if (job.id !== undefined && job.status !== 'completed')
					read.set(job.id, rowsOf(execution)[job.row - 1] ?? -1);
			for (const [id, row] of read) this.read([row], id);
			return;
		}
		const isLater = next === 'runAgainLater';
		const waitMs = isLater && retryFrom ? Date.parse(String(retryFrom)) - now() : isLater ? LATER_MS : 0;
		// A row that fails again must not hold up the others (errors.md: Handle bad rows).
		const isBad = OF_THE_ROW.has(String(next)) && rows.some((row) => this.steps.has(row));
		if (isBad) this.settings = { ...this.settings, onError: 'continueRegularOutput' };
		const more = continued === undefined ? {} : { continueExecution: continued };
		const isCurrent = (isBad || this.plan.retries === 'current') && !reads;
		this.step(
			isBad ? 'lets rows fail alone, and retries' : isLater ? 'retries later' : 'retries',
			rows,
			async () => await this.n8n.retry(execution, isCurrent ? this.workflow(more) : undefined),
			{ continued, reads, waitMs },
		);
	}

	/** Empties Continue Execution where it made no job, or else enters the number of the execution before. */
	private continueOther(rows: number[], suggestion: unknown, continued?: string): void {
		const named = this.n8n.executions.findLast(({ id }) => id === continued);
		const number = suggestion === '' ? undefined : named?.retryOf;
		const what = number === undefined ? 'starts anew' : `continues ${number}`;
		this.step(what, rows, async () => await this.start(rows, number), { continued: number });
	}

	/** Sessions have no Continue Execution. Those that nobody knows any more are closed (agents.md: Use live avatars). */
	private startAnew(rows: number[]): void {
		const { to: since = 0 } = this.n8n.lost ?? {};
		const seen = this.story.seen.filter(({ execution }) => execution.startedAt >= since);
		const known = new Set(seen.map(({ item }) => item.id));
		for (const id of this.outside.openSessions()) if (!known.has(id)) this.close(rows[0]!, id);
		this.step('starts anew', rows, async () => await this.start(rows));
	}

	private close(row: number, id: string): void {
		this.ask('closes', [row], id, { operation: 'close' });
	}

	private read(rows: number[], id: string): void {
		this.ask('reads', rows, id, { operation: 'get', waitForCompletion: true, downloadResult: false });
	}

	private ask(what: string, rows: number[], id: string, more: INodeParameters): void {
		const { type, get } = OPERATIONS[this.plan.operation];
		const parameters = { resource: get, recordId: id, sessionId: id, ...more };
		const workflow = chain(node('Node', type, parameters, { onError: 'continueRegularOutput' }));
		this.step(`${what} ${id}`, rows, async () => await this.n8n.start(workflow, inputOf(rows)), {
			reads: id,
		});
	}

	private async repeat({ workflow }: Execution, rows: number[]): Promise<Execution> {
		return await this.n8n.start(workflow, inputOf(rows));
	}
}

const rowsOf = ({ input }: Execution): number[] => input.map(({ mark }) => rowIn(String(mark)) ?? -1);

/** The job that an execution reads, or the session that it closes, instead of making one. */
export function readIn({ workflow }: Execution): string | undefined {
	const get = workflow.nodes.find(({ parameters }) => /^(?:get|close)$/.test(String(parameters?.operation)));
	return get && String(get.parameters?.recordId ?? get.parameters?.sessionId);
}

/** The items that the node gave back, each with the place of its row, and what the row is about. A Stop hands none on. */
export function itemsOf({ result, input, status }: Execution) {
	if (status === 'canceled') return [];
	const outputs = result?.runs('Node').at(-1)?.data?.main ?? [];
	return outputs.flatMap((items) =>
		(items ?? []).map(({ json, pairedItem, binary }) => {
			const row = Number(Object(Array.isArray(pairedItem) ? pairedItem[0] : pairedItem).item ?? 0);
			return { row, mark: rowIn(String(input[row]?.mark)), item: json, binary };
		}),
	);
}

/** An item in one line. */
function wordsOf({ id, status, error, details }: IDataObject): string {
	if (error === undefined) return `${String(id)} ${String(status)}`;
	const { description, submitted, next } = Object(details);
	return `failed, submitted ${String(submitted)}, next ${String(next)}: ${String(error)} | ${String(description)}`;
}
