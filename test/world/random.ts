import { hashText, Random } from '../emulator/random';

/** Draws from one number. Each part of a world has its own source, so a change in one part leaves the others alone. */
export class Draw {
	private readonly source: Random;
	constructor(seed: number, part: string) {
		this.source = new Random(hashText(part, seed));
		this.source.next();
	}
	next = (): number => this.source.next();
	chance = (probability: number): boolean => this.next() < probability;
	int = (low: number, high: number): number => this.source.int(low, high);
	pick = <T>(...all: [T, ...T[]]): T => all[this.int(0, all.length - 1)] ?? all[0];
}

/** The IDs that a process draws. */
export const randomUUIDOf = (): string => {
	const digits = Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
	return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
