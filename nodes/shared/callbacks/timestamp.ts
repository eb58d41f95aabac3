/** Thirteen digits: milliseconds from the year 2001 to 2286. */
const MILLISECONDS = /^[1-9]\d{12}$/;
const DIGITS = 13;
/** A sender may take the time as the nonce, too. */
const SAME_MS = 60_000;

/** Whether a text is a time in milliseconds since the epoch, as a callback carries it. */
export function isTimestamp(text: string): boolean {
	return MILLISECONDS.test(text);
}

/**
 * Whether timestamp and nonce are as their sender wrote them. The signature covers the two joined without a separator,
 * so the same digits, cut elsewhere or swapped, have the same signature. When two readings are possible, the one whose
 * time is nearer to now, by a minute at least, is taken as the sender's.
 * @param now milliseconds since the epoch
 */
export function isSendersReading(timestamp: string, nonce: string, now: number): boolean {
	const joined = join(timestamp, nonce);
	const distance = Math.abs(Number(timestamp) - now);
	const cuts: ReadonlyArray<readonly [time: string, rest: string]> = [
		[joined.slice(0, DIGITS), joined.slice(DIGITS)],
		[joined.slice(-DIGITS), joined.slice(0, -DIGITS)],
	];
	return cuts.every(
		([time, rest]) =>
			!isTimestamp(time) || join(time, rest) !== joined || Math.abs(Number(time) - now) >= distance - SAME_MS,
	);
}

const join = (timestamp: string, nonce: string) => [timestamp, nonce].sort().join('');
