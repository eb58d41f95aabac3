import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v3';
import type { JobKind, JobState } from '../../nodes/shared/jobs/kinds';
import { NotLoggedIn, type LiveAccount, type Reply } from './account';
import type { Notes, Question } from './questions';

export interface Teller {
	tell(line: string): void;
	/** Whether the person agrees. Undefined stops the pass. */
	ask(question: string): Promise<boolean | undefined>;
	/** After each change that a later run needs. */
	keep(notes: Notes): void;
	pollMs: number;
	/** From the create of a session to its first Close, less than the 30 s that the step promises. */
	sessionMs: number;
}

interface MakeOptions {
	mostMs?: number;
	/** The fields come in the query. */
	isGet?: boolean;
}

const record = z.object({ _id: z.string().min(1) }).passthrough();
export type LiveRecord = z.output<typeof record>;

/** The step needs what did not come. It is not done, and its questions stay open. */
export class NotAnswered extends Error {}

/** Reads and polls in a row without an answer, before the step gives up. */
const MOST_TRIES = 3;
const MOST_POLLS = 100;
const LONGEST_JOB_MS = 3 * 3_600_000;

/** The first field without a value, as no create must be sent with it. */
function emptyIn(value: unknown, name: string): string | undefined {
	if (value === undefined || value === '') return name;
	if (typeof value !== 'object' || value === null) return undefined;
	return Object.entries(value)
		.map(([inner, each]) => emptyIn(each, inner))
		.find((found) => found !== undefined);
}

/** One step of the pass. It notes answers and what it saw. */
export class Step {
	readonly seen: string[] = [];
	/** IDs of jobs that this run made, so that balances around them can be compared. */
	readonly fresh = new Set<string>();

	constructor(
		readonly service: LiveAccount,
		readonly notes: Notes,
		readonly teller: Teller,
		private readonly part: Part,
	) {}

	see = (line: string): void => {
		this.seen.push(this.service.clean(line));
		this.teller.tell(`   ${this.service.clean(line)}`);
	};

	answer = (question: Question, isSo: boolean): void => {
		this.notes.answers[question] = { answer: isSo ? 'yes' : 'no', at: new Date().toISOString() };
		this.notes.open[question] = undefined;
	};

	/** A person looks at a result. "I can't tell" is no answer. */
	async look(question: Question, text: string): Promise<void> {
		const answer = await this.teller.ask(`   ${text} (y, n, or s for "I can't tell")`);
		this.service.stop.signal.throwIfAborted();
		this.see(`${text} ${answer === undefined ? 'not looked at' : answer ? 'yes' : 'no'}`);
		if (answer !== undefined) this.answer(question, answer);
	}

	readonly pause = async (times: number) =>
		await sleep(this.teller.pollMs * times, undefined, { signal: this.service.stop.signal });

	/** As often as the service is unclear. @throws NotAnswered */
	async read(path: string, query: object = {}, body?: object): Promise<Reply> {
		for (let tries = 1; ; tries++) {
			const reply = await this.service.send(path, { query, body });
			const isOver = tries === MOST_TRIES || this.service.stop.signal.aborted;
			if (reply.kind !== 'unclear' && reply.code !== 1005) return reply;
			if (isOver || [404, 405].includes(reply.code)) return reply;
			await this.pause(1);
		}
	}

	/** @throws NotAnswered */
	async data(path: string, query: object = {}): Promise<unknown> {
		const { kind, code, msg, data } = await this.read(path, query);
		if (kind === 'answer') return data;
		throw new NotAnswered(`${path} got ${code}${msg && `: ${msg}`}`);
	}

	/** Undefined where the account has no such balance. */
	async balance(): Promise<number | undefined> {
		const { data } = await this.read('/faceswap/quota/info');
		return z.object({ credit: z.number() }).safeParse(data).data?.credit;
	}

	/** As long as a swap took to move the balance. */
	async settle(): Promise<void> {
		await this.pause(5);
		await sleep(this.notes.movesMs ?? 0, undefined, { signal: this.service.stop.signal });
	}

