import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { listedNodes } from '../support/operations';

/*
 * A change of what is in contract.txt changes people's workflows: add, do not alter. `npm run docs` writes down what was
 * added. Only what was never published may be taken out of the file, by hand.
 */

/** A node, a credential, a field, a group of fields, a way to give a value, or a choice. */
interface Part {
	name: string;
	value?: unknown;
	displayOptions?: { show?: Record<string, unknown>; hide?: unknown };
	/** What n8n keeps, checks or calls, and not the texts of the screen. */
	[kept: string]: unknown;
	properties?: Part[];
	options?: Part[];
	values?: Part[];
	modes?: Part[];
}
const KEPT = 'type default required noDataExpression typeOptions defaults version credentials webhooks'.split(
	' ',
);

/** What workflows rely on, a line for each part, with its operation and its other conditions in its path. */
function factsOf(part: Part, path: string): string[] {
	const { show: { resource, operation, ...when } = {}, hide } = part.displayOptions ?? {};
	const condition = JSON.stringify({ ...when, hide }).replace('{}', '');
	const place = [path, resource, operation, part.value ?? part.name].filter((name) => name !== undefined);
	const here = `${place.map(String).join('/')}${condition}`;
	const { properties = [], options = [], values = [], modes = [] } = part;
	return [
		`${here} ${JSON.stringify(Object.fromEntries(KEPT.map((key) => [key, part[key]])))}`,
		...[properties, options, values, modes].flat().flatMap((each) => factsOf(each, here)),
	];
}

const FILE = join(__dirname, 'contract.txt');
const known = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
const types = [new MediaGenerationApi(), ...listedNodes().map(({ type }) => type.description)];
const parts: Part[] = JSON.parse(JSON.stringify(types));
const facts = parts.flatMap((part) => factsOf(part, ''));

test('nothing that workflows rely on is gone, or there twice', () => {
	expect(known.filter((fact) => !facts.includes(fact))).toEqual([]);
	expect(facts.filter((fact, index) => facts.indexOf(fact) < index)).toEqual([]);
});

if (process.env.WRITE_CONTRACT !== undefined) {
	afterAll(() => writeFileSync(FILE, `${[...new Set([...known, ...facts])].sort().join('\n')}\n`));
}
