import { randomInt } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { deleteRow, insertRow, readRow } from '../n8n/deduplication';
import { BoundedMap } from '../service/boundedMap';

/*
 * Lists of rows in n8n's store: `name 1`, `name 2` and so on, which all processes append to. There are no gaps: a row is
 * inserted only when the one before it is there. So its end is found without asking for all.
 */

/** So many rows of a list are there, as far as this process knows. */
const known = new BoundedMap<string, number>(1_000);

/**
 * Appends to a list, unless it has `most` rows.
 * @param mark what the row holds; it tells a row of ours, whose answer was lost, from one of another process
 * @returns the number of the row, which nobody else gets; undefined when the list is full
 */
export async function append(
	context: IExecuteFunctions,
	name: string,
	most: number,
	mark = randomInt(2 ** 48 - 1),
): Promise<number | undefined> {
	for (let next = (knownOf(context, name) ?? (await countRows(context, name))) + 1; next <= most;) {
		const row = rowOf(name, next);
		const isOurs = (await insertRow(context, row, mark)) || (await readRow(context, row)) === mark;
		know(context, name, next);
		if (isOurs) return next;
		next = (await countRows(context, name)) + 1;
	}
	return undefined;
}

/** How many rows a list has. From what is known it looks ahead in steps that double, and then between the last two. */
export async function countRows(context: IExecuteFunctions, name: string): Promise<number> {
	const isThere = async (row: number) => (await readRow(context, rowOf(name, row))) !== undefined;
	let there = knownOf(context, name) ?? 0;
	let step = 1;
	while (await isThere(there + step)) {
		there += step;
		step *= 2;
	}
	for (let absent = there + step; absent - there > 1;) {
		const middle = Math.floor((there + absent) / 2);
		if (await isThere(middle)) there = middle;
		else absent = middle;
	}
	know(context, name, there);
	return there;
}

/**
 * Removes a list to which nobody appends any more, from its end: a list that is left in the middle has no gaps either.
 * @param before what goes before each row, by its name
 */
export async function removeRows(
	context: IExecuteFunctions,
	name: string,
	before: (row: string) => Promise<void> = async () => {},
): Promise<void> {
	for (let row = await countRows(context, name); row > 0; row--) {
		await before(rowOf(name, row));
		await deleteRow(context, rowOf(name, row));
	}
	known.delete(placeOf(context, name));
}

/** The name of a row of a list. */
export const rowOf = (name: string, row: number) => `${name} ${row}`;

const placeOf = (context: IExecuteFunctions, name: string) => `${context.getWorkflow().id} ${name}`;

const knownOf = (context: IExecuteFunctions, name: string) => known.get(placeOf(context, name));

function know(context: IExecuteFunctions, name: string, rows: number): void {
	known.set(placeOf(context, name), Math.max(rows, knownOf(context, name) ?? 0));
}
