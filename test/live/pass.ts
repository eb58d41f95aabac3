import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v3';
import type { LiveAccount, Reply } from './account';
import type { Answer, Notes, Question } from './questions';

export interface Teller {
	tell(line: string): void;
	/** Whether the person agrees. Undefined stops the pass. */
	ask(question: string): Promise<boolean | undefined>;
	/** After each step. */
	keep(notes: Notes): void;
	pollMs: number;
}

const record = z.object({ _id: z.string() }).passthrough();
export type LiveRecord = z.output<typeof record>;

const STATUSES = ['faceswap_status', 'video_status', 'image_status', 'status'];
const statusOf = (job: LiveRecord) =>
	Number(STATUSES.map((name) => job[name]).find((each) => each !== undefined));

/** One step of the pass. It notes answers and what it saw. */
export class Step {
	readonly seen: string[] = [];

	constructor(
		readonly service: LiveAccount,
		readonly notes: Notes,
		private readonly teller: Teller,
	) {}

	see = (line: string): void => {
		this.seen.push(this.service.clean(line));
		this.teller.tell(`   ${this.service.clean(line)}`);
	};

	answer = (question: Question, isSo: boolean): void => {
		this.notes.answers[question] = isSo ? 'yes' : 'no';
	};

	answered = (question: Question): Answer => this.notes.answers[question] ?? 'not tried';

	/** A person looks at a result. */
	async look(question: string): Promise<boolean | undefined> {
		const answer = await this.teller.ask(`   ${question} (y, n, or s for "I can't tell")`);
		this.see(`${question} ${answer === undefined ? 'not looked at' : answer ? 'yes' : 'no'}`);
		return answer;
	}

	async read(path: string, query: object = {}): Promise<Reply> {
		return await this.service.send(path, { query });
	}

	/** Undefined where the account has no such balance. */
	async balance(): Promise<number | undefined> {
		const { data } = await this.read('/faceswap/quota/info');
		return z.object({ credit: z.number() }).safeParse(data).data?.credit;
	}

	/** Makes a job, once. Undefined if it was refused. Code 1005 settles whether a refusal is a refusal. */
	async make(path: string, body: object): Promise<LiveRecord | undefined> {
		const before = await this.balance();
		const { code, msg, data, ms } = await this.service.send(path, { body });
		const first: unknown = Array.isArray(data) ? data[0] : data;
		const made = record.safeParse(first).data;
		this.see(`${path} answered ${code} in ${ms} ms${msg && `: ${msg}`}${made ? `, ID ${made._id}` : ''}`);
		if (code === 1005) {
			await sleep(this.teller.pollMs * 5);
			const after = await this.balance();
			if (before !== undefined && after !== undefined) this.answer('notTaken', after >= before);
		}
		return made;
	}

	/** The final record, after at most three hours. */
	async end({ _id }: LiveRecord, path: string, parameter: string): Promise<LiveRecord | undefined> {
		const since = Date.now();
		while (Date.now() - since < 3 * 3_600_000) {
			const { data } = await this.read(path, { [parameter]: _id });
			const list = z.object({ result: z.array(z.unknown()) }).safeParse(data).data?.result ?? [data];
			const job = list.flatMap((each) => record.safeParse(each).data ?? []).find((each) => each._id === _id);
			if (job && [3, 4].includes(statusOf(job))) {
				this.see(`status ${statusOf(job)} after ${Math.round((Date.now() - since) / 1000)} s`);
				return { ...job, hasFailed: statusOf(job) === 4 };
			}
			await sleep(this.teller.pollMs);
		}
		return undefined;
	}

	readonly pause = async (times: number) => await sleep(this.teller.pollMs * times);
}

export interface Part {
	name: string;
	/** What it may cost. Without it, the step is free and nobody is asked. */
	cost?: string;
	run(step: Step): Promise<void>;
}

/** Runs what is not done yet, and stops when the person says so. True at the end. */
export async function runPass(
	service: LiveAccount,
	parts: readonly Part[],
	notes: Notes,
	teller: Teller,
): Promise<boolean> {
	for (const { name, cost, run } of parts) {
		if (name in notes.done) continue;
		if (cost !== undefined) {
			const again = notes.begun?.includes(name) ? ' It was begun before, and may be paid already.' : '';
			const isWanted = await teller.ask(`${name}. It costs ${cost}.${again} Do it? (y, n, or s to stop)`);
			if (isWanted === undefined) return false;
			if (!isWanted) continue;
			notes.begun = [...(notes.begun ?? []), name];
			teller.keep(notes);
		} else teller.tell(name);
		const step = new Step(service, notes, teller);
		const before = cost === undefined ? undefined : await step.balance();
		const since = Date.now();
		await run(step).catch((error: unknown) => step.see(`not finished: ${String(error)}`));
		const ms = Date.now() - since;
		const after = before === undefined ? undefined : await step.balance();
		const credits =
			before === undefined || after === undefined ? undefined : Math.round((before - after) * 100) / 100;
		notes.done[name] = { ms, credits, seen: step.seen };
		teller.keep(notes);
	}
	return true;
}
