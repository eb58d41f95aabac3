import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitMethods } from '../../nodes/shared/async/waitMethods';
import { pairings } from '../../nodes/shared/faces/pairFaces';
import { STATUSES } from '../../nodes/shared/service/statuses';
import { root } from '../support/build';

/* A word that decides stands in one table, so that a new word is one entry. */

const tables: Record<string, { file: string; words: readonly string[] }> = {
	statuses: { file: 'nodes/shared/service/statuses.ts', words: Object.keys(STATUSES) },
	'ways to wait': { file: 'nodes/shared/async/waitMethods.ts', words: waitMethods.map(({ value }) => value) },
	'ways to choose faces': {
		file: 'nodes/shared/faces/pairFaces.ts',
		words: pairings.map(({ value }) => value),
	},
};

const sources = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.ts'))
	.map((name) => `nodes/${name}`);

/** Lists in brackets, cases of a union, and comparisons that are joined. */
const LISTS =
	/\[[^[\]{}()]*\]|(?:[=!]== '\w+'[^'\n]{0,40}(?:\|\||&&)[^'\n]{0,40}){1,9}[=!]== '\w+'|'\w+'(?: \| '\w+')+/g;

test.each(Object.entries(tables))('no list repeats words of the table of %s', (_, { file, words }) => {
	const repeated = sources.flatMap((path) => {
		if (path === file) return [];
		const lists = readFileSync(join(root, path), 'utf8').match(LISTS) ?? [];
		return lists.filter((list) => words.filter((word) => list.includes(`'${word}'`)).length > 1);
	});
	expect(repeated).toEqual([]);
});
