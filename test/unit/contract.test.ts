import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { contractOf } from '../support/contract';
import { listedNodes } from '../support/operations';

/*
 * People's workflows rely on contract.txt, so add lines and don't alter them. `npm run docs` adds the new lines. Remove a
 * line by hand, and only if it was never published.
 */

const FILE = join(__dirname, 'contract.txt');
const known = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
const isWritten = process.env.WRITE_CONTRACT !== undefined;
const facts = contractOf([new MediaGenerationApi(), ...listedNodes().map(({ type }) => type)]);

test('every part that workflows rely on exists, once, and no other part', () => {
	expect(known.filter((fact) => !facts.includes(fact))).toEqual([]);
	if (!isWritten) expect(facts.filter((fact) => !known.includes(fact))).toEqual([]);
	expect(facts.filter((fact, index) => facts.indexOf(fact) < index)).toEqual([]);
});

if (isWritten) {
	afterAll(() => writeFileSync(FILE, `${[...new Set([...known, ...facts])].sort().join('\n')}\n`));
}
