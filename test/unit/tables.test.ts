import { waitMethods } from '../../nodes/shared/async/waitMethods';
import { pairings } from '../../nodes/shared/faces/pairFaces';
import { settingsOfCreates } from '../../nodes/shared/operation/defineOperation';
import { NEXT_STEPS } from '../../nodes/shared/service/nextStep';
import { STATUSES } from '../../nodes/shared/service/statuses';
import { filesIn } from '../docs/pages';

/* A word that decides stands in one table, so that a new word is one entry. */

const valuesOf = (table: ReadonlyArray<{ value: string }>) => table.map(({ value }) => value);
const tables: ReadonlyArray<[words: readonly string[], file: string]> = [
	[Object.keys(STATUSES), 'service/statuses.ts'],
	[Object.keys(NEXT_STEPS), 'service/nextStep.ts'],
	[Object.keys(settingsOfCreates), 'operation/settings.ts'],
	[valuesOf(waitMethods), 'async/waitMethods.ts'],
	[valuesOf(pairings), 'faces/pairFaces.ts'],
];

const sources = filesIn(['nodes'], /\.ts$/);

/** In brackets, as the cases of a union or a switch, and as comparisons that are joined. */
const LISTS =
	/\[[^[\]{}()]*\]|(?:[=!]== '\w+'[^';]{0,60}(?:\|\||&&)[^';]{0,60}){1,9}[=!]== '\w+'|'\w+'(?:\s*\| '\w+')+|(?:case '\w+':\s*){2,}/g;

const listsOf = (words: readonly string[], source: string) =>
	(source.match(LISTS) ?? []).filter((list) => words.filter((word) => list.includes(`'${word}'`)).length > 1);

test.each(tables)('no list repeats words of the table %j', (words, file) => {
	const [one, other] = words;
	const planted = [
		...[`new Set(['${one}', '${other}'])`, `type Some = '${one}' | '${other}';`],
		...[`a === '${one}' ||\n\tb.some === '${other}'`, `case '${one}':\n\tcase '${other}': return;`],
	];
	expect(planted.flatMap((source) => listsOf(words, source))).toHaveLength(planted.length);
	const others = sources.filter(({ path }) => path !== `nodes/shared/${file}`);
	expect(others.flatMap(({ text }) => listsOf(words, text))).toEqual([]);
});
