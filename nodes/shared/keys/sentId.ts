import type { IExecuteFunctions } from 'n8n-workflow';
import { deleteRow } from '../n8n/deduplication';
import { BoundedMap } from '../service/boundedMap';
import { digitsInRow, digitsOfId, idIn, insertDigits, MOST_ROWS, readDigits, rowsOf, sha256 } from './digits';
import { append, removeRows, rowOf } from './list';

/*
 * The ID of a create in the journal: one row as a rule. IDs of the service tell their time in seconds; their maker, digits
 * that all IDs of one process of the service share; and a counter. The makers are a list for each day, by which the row is
 * short. Any other ID is stored whole, in several rows, of which the first is inserted last.
 */

/** A create in the journal. */
export interface Create {
	row: string;
	/** Milliseconds since the epoch, as the row tells them. */
	at: number;
	/** The list of the day on which the journal was begun. */
	day: string;
}

/** Seconds since the epoch, the maker, a counter. */
const ID = /^([0-9a-f]{8})([0-9a-f]{10})([0-9a-f]{6})$/;
/** One row, a checksum, the place of the maker, seconds from some before the create on, the counter. */
const SHORT = /^1(.)(..)(...)(.{6})$/;
const MOST_MAKERS = 0xff;
const MOST_SECONDS = 0xfff;
/** The clock of the service may be behind. */
const SECONDS_BEFORE = 1_000;

/** Where this process has put makers into the lists of days. */
const places = new BoundedMap<string, number>(1_000);

const makersOf = (day: string) => `${day} makers`;
const makerDigits = (maker: string) => maker + sha256(maker).slice(0, 3);
const checkOf = (id: string) => sha256(id).slice(0, 1);
const secondsOf = ({ at }: Create) => Math.floor(at / 1_000) - SECONDS_BEFORE;
const idRow = ({ row }: Pick<Create, 'row'>, n: number) => `${row} ${n}`;

export async function insertId(context: IExecuteFunctions, create: Create, id: string): Promise<void> {
	const digits = (await shorten(context, create, id)) ?? digitsOfId(id) ?? '';
	await insertDigits(context, (row) => idRow(create, row), digits);
}

/** @returns undefined when there is none that can be read */
export async function readId(context: IExecuteFunctions, create: Create): Promise<string | undefined> {
	const digits = await readDigits(context, (row) => idRow(create, row), 'alone');
	if (digits === undefined) return undefined;
	return SHORT.test(digits) ? await lengthen(context, create, digits) : idIn(digits);
}

/** @returns whether there was one */
export async function removeId(context: IExecuteFunctions, row: string): Promise<boolean> {
	const first = await digitsInRow(context, idRow({ row }, 0));
	// Of an ID that was never there whole any row may be.
	const rows = first === undefined ? MOST_ROWS : rowsOf(first, 'alone');
	for (let n = rows - 1; n >= 0; n--) await deleteRow(context, idRow({ row }, n));
	return first !== undefined;
}

/** Removes the makers of a day, after its journals. */
export async function removeMakers(context: IExecuteFunctions, day: string): Promise<void> {
	await removeRows(context, makersOf(day));
}

/** The digits of a row; undefined for an ID that has to be stored whole. */
async function shorten(context: IExecuteFunctions, create: Create, id: string): Promise<string | undefined> {
	const [, time = '', maker = '', counter = ''] = ID.exec(id) ?? [];
	const seconds = parseInt(time, 16) - secondsOf(create);
	if (!(seconds >= 0 && seconds <= MOST_SECONDS)) return undefined;
	const place = await placeOf(context, create.day, maker).catch(() => undefined);
	if (place === undefined) return undefined;
	return `1${checkOf(id)}${hex(place, 2)}${hex(seconds, 3)}${counter}`;
}

async function lengthen(
	context: IExecuteFunctions,
	create: Create,
	digits: string,
): Promise<string | undefined> {
	const [, check, place = '', seconds = '', counter = ''] = SHORT.exec(digits) ?? [];
	const stored = await digitsInRow(context, rowOf(makersOf(create.day), parseInt(place, 16)));
	const maker = stored?.slice(0, 10) ?? '';
	const id = hex(secondsOf(create) + parseInt(seconds, 16), 8) + maker + counter;
	return stored === makerDigits(maker) && check === checkOf(id) ? id : undefined;
}

/** The place of a maker in the list of a day, which it is put into; undefined when the list is full. */
async function placeOf(context: IExecuteFunctions, day: string, maker: string): Promise<number | undefined> {
	const key = `${context.getWorkflow().id} ${day} ${maker}`;
	const known = places.get(key);
	if (known !== undefined) return known;
	const place = await append(context, makersOf(day), MOST_MAKERS, parseInt(makerDigits(maker), 16));
	if (place !== undefined) places.set(key, place);
	return place;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
