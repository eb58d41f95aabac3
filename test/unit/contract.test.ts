import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractOf, contractText, readContract, type Contract } from '../support/contract';
import { listedNodes } from '../support/operations';

/*
 * A change of what is in contract.txt changes people's workflows: add, do not alter. `npm run docs` writes down what was
 * added. Only what was never published may be taken out of the file, by hand.
 */

const FILE = join(__dirname, 'contract.txt');
const known = readContract(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '');
const there = Object.fromEntries(
	listedNodes().map(({ type }) => [type.description.name, contractOf(type.description)]),
);

/** The facts of one that are not in the other, each with the operations that lack it. */
function missing(from: Contract = {}, of: Contract = {}): string[] {
	return Object.entries(of).flatMap(([fact, places]) => {
		const lacking = places.filter((place) => !from[fact]?.includes(place));
		return lacking.length > 0 ? [`${lacking.join(' ')}: ${fact}`] : [];
	});
}

test.each(Object.keys({ ...known, ...there }).sort())(
	'nothing that workflows rely on is gone from %s',
	(name) => {
		expect(missing(there[name], known[name])).toEqual([]);
	},
);

test('a fact that is changed, gone, or gone from one operation is noticed, and one that is added is not', () => {
	const before = { 'size: number 1': ['swap', 'make'], 'size takes 2': ['swap'] };
	expect(missing({ ...before, 'more: string ""': ['swap'] }, before)).toEqual([]);
	expect(missing({ ...before, 'size: number 1': ['swap', 'make', 'get'] }, before)).toEqual([]);
	expect(missing({ ...before, 'size: number 1': ['swap'] }, before)).toEqual(['make: size: number 1']);
	expect(missing({ 'size: number 2': ['swap', 'make'] }, before)).toEqual([
		'swap make: size: number 1',
		'swap: size takes 2',
	]);
});

// Both what was known and what is there: nothing is taken out.
if (process.env.WRITE_CONTRACT !== undefined) {
	afterAll(() => {
		const all = Object.keys({ ...known, ...there }).sort();
		const both = all.map((name) => [name, union(known[name], there[name])]);
		writeFileSync(FILE, contractText(Object.fromEntries(both)));
	});
}

function union(one: Contract = {}, other: Contract = {}): Contract {
	const facts = Object.keys({ ...one, ...other }).sort();
	return Object.fromEntries(
		facts.map((fact) => [fact, [...new Set([...(one[fact] ?? []), ...(other[fact] ?? [])])]]),
	);
}
