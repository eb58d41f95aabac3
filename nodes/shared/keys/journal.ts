import { randomInt } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { createLimit, each } from '../async/limit';
import { deleteRow, insertRow, readRow, whyNoKeyStore } from '../n8n/deduplication';
import { retriedExecutionOf } from '../n8n/executionFacts';
import { nodeOf } from '../n8n/node';
import { runIndexOf } from '../n8n/reentry';
import { ItemFailure } from '../operation/failure';
import { asError } from '../transport/serviceError';
import { DAY_MS } from './day';
import { ROW_DIGITS } from './digits';
import { fingerprintOf } from './fingerprint';
import { isMade, type Held, type Job } from '../item/job';
import { append, countRows, removeRows, rowOf } from './list';
import { insertId, readId, removeId, removeMakers, type Create } from './sentId';

/*
 * The journal of a run: each create is noted in n8n's store before it is sent, and its ID right after. n8n knows nothing
 * of a run that was killed while it sent its jobs, or waited for them in memory; the retry of it finds them here, and
 * pays nothing twice (n8n.md: Deduplication store). A create is a row of a list, which holds what identifies its request
 * and its time; its ID is in one more, as a rule (sentId.ts).
 *
 * An execution that goes on with a journal puts a fencing token into a list: only the last one in it creates. It reads the
 * journal after that, and a create is noted before the list is looked at: so a retry that still runs while the execution is
 * retried once more, or a worker that n8n has given up, either has its create read, or does not send it.
 */

/** Results are at the service for 7 days: later a retry could take nothing up. */
const KEPT_DAYS = 8;
/** Days that are looked for to remove their journals. */
const OLD_DAYS = 40;
const READ_AT_A_TIME = 20;

/** A row's number: what identifies a request, then its time, in steps since the journal was begun. */
const REQUEST_DIGITS = 9;
const STEPS = 2 ** 16;
const STEP_MS = 4_000;

/** A create that was noted. Without an ID it is in doubt whether the service took it. */
export interface Sent {
	/** See `requestDigest`. */
	request: string;
	id?: string;
	/** Milliseconds since the epoch, to four seconds. */
	at: number;
}

/** What a run keeps of its journal. */
export const keptJournal = z.object({
	/** Under which it is in the store. */
	name: z.string(),
	/** Which execution writes it. */
	executionId: z.string(),
	/** Absent where no other one has written it before. */
	token: z.number().optional(),
});
type KeptJournal = z.output<typeof keptJournal>;

export interface Journal {
	/** What is to be kept of it; undefined where there is none, or it is not known yet. */
	readonly kept: KeptJournal | undefined;
	/**
	 * Finds the journal of a run that begins: that of the execution which this one is a retry of, or its own.
	 * @returns what was sent before, by whatever execution goes on with it
	 * @throws n8n's error when a retry can't read it
	 */
	find(): Promise<Sent[]>;
	/**
	 * Notes a create that is about to be sent. An error of the store goes to the log.
	 * @throws ItemFailure when another execution has taken over
	 */
	note(request: string): Promise<Held>;
	/** Has no execution before this one create anything for the run from now on. @throws n8n's error */
	takeOver(): Promise<void>;
	/** All creates that were noted, in their order, but those that the service did not take. @throws n8n's error */
	read(): Promise<Sent[]>;
}

/** Takes the first create of a request out of a list. */
export function takeSent(sent: Sent[], request: string | undefined): Sent | undefined {
	const at = sent.findIndex((each) => each.request === request);
	return at < 0 ? undefined : sent.splice(at, 1)[0];
}

/** Of what was sent that of which these items know nothing. */
export function withoutKnown(
	sent: readonly Sent[],
	known: ReadonlyArray<{ job?: Job; digest?: string }>,
): Sent[] {
	const ids = new Set(known.flatMap(({ job }) => (isMade(job) ? [job.state.id] : [])));
	const unknown = sent.filter(({ id }) => id === undefined || !ids.has(id));
	for (const { job, digest } of known) {
		const at =
			job?.is === 'inDoubt'
				? unknown.findIndex((each) => each.id === undefined && each.request === digest)
				: -1;
		if (at >= 0) unknown.splice(at, 1);
	}
	return unknown;
}

/** What identifies a request in a journal. */
export const requestDigest = (...parts: unknown[]) => fingerprintOf(...parts).slice(0, REQUEST_DIGITS);

/** The first of the executions of which each is a retry of the one before. */
async function rootOf(context: IExecuteFunctions, executionId: string, retried: string): Promise<string> {
	const row = (id: string) => `retry ${id}`;
	const root = (await readRow(context, row(retried))) ?? Number(retried);
	await insertRow(context, row(executionId), root);
	return String(root);
}

/**
 * The journal of a run of a node.
 * @param known what the run has kept of it, if it has one already
 */
