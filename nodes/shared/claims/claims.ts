import { hash } from 'node:crypto';
import { z } from '../zod';
import type { Environment } from '../async/environment';
import { JOB, KEPT_MS, takeOldRows, type Rows } from './store';

/*
 * Every create is claimed before it is sent. The first to take a claim may send its create. Everyone else gets its job.
 *
 * | by   | has one claim                                                                                 |
 * |------|-----------------------------------------------------------------------------------------------|
 * | key  | a node, an account and an Idempotency Key, for good                                           |
 * | call | a tool's node, an account and a request, within 15 minutes                                   |
 * | row  | a chain of retries, a node, an account, a request, and how many equal rows came before        |
 */

export const claimSchema = z.object({
	name: z.string(),
	by: z.enum(['key', 'call', 'row']),
	request: z.string(),
	/** The jobs of the earlier claims that it follows. */
	failedIds: z.array(z.string()).optional(),
});
export type Claim = z.output<typeof claimSchema>;

/** 20 hexadecimal digits. */
export const hashOf = (...parts: unknown[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 20);

export const claim = (by: Claim['by'], request: string, ...parts: unknown[]): Claim => ({
	...{ by, request },
	name: `${by === 'key' ? 'key ' : JOB}${hashOf(by, ...parts)}`,
});

/** The row that holds the root of an execution for a node, by the execution's number or token. */
export const rootRow = (execution: string, node: string): string => JOB + hashOf('root', execution, node);

/** The version of all names in a store. Raise it when one changes (CONTRIBUTING.md: Change a recorded name). */
const NAMES = 1;

/** Notes these names, and returns whether a newer version has noted others, which this one can't find. */
export async function hasNewerNames(rows: Rows): Promise<boolean> {
	await rows.insert(`names ${NAMES}`, 1);
	return (await rows.read(`names ${NAMES + 1}`)) !== undefined;
}

/** Named after a time, because a claim in doubt has no ID. A claim that is removed and taken again has another time. */
export const next = ({ by, request, name, failedIds = [] }: Claim, takenAt: number, failedId?: string) => ({
	...claim(by, request, name, takenAt),
	failedIds: failedIds.concat(failedId ?? []),
});

export interface Made {
	is: 'made';
	id: string;
	/** Milliseconds since the epoch, to the second. */
	at: number;
	isSame: boolean;
}
export type ClaimState = { is: 'free' | 'underWay' } | { is: 'inDoubt'; why: string } | Made;

export interface Mine {
	is: 'mine';
	/** Never throws. A store that fails is logged, as the create has ended already. */
	end(how: { made: string } | 'refused' | 'unknown'): Promise<void>;
}

/** Longer than a create may take (transport.ts). A create that has not ended by then was lost. n8n was killed. */
const LOST_MS = 200_000;
/** The clocks of two processes differ by less. A claim of a later time says nothing about its age. */
const SKEW_MS = 60_000;
/** A create takes seconds, as a rule. */
const LOOK_MS = 500;

/** Seconds since 2020 in 30 bits, which last until 2054, above 22 bits of the request's hash. */
const BEGIN_S = Date.UTC(2020, 0, 1) / 1_000;
const REQUESTS = 2 ** 22;
const timeOf = (number: number) => (BEGIN_S + Math.floor(number / REQUESTS)) * 1_000;
const requestBits = ({ request }: Claim) => parseInt(request.slice(0, 6), 16) % REQUESTS;

/**
 * The claims in a store. A claim has a row under its name. The ID of its job follows in rows whose first is inserted last,
 * so a row that is there means that all are. A usual create inserts three rows. All functions throw the store's error.
 */
export class Claims {
	constructor(
		private readonly rows: Rows,
		private readonly environment: Pick<Environment, 'now' | 'sleep' | 'uptime'>,
		private readonly warn: (message: string) => void,
	) {}

	async look(claim: Claim): Promise<ClaimState> {
		const number = await this.rows.read(claim.name);
		if (number === undefined) return { is: 'free' };
		const at = timeOf(number);
		const first = await this.rows.read(idRow(claim, 0));
		if (first === undefined) {
			const ageMs = this.environment.now() - at;
			if (ageMs > -SKEW_MS && ageMs < LOST_MS) return { is: 'underWay' };
			return { is: 'inDoubt', why: 'n8n ended, or its database failed, while that request was under way.' };
		}
		if (first === UNKNOWN_ID) {
			return { is: 'inDoubt', why: 'The service did not say whether it took that request.' };
		}
		const rows = [first];
		while (rows.length < rowsOf(first)) rows.push((await this.rows.read(idRow(claim, rows.length))) ?? 0);
		return { is: 'made', id: idOf(rows), at, isSame: number % REQUESTS === requestBits(claim) };
	}

	/** Also free, if the claim of another was freed meanwhile. */
	async take(claim: Claim): Promise<Mine | ClaimState> {
		const seconds = Math.floor(this.environment.now() / 1_000) - BEGIN_S;
		if (await this.rows.insert(claim.name, seconds * REQUESTS + requestBits(claim), 'ofCreate'))
			return { is: 'mine', end: async (how) => await this.end(claim, how) };
		return await this.look(claim);
	}

	/** Follows the next claims to the first taken after `since`, or to the free one at the end. */
	async newest(first: Claim, since: number): Promise<{ claim: Claim; isFree: boolean }> {
		for (let claim = first; ;) {
			const number = await this.rows.read(claim.name);
			if (number === undefined) return { claim, isFree: true };
			if (timeOf(number) > since) return { claim, isFree: false };
			claim = next(claim, timeOf(number));
		}
	}

	/** Waits for a create that is under way, until it ends or a time comes, which an outage moves. */
	async wait(claim: Claim, until: () => number): Promise<ClaimState> {
		for (;;) {
			const state = await this.look(claim);
			const ms = until() - this.environment.now();
			if (state.is !== 'underWay' || ms <= 0) return state;
			await this.environment.sleep(Math.min(LOOK_MS, ms));
		}
	}

	private async end(claim: Claim, how: Parameters<Mine['end']>[0]): Promise<void> {
		try {
			if (how === 'refused') await this.rows.remove(claim.name);
			else {
				const numbers = (how !== 'unknown' && numbersOf(how.made)) || [UNKNOWN_ID];
				for (const [row, number] of [...numbers.entries()].reverse()) {
					await this.rows.insert(idRow(claim, row), number);
				}
			}
		} catch (error) {
			const id = typeof how === 'string' ? how : how.made;
			this.warn(`The end of a create (${id}) could not be stored: ${String(error)}`);
		}
		for (const name of takeOldRows(this.rows.store, this.environment.uptime())) {
			await this.removeOld(name).catch(() => undefined);
		}
	}

	/** Its claim may have been taken again since, or a clock was wrong. A root or a place is no time, and counts as old. */
	private async removeOld(name: string): Promise<void> {
		const number = await this.rows.read(name);
		if (number === undefined || this.environment.now() - timeOf(number) <= KEPT_MS) return;
		const first = await this.rows.read(idRow({ name }, 0));
		const count = first === undefined ? 0 : Math.max(1, rowsOf(first));
		for (let row = count - 1; row >= 0; row--) await this.rows.remove(idRow({ name }, row));
		await this.rows.remove(name);
	}
}

const idRow = ({ name }: Pick<Claim, 'name'>, row: number) => `${name} ${row}`;

/*
 * A row of n8n's store holds a number of 52 bits: 13 hexadecimal digits. The ID of a job takes 12 digits a row; the first
 * digit of the first row says how to read them.
 *
 * | first digit | the ID                                                                |
 * |-------------|-----------------------------------------------------------------------|
 * | 0           | unknown: the service may have taken the request                       |
 * | 1           | 24 hexadecimal digits, as the service's IDs have, in two rows         |
 * | 2 to 15     | UTF-8 in 1 to 14 rows of six bytes, filled up with zero bytes         |
 */

const DIGITS = 12;
const USUAL = /^[0-9a-f]{24}$/;
const MOST_ROWS = 14;
export const UNKNOWN_ID = 0;

/** Undefined for an ID of more than 84 bytes. */
export function numbersOf(id: string): number[] | undefined {
	const isUsual = USUAL.test(id);
	const digits = isUsual ? id : Buffer.from(id).toString('hex');
	const rows = digits.match(/.{1,12}/g) ?? [];
	if (rows.length === 0 || rows.length > MOST_ROWS) return undefined;
	const first = (isUsual ? 1 : rows.length + 1).toString(16);
	return rows.map((row, index) => parseInt((index === 0 ? first : '') + row.padEnd(DIGITS, '0'), 16));
}

/** 0 for an unknown ID. */
export function rowsOf(first: number): number {
	const digit = Math.floor(first / 16 ** DIGITS);
	return digit < 2 ? digit * 2 : digit - 1;
}

export function idOf(numbers: readonly number[]): string {
	const [first = 0] = numbers;
	const digits = numbers.map((number) => (number % 16 ** DIGITS).toString(16).padStart(DIGITS, '0')).join('');
	if (Math.floor(first / 16 ** DIGITS) === 1) return digits;
	return Buffer.from(digits, 'hex').toString().replace(/\0+$/, '');
}
