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
	const rows = Math.ceil(digits.length / DIGITS);
	if (rows === 0 || rows > MOST_ROWS) return undefined;
	const padded = digits.padEnd(rows * DIGITS, '0');
	const first = isUsual ? 1 : rows + 1;
	return Array.from({ length: rows }, (_, row) => {
		const number = parseInt(padded.slice(row * DIGITS, (row + 1) * DIGITS), 16);
		return row === 0 ? first * 16 ** DIGITS + number : number;
	});
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
