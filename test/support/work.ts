/**
 * Characters of the longest text. Quadratic work shows at this length as well as at a megabyte, which takes minutes.
 * WORST_TEXT=1000000 tries a megabyte.
 */
const LONGEST = Number(process.env.WORST_TEXT ?? 160_000);

/**
 * Milliseconds of work that do not count on a busy machine, so shorter work is not measured further. Quadratic work
 * takes seconds for the longest text.
 */
const NOTHING = 1_000;

/** The limit of growth. Quadratic work takes 64 times as long for a text of eight times the length. */
const MOST_GROWTH = 32;

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