	/**
	 * Makes a job, at most once in all runs, and returns it or the code of its refusal. A create without a clear answer
	 * is in doubt, as with code 1005 until `notTaken` is settled.
	 * @throws NotAnswered
	 */
	async make(label: string, path: string, body: object, { mostMs, isGet }: MakeOptions = {}) {
		const { sent, answers } = this.notes;
		const key = `${this.part.name}: ${label}`;
		const earlier = sent[key];
		if (earlier?.record) return earlier.record;
		if (earlier?.isInDoubt && !(earlier.code === 1005 && answers.notTaken?.answer === 'yes'))
			throw new NotAnswered(`${label} is in doubt since ${earlier.at}, and is never sent again`);
		const paid = Object.entries(sent).filter(
			([name, { record: job, isInDoubt }]) => name.startsWith(`${this.part.name}: `) && (job ?? isInDoubt),
		);
		if (paid.length >= (this.part.most ?? 0)) throw new Error(`${label} would cost more than was said`);
		const empty = emptyIn(body, 'body');
		if (empty !== undefined) throw new NotAnswered(`${label} was not sent, because ${empty} is missing`);

		const before = await this.balance();
		const at = new Date().toISOString();
		sent[key] = { at, isInDoubt: true };
		this.teller.keep(this.notes);
		const request = isGet ? { query: body, mostMs } : { body, mostMs };
		const { kind, code, msg, data, ms } = await this.service.send(path, request).catch((error: unknown) => {
			// A refused token takes nothing.
			sent[key] = { at };
			throw error;
		});
		const first: unknown = Array.isArray(data) ? data[0] : data;
		const made = kind === 'answer' ? record.safeParse(first).data : undefined;
		const isNoPath = kind === 'unclear' && [404, 405].includes(code);
		const isRefused = kind === 'refused' && (code !== 1005 || (await this.wasNotTaken(path, before)));
		sent[key] = { at, code, isInDoubt: !made && !isRefused && !isNoPath, record: made, before };
		this.teller.keep(this.notes);
		this.see(`${path} answered ${code} in ${ms} ms${msg && `: ${msg}`}${made ? `, ID ${made._id}` : ''}`);
		this.noteQuota(path, code);
		if (made) this.fresh.add(made._id);
		if (made) return made;
		if (isRefused || isNoPath) return code;
		throw new NotAnswered(`${label} got ${code} and is in doubt`);
	}

	/** Also if it is in doubt. */
	wasSent(label: string): boolean {
		const { record: job, isInDoubt = false } = this.notes.sent[`${this.part.name}: ${label}`] ?? {};
		return job !== undefined || isInDoubt;
	}

	/** @throws NotAnswered if it was refused */
	async made(label: string, path: string, body: object): Promise<LiveRecord> {
		const job = await this.make(label, path, body);
		if (typeof job !== 'number') return job;
		throw new NotAnswered(`${label} was refused with ${job}`);
	}

	/** Only a swap moves the balance for sure, and an unchanged balance says something only if it ever moved. */
	private async wasNotTaken(path: string, before: number | undefined): Promise<boolean> {
		if (!path.startsWith('/faceswap/') || before === undefined) return false;
		await this.settle();
		const after = await this.balance();
		if (after !== undefined && after < before) this.answer('notTaken', false);
		if (after === before && this.notes.movesMs !== undefined) this.answer('notTaken', true);
		return this.notes.answers.notTaken?.answer === 'yes';
	}

	private noteQuota(path: string, code: number): void {
		const { outOfQuota } = this.notes;
		const isOther = outOfQuota !== undefined && outOfQuota !== path;
		if (isOther && [1000, 1006].includes(code)) this.answer('quotaForAll', code === 1006);
		if (code === 1006) this.notes.outOfQuota ??= path;
	}

	/** Its final state, after at most three hours. @throws NotAnswered */
	async end({ _id }: LiveRecord, { read }: JobKind): Promise<JobState> {
		const { path, query } = read.request([_id]);
		const since = Date.now();
		let last = '';
		for (let without = 0; without < MOST_POLLS && Date.now() - since < LONGEST_JOB_MS;) {
			const { kind, code, data } = await this.service.send(path, { query });
			const { data: found = [] } = read.answer([_id]).safeParse(data);
			const job = found.find(({ id }) => id === _id);
			const { status = 'of no record', unknownStatus, resultUrl } = job ?? {};
			if (Number(unknownStatus) > 4) this.answer('fourStatuses', false);
			const isDone = status === 'completed' && (resultUrl || without > MOST_POLLS / 2);
			if (job && (status === 'failed' || isDone)) {
				this.see(`${_id} is ${status} after ${Math.round((Date.now() - since) / 1000)} s`);
				return job;
			}
			last = kind === 'answer' ? `status ${unknownStatus ?? status}` : `code ${code}`;
			without = status === 'queued' || status === 'processing' ? 0 : without + 1;
			await this.pause(1);
		}
		throw new NotAnswered(`${_id} has no end: ${last}`);
	}

	/** @throws NotAnswered if it failed */
	async result(made: LiveRecord, kind: JobKind): Promise<JobState> {
		const state = await this.end(made, kind);
		if (state.status !== 'failed') return state;
		throw new NotAnswered(`${kind.label} ${made._id} failed`);
	}
}

export interface Part {
	name: string;
	/** What it may cost. Without it, the step is free and nobody is asked. */
	cost?: string;
	/** The most creates that may be paid. */
	most?: number;
	asks: Question[];
	run(step: Step): Promise<void>;
}

const CLOSED_CODES = [1219, 1216, 1008, 1009];

