import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../support/build';
import type { Mutation } from './mutations';

/** What is known of a mutation. `ended`: the tests took longer than they may, and may well do so without it. */
export type Fate = 'compiles' | 'does not compile' | 'caught' | 'ended' | 'survived';

export interface Entry extends Pick<Mutation, 'id' | 'file' | 'line' | 'kind' | 'before' | 'after'> {
	fate: Fate;
	/** The tests that failed. */
	by: string[];
	seconds: number;
}

/** What was tried, kept in a file, so that a run goes on where the one before was ended. */
export class Journal {
	readonly entries = new Map<string, Entry>();

	constructor(readonly path: string) {
		mkdirSync(dirname(path), { recursive: true });
		const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
		for (const line of lines.filter((each) => each !== '')) {
			const entry = JSON.parse(line) as Entry;
			this.entries.set(entry.id, entry);
		}
	}

	add({ id, file, line, kind, before, after }: Mutation, fate: Fate, by: string[] = [], seconds = 0): void {
		const entry = { id, file, line, kind, before, after, fate, by, seconds };
		this.entries.set(id, entry);
		appendFileSync(this.path, `${JSON.stringify(entry)}\n`);
	}
}

/** Mutations that change nothing that anyone could see, each with its reason: by file, what stood there, and what stands there instead. */
interface Equivalent {
	file: string;
	before: string;
	after: string;
	reason: string;
}

export function readEquivalents(): (
	mutation: Pick<Mutation, 'file' | 'before' | 'after'>,
) => string | undefined {
	const path = join(root, 'test/tools/mutations/equivalent.json');
	const all = JSON.parse(readFileSync(path, 'utf8')) as Equivalent[];
	return ({ file, before, after }) =>
		all.find((each) => each.file === file && each.before === before && each.after === after)?.reason;
}