export function openJournal(context: IExecuteFunctions, known: KeptJournal | undefined): Journal {
	const oneAtATime = createLimit(1);
	let kept = known;
	let begun: Begun | undefined;
	const tried = async <T>(write: () => Promise<T>): Promise<T | undefined> =>
		await write().catch((error: unknown) => {
			context.logger.warn(`A create could not be noted in the store of n8n: ${asError(error).message}`);
			return undefined;
		});
	const noteIn = async (journal: string, request: string) =>
		await oneAtATime(async () => {
			begun ??= begunAt(await begin(context, journal));
			const step = Math.min(STEPS - 1, Math.floor((Date.now() - begun.at) / STEP_MS));
			const number = parseInt(request, 16) * STEPS + Math.max(0, step);
			const row = await append(context, journal, Infinity, number);
			return row === undefined ? undefined : createIn(rowOf(journal, row), number, begun);
		});
	const read = async () => (kept === undefined ? [] : await readAll(context, kept.name));
	const takeOver = async () => {
		const executionId = context.getExecutionId();
		if (kept === undefined || kept.executionId === executionId) return;
		const { name } = kept;
		const token = randomInt(2 ** 48 - 1);
		await append(context, tokensOf(name), Infinity, token);
		kept = { name, executionId, token };
	};
	const isTakenOver = async ({ name, token }: KeptJournal) =>
		((await lastOf(context, tokensOf(name))) ?? token) !== token;
	return {
		get kept() {
			return kept;
		},
		read,
		takeOver,
		async find() {
			const executionId = context.getExecutionId();
			// Engines that number their executions in another way have no retries.
			if (whyNoKeyStore(context) !== undefined || !/^\d+$/.test(executionId)) return [];
			const retried = retriedExecutionOf(context);
			const root = retried === undefined ? undefined : await rootOf(context, executionId, retried);
			const run = [root ?? executionId, nodeOf(context).id, runIndexOf(context)];
			const own = { name: fingerprintOf(...run).slice(0, ROW_DIGITS), executionId };
			const isNew = root === undefined && kept === undefined;
			const find = async () => {
				if (isNew && (await readRow(context, own.name)) === undefined) return [];
				kept ??= { ...own, executionId: '' };
				await takeOver();
				return await read();
			};
			if (root !== undefined) return await find();
			// In queue mode n8n begins an execution anew whose worker was killed.
			const sent = (await tried(find)) ?? [];
			kept ??= own;
			return sent;
		},
		async note(request) {
			const own = kept;
			const create = own && (await tried(async () => await noteIn(own.name, request)));
			const settle: Held['settle'] = async (end) => {
				if (create === undefined) return;
				if (end === 'free') await tried(async () => await insertRow(context, refusedRow(create.row), 1));
				else if ('job' in end) await tried(async () => await insertId(context, create, end.job.id));
			};
			if (own && (await tried(async () => await isTakenOver(own)))) {
				await settle('free');
				throw new ItemFailure('Not sent: a later run of this execution has taken over', {
					submitted: 'unknown',
					description: 'That one makes the jobs that are left: look there before you run this item again.',
				});
			}
			return { settle };
		},
	};
}

/** What the last row of a list holds; undefined where there is none. */
async function lastOf(context: IExecuteFunctions, list: string): Promise<number | undefined> {
	const count = await countRows(context, list);
	return count === 0 ? undefined : await readRow(context, rowOf(list, count));
}

async function readAll(context: IExecuteFunctions, journal: string): Promise<Sent[]> {
	const at = await readRow(context, journal);
	if (at === undefined) return [];
	const begun = begunAt(at);
	const all = Array.from({ length: await countRows(context, journal) }, (_, n) => rowOf(journal, n + 1));
	const sent = await each(all, { atATime: READ_AT_A_TIME }, async (row) => {
		const number = (await readRow(context, row)) ?? 0;
		const request = Math.floor(number / STEPS)
			.toString(16)
			.padStart(REQUEST_DIGITS, '0');
		const create = createIn(row, number, begun);
		const id = await readId(context, create);
		if (id === undefined && (await readRow(context, refusedRow(row))) !== undefined) return undefined;
		return { request, id, at: create.at };
	});
	return sent.flatMap((each) => each ?? []);
}

/** Begins a journal, unless it was, in the list of the day, by which it is found to be removed. @returns when it was begun */
async function begin(context: IExecuteFunctions, name: string): Promise<number> {
	const known = await readRow(context, name);
	if (known !== undefined) return known;
	const now = Date.now();
	const place = await append(context, dayOf(now), Infinity, parseInt(name, 16));
	const isFirst = await insertRow(context, name, now);
	if (place === 1) removeOldJournals(context, now).catch(() => undefined);
	return isFirst ? now : ((await readRow(context, name)) ?? now);
}

/** When a journal was begun, and the list of that day. */
type Begun = ReturnType<typeof begunAt>;
const begunAt = (at: number) => ({ at, day: dayOf(at) });

const createIn = (row: string, number: number, { at, day }: Begun): Create => ({
	row,
	at: at + (number % STEPS) * STEP_MS,
	day,
});

/** Removes the journals of days that are long over. */
export async function removeOldJournals(context: IExecuteFunctions, now: number): Promise<void> {
	for (let ago = KEPT_DAYS; ago <= OLD_DAYS; ago++) {
		const day = dayOf(now - ago * DAY_MS);
		await removeRows(context, day, async (row) => {
			const number = await readRow(context, row);
			if (number === undefined) return;
			const name = number.toString(16).padStart(ROW_DIGITS, '0');
			await removeRows(context, name, async (create) => await removeEnd(context, create));
			await removeRows(context, tokensOf(name));
			await deleteRow(context, name);
		});
		await removeMakers(context, day);
	}
}

const dayOf = (at: number) => `journals ${new Date(at).toISOString().slice(0, 10)}`;

const tokensOf = (journal: string) => `${journal} tokens`;
const refusedRow = (create: string) => `${create} no`;

async function removeEnd(context: IExecuteFunctions, create: string): Promise<void> {
	if (!(await removeId(context, create))) await deleteRow(context, refusedRow(create));
}