/** The open sessions. @throws NotAnswered */
export async function sessionsOf(step: Step): Promise<string[]> {
	const path = '/liveAvatar/session/list';
	const query = { page: 1, size: 100 };
	const post = await step.read(path, query, {});
	const { kind, code, data } = [404, 405].includes(post.code) ? await step.read(path, query) : post;
	if (kind !== 'answer') throw new NotAnswered(`${path} got ${code}`);
	step.answer('sessionListPost', post.kind === 'answer');
	const rows = z.object({ result: z.array(record) }).transform(({ result }) => result);
	const sessions = z.union([z.array(record), rows]).parse(data);
	return sessions.filter(({ status }) => Number(status) <= 2).map(({ _id }) => _id);
}

/** Closes what this pass opened, however often it takes, and a session of a create in doubt. */
export async function closeSessions(step: Step): Promise<void> {
	const { notes, teller, service } = step;
	const { sessionsBefore } = notes;
	if (sessionsBefore) {
		for (let tries = 0; tries < 5; tries++) {
			await sleep(teller.pollMs);
			const now = await sessionsOf(step).catch(() => undefined);
			if (now === undefined) continue;
			delete notes.sessionsBefore;
			for (const id of now.filter((each) => !sessionsBefore.includes(each))) {
				const text = `Session ${id} is new since a create in doubt. Close it? (y, or n if it is not yours)`;
				if ((await teller.ask(text)) !== false) notes.sessions.push(id);
			}
			if (notes.sessions.length > 0) break;
		}
		if (notes.sessionsBefore)
			step.see('A session may be open: look at your account. The next run looks, too');
	}
	for (const id of [...notes.sessions]) {
		let isClosed = false;
		for (let tries = 0; tries < 40 && !isClosed; tries++) {
			if (tries > 0) await sleep(teller.pollMs);
			const close = { body: { id }, mostMs: 10_000 };
			try {
				const { kind, code } = await service.send('/liveAvatar/session/close', close);
				isClosed = kind === 'answer' || CLOSED_CODES.includes(code);
				step.see(`the Close of session ${id} is code ${code}`);
			} catch {
				// The token ended meanwhile.
				await service.logIn().catch(() => undefined);
			}
		}
		if (isClosed) notes.sessions = notes.sessions.filter((each) => each !== id);
		else step.see(`Session ${id} is OPEN and costs credits: close it by hand. The next run tries, too`);
	}
	teller.keep(notes);
}

/** Runs what is not done yet, first what was begun, and stops when the person says so. True at the end. */
export async function runPass(
	service: LiveAccount,
	parts: readonly Part[],
	notes: Notes,
	teller: Teller,
): Promise<boolean> {
	delete notes.outOfQuota;
	const isBegun = ({ name }: Part) => Object.keys(notes.sent).some((key) => key.startsWith(`${name}: `));
	const order = [...parts.filter(isBegun), ...parts.filter((part) => !isBegun(part))];
	try {
		if ((await service.logIn()) !== undefined) teller.tell('Logged in');
		const start: Part = { name: 'Start', asks: [], run: closeSessions };
		await closeSessions(new Step(service, notes, teller, start));
		for (const part of order) {
			if (service.stop.signal.aborted) return false;
			if (!(part.name in notes.done) && !(await runPart(service, part, notes, teller))) return false;
		}
		return true;
	} catch (error) {
		if (!(error instanceof NotLoggedIn)) throw error;
		teller.tell(`${error.message} Check the keys. Nothing else was tried.`);
		return false;
	}
}

/** False stops the pass. */
async function runPart(service: LiveAccount, part: Part, notes: Notes, teller: Teller): Promise<boolean> {
	const { name, cost, asks, most = 0 } = part;
	const sent = Object.entries(notes.sent).filter(([key]) => key.startsWith(`${name}: `));
	const jobs = sent.flatMap(([, { record: job, isInDoubt, at }]) =>
		job ? [job._id] : isInDoubt ? [`in doubt since ${at}`] : [],
	);
	if (cost !== undefined && jobs.length < most) {
		const again = jobs.length > 0 ? ` It was begun: ${jobs.join(', ')} is not sent again.` : '';
		const isWanted = await teller.ask(`${name}. It costs ${cost}.${again} Do it? (y, n, or s to stop)`);
		if (isWanted === undefined) return false;
		if (!isWanted) return true;
	} else teller.tell(name);
	const step = new Step(service, notes, teller, part);
	const since = Date.now();
	let why = 'the step did not settle it';
	let isDone = true;
	try {
		await part.run(step);
	} catch (error) {
		isDone = false;
		why = service.clean(error instanceof Error ? error.message : String(error));
		step.see(`not finished: ${why}`);
		if (error instanceof NotLoggedIn) throw error;
	} finally {
		for (const question of asks)
			if (!notes.answers[question]) notes.open[question] = `${why}, ${new Date().toISOString()}`;
		if (isDone) notes.done[name] = { ms: Date.now() - since, seen: step.seen };
		teller.keep(notes);
	}
	return !service.stop.signal.aborted;
}
