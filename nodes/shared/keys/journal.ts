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
 * Whoever goes on with a journal appends a row of no request, and reads it after that: a fencing token. A run inserts each
 * of its rows right behind the last one that it knows, before it sends. So a retry that still runs while the execution is
 * retried once more, or a worker that n8n has given up, either has its create read, or finds the token and sends nothing.
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

/** What a run keeps of its journal: under which name it is in the store, and the last row that the run knows. */
export const keptJournal = z.object({ name: z.string(), lastRow: z.number() });

export interface Journal {
	/** What is to be kept of it; undefined where there is none, or it is not known yet. */
	readonly kept: z.output<typeof keptJournal> | undefined;
	/**
	 * Finds the journal of a run that begins: that of the execution which this one is a retry of, or its own.
	 * @returns what was sent before, by whatever execution goes on with it
	 * @throws n8n's error when a retry can't read it
	 */
	find(): Promise<Sent[]>;
	/**
	 * Goes on with it: nobody else creates anything for the run from now on.
	 * @returns all creates that were noted, in their order, but those that the service did not take
	 * @throws n8n's error
	 */
	takeOver(): Promise<Sent[]>;
	/**
	 * Notes a create that is about to be sent. An error of the store goes to the log.
	 * @throws ItemFailure when another run goes on with the journal
	 */
	note(request: string): Promise<Held>;
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
export function openJournal(context: IExecuteFunctions, known: Journal['kept']): Journal {
	const inTurn = createLimit(1);
	let { name, lastRow } = known ?? { name: undefined, lastRow: 0 };
	let begun: Begun | undefined;
	/** What was inserted when the store failed, and may be there. */
	let lost: number | undefined;
	const tried = async <T>(use: () => Promise<T>): Promise<T | undefined> =>
		await use().catch((error: unknown) => {
			context.logger.warn(`A create could not be noted in the store of n8n: ${asError(error).message}`);
			return undefined;
		});
	/** Inserts a row behind the last one; false when there is one of somebody else. */
	const insertNext = async (journal: string, number: number): Promise<boolean> => {
		const row = rowOf(journal, lastRow + 1);
		const there = (await insertRow(context, row, number)) ? number : await readRow(context, row);
		if (there !== number && there !== lost) return false;
		lastRow += 1;
		return there === number || (await insertNext(journal, number));
	};
	const write = async (journal: string, request: string): Promise<Create | 'takenOver'> => {
		if (begun === undefined) {
			const { at, isOurs } = await begin(context, journal);
			// One that nobody has gone on with is begun by whoever writes its first row.
			if (!isOurs && lastRow === 0) return 'takenOver';
			// One that was removed, after eight days, begins anew.
			if (isOurs) lastRow = 0;
			begun = begunAt(at);
		}
		const step = Math.min(STEPS - 1, Math.floor((Date.now() - begun.at) / STEP_MS));
		const number = parseInt(request, 16) * STEPS + Math.max(0, step);
		const isOurs = await insertNext(journal, number).catch((error: unknown) => {
			lost = number;
			throw asError(error);
		});
		return isOurs ? createIn(rowOf(journal, lastRow), number, begun) : 'takenOver';
	};
	const takeOver = async () => {
		if (name === undefined) return [];
		begun ??= begunAt((await begin(context, name)).at);
		lastRow = (await append(context, name, Infinity, randomInt(STEPS))) ?? lastRow;
		return await readJournal(context, name);
	};
	return {
		get kept() {
			return name === undefined ? undefined : { name, lastRow };
		},
		takeOver,
		async find() {
			const executionId = context.getExecutionId();
			// Engines that number their executions in another way have no retries.
			if (whyNoKeyStore(context) !== undefined || !/^\d+$/.test(executionId)) return [];
			const retried = retriedExecutionOf(context);
			const root = retried === undefined ? undefined : await rootOf(context, executionId, retried);
			const run = [root ?? executionId, nodeOf(context).id, runIndexOf(context)];
			const journal = (name ??= fingerprintOf(...run).slice(0, ROW_DIGITS));
			if (root !== undefined) return await takeOver();
			// In queue mode n8n begins an execution anew whose worker was killed.
			const hasBegun = async () => (await readRow(context, journal)) !== undefined;
			return (await tried(async () => ((await hasBegun()) ? await takeOver() : []))) ?? [];
		},
		async note(request) {
			const journal = name;
			if (journal === undefined) return { settle: async () => {} };
			const create = await tried(async () => await inTurn(async () => await write(journal, request)));
			if (create === 'takenOver') {
				throw new ItemFailure('Not sent: a later run of this execution has taken over', {
					submitted: 'unknown',
					description: 'That one makes the jobs that are left: look there before you run this item again.',
				});
			}
			return {
				async settle(end) {
					if (create === undefined) return;
					if (end === 'free') await tried(async () => await insertRow(context, refusedRow(create.row), 1));
					else if ('job' in end) await tried(async () => await insertId(context, create, end.job.id));
				},
			};
		},
	};
}

/** All creates that were noted in a journal, in their order, but those that the service did not take. @throws n8n's error */
export async function readJournal(context: IExecuteFunctions, journal: string): Promise<Sent[]> {
	const at = await readRow(context, journal);
	if (at === undefined) return [];
	const begun = begunAt(at);
	const all = Array.from({ length: await countRows(context, journal) }, (_, n) => rowOf(journal, n + 1));
	const sent = await each(all, { atATime: READ_AT_A_TIME }, async (row) => {
		const number = (await readRow(context, row)) ?? 0;
		// Somebody has gone on with it.
		if (number < STEPS) return undefined;
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

/**
 * Begins a journal, unless it was, in the list of the day, by which it is found to be removed.
 * @returns when it was begun, and whether by this
 */
async function begin(context: IExecuteFunctions, name: string): Promise<{ at: number; isOurs: boolean }> {
	const known = await readRow(context, name);
	if (known !== undefined) return { at: known, isOurs: false };
	const now = Date.now();
	const place = await append(context, dayOf(now), Infinity, parseInt(name, 16));
	if (place === 1) removeOldJournals(context, now).catch(() => undefined);
	const at = (await insertRow(context, name, now)) ? now : ((await readRow(context, name)) ?? now);
	return { at, isOurs: at === now };
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
			await deleteRow(context, name);
		});
		await removeMakers(context, day);
	}
}

const dayOf = (at: number) => `journals ${new Date(at).toISOString().slice(0, 10)}`;

const refusedRow = (create: string) => `${create} no`;

async function removeEnd(context: IExecuteFunctions, create: string): Promise<void> {
	if (!(await removeId(context, create))) await deleteRow(context, refusedRow(create));
}
