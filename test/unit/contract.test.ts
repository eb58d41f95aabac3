import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { listedNodes } from '../support/operations';

/*
 * People's workflows rely on contract.txt, so add lines and don't alter them. `npm run docs` adds the new lines. Remove a
 * line by hand, and only if it was never published.
 */

/** A node, a credential, a field, a group of fields, a way to give a value, or a choice. */
interface Part {
	name: string;
	value?: unknown;
	displayOptions?: { show?: Record<string, unknown>; hide?: unknown };
	/** The parts that n8n keeps, checks or calls, without the texts of the screen. */
	[kept: string]: unknown;
	properties?: Part[];
	options?: Part[];
	values?: Part[];
	modes?: Part[];
}
const KEPT = 'type default required noDataExpression typeOptions defaults version credentials webhooks'.split(
	' ',
);

/** A line for each part that workflows rely on, with its operation and its other conditions in its path. */
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

test('every part that workflows rely on exists, and only once', () => {
	expect(known.filter((fact) => !facts.includes(fact))).toEqual([]);
	expect(facts.filter((fact, index) => facts.indexOf(fact) < index)).toEqual([]);
});

if (process.env.WRITE_CONTRACT !== undefined) {
	afterAll(() => writeFileSync(FILE, `${[...new Set([...known, ...facts])].sort().join('\n')}\n`));
}
