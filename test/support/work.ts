/**
 * Characters of the longest text. Quadratic work shows at this length as well as at a megabyte, which takes minutes.
 * WORST_TEXT=1000000 tries a megabyte.
 */
export const LONGEST = Number(process.env.WORST_TEXT ?? 160_000);

/**
 * Milliseconds of work that do not count on a busy machine, so shorter work is not measured further. Quadratic work
 * takes seconds for the longest text.
 */
const NOTHING = 1_000;

/** The limit of growth. Quadratic work takes 64 times as long for a text of eight times the length. */
const MOST_GROWTH = 32;

/** Texts that are the slowest for patterns and loops, each made for a length. */
export const worstTexts: Record<string, (length: number) => string> = Object.fromEntries(
	[
		...['a', '1', ' ', '://', '://a@', 'http://?', '"', '[', '{"a":', '<title', '<script', '/', '1,2:', '1.'],
		...['%', 'filename="', '…', '\u{1f600}'],
	]
		.map((piece): [string, (length: number) => string] => [
			JSON.stringify(piece),
			(length) => piece.repeat(Math.ceil(length / piece.length)),
		])
		.concat([
			['an international host', (length) => `https://${manyLetters(length)}.com/`],
			['a host of accents', (length) => `https://a${'\u0301\u0323'.repeat(length / 2)}.com/`],
			['an address with slashes', (length) => `https://example.com/${'/'.repeat(length)}b`],
			['an address with a long query', (length) => `https://example.com/?${'a'.repeat(length)}`],
			['a web socket with slashes', (length) => `wss://example.com/${'/'.repeat(length)}b`],
			['digits and a letter', (length) => `${'1'.repeat(length)}x`],
			['a letter in spaces', (length) => `x${' '.repeat(length)}x`],
			['a list of texts', (length) => JSON.stringify(Array(Math.ceil(length / 6)).fill('abc'))],
			[
				'a list of addresses',
				(length) =>
					Array(Math.ceil(length / 14))
						.fill('http://a.b/c?d')
						.join(','),
			],
			['ids', (length) => Array.from({ length: length / 7 }, (_, index) => index + 100_000).join(',')],
		]),
);

function manyLetters(length: number): string {
	return Array.from({ length }, (_, index) => String.fromCharCode(0x4e00 + (index % 20_000))).join('');
}

/**
 * Whether the work for a text grows no faster than its length. It measures processor time without the making of the
 * input, if there is enough to measure. Short texts come first, so quadratic work shows before it takes minutes.
 */
export function growsWithLength<Input>(
	inputOf: (length: number) => Input,
	work: (input: Input) => unknown,
): boolean {
	let short = inputOf(LONGEST / 512);
	for (const length of [LONGEST / 64, LONGEST / 8, LONGEST]) {
		const long = inputOf(length);
		const isTooMuch = () =>
			least(() => work(long)) >
			MOST_GROWTH *
				Math.max(
					least(() => work(short)),
					1,
				);
		if (timeOf(() => work(long)) > NOTHING && isTooMuch()) return false;
		short = long;
	}
	return true;
}

const least = (work: () => unknown) => Math.min(...Array.from({ length: 3 }, () => timeOf(work)));

/** In milliseconds of the processor. */
export function timeOf(work: () => unknown): number {
	const before = process.cpuUsage();
	try {
		work();
	} catch {
		// A refused text took its time as well.
	}
	return process.cpuUsage(before).user / 1_000;
}
