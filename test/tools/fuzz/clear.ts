/** What a message never says: it was made for programs, or by one that went wrong. */
const UNCLEAR =
	/TypeError|RangeError|ReferenceError|SyntaxError|\bundefined\b|\[object \w+\]|Cannot (read|convert|set|destructure|mix)|is not (a function|iterable|defined)|Maximum call stack|Invalid time value/;

/** What has been wrong with something that was tried. */
export class Found extends Error {
	override readonly name = 'Found';
}

/** @throws Found when a text that people read is not clear, or holds a secret */
export function requireClear(said: string, secrets: readonly string[], given: string): void {
	// What a message quotes of what was given is the person's own.
	const own = UNCLEAR.exec(said)?.[0];
	if (own !== undefined && !given.includes(own)) throw new Found(`It says "${own}": ${said.slice(0, 600)}`);
	for (const secret of secrets) {
		if (said.includes(secret)) throw new Found(`It holds a secret: ${said.slice(0, 600)}`);
	}
}

/** A work that ends in time, whatever it comes to. @throws Found when it does not */
export async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Found(`It takes longer than ${seconds} seconds`)), seconds * 1_000);
	});
	return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
