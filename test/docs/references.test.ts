import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/build';
import { CODE_TEXTS, explainCode, TEXTS_BY_GROUP } from '../../nodes/shared/service/failure';
import { NEXT_STEPS } from '../../nodes/shared/service/nextStep';
import { listOfReadings } from '../live/learn';
import guesses from '../live/guesses.json';
import { questions } from '../live/questions';
import report from '../../docs/live-pass.json';
import { referencePage, referencePath } from '../tools/docs/referencePage';
import { filesIn, headingsOf, page } from './pages';

/* Comments refer to sections of pages, as in `service.md: Errors, Limits`. */

/** Each comment of several lines is joined into one line. */
const files = filesIn(['nodes', 'credentials', 'test'], /^(?!test\/docs).*\.(ts|sh)$/).map(
	({ path, text }) => ({ file: path, text: text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#)[ \t]?/g, ' ') }),
);

test.each(['service', 'n8n', 'architecture'])(
	'every reference to %s.md names one of its sections',
	(name) => {
		const sections = headingsOf(page(`docs/${name}.md`));
		const references = files.flatMap(({ file, text }) =>
			[...text.matchAll(new RegExp(`\\b${name}\\.md: ([^().;:*]+)`, 'g'))].flatMap(([, names = '']) =>
				names.split(',').map((section) => ({ file, section: section.trim() })),
			),
		);
		if (name === 'service') expect(references.length).toBeGreaterThan(100);
		expect(references.filter(({ section }) => !sections.includes(section))).toEqual([]);
	},
);

test('no comment refers to a document that is not in the repository', () => {
	const foreign = /\(interface:|field notes|INTERFACE\.md|FIELD-NOTES|PLATFORM\.md|DESIGN\.md/i;
	expect(files.flatMap(({ file, text }) => (foreign.test(text) ? file : []))).toEqual([]);
});

test('the reference shows the nodes as they are (if not, run npm run docs)', () => {
	const { now, fresh } = referencePage();
	if (process.env.WRITE_REFERENCE === undefined) expect(now).toBe(fresh);
	else writeFileSync(referencePath, fresh);
});

const errorsPath = join(root, 'docs/errors.md');
const CODES = /(?<=\n\n)- `changeField`: \*\*1003[^]*?\n\n/;

/** From the data of the messages. Codes that mean the same share a text. */
function listOfCodes(): string {
	const all = [CODE_TEXTS, ...Object.values(TEXTS_BY_GROUP)].flatMap((texts) => Object.entries(texts));
	const texts = new Map<string, string>();
	for (const [code, [what]] of all) if (!texts.has(code)) texts.set(code, what);
	const steps = new Map<string, Map<string, string[]>>();
	for (const [code, what] of [...texts].sort()) {
		const { next } = explainCode(Number(code), '', 'image');
		const codes = steps.get(next) ?? new Map<string, string[]>();
		steps.set(next, codes.set(what, [...(codes.get(what) ?? []), code]));
	}
	const told = (codes: Map<string, string[]>) =>
		[...codes].map(([what, of]) => `**${of.join(', ')}** ${what}`).join('; ');
	return [...steps].map(([next, codes]) => `- \`${next}\`: ${told(codes)}\n`).join('') + '\n';
}

test('the page of errors has each next step, with the details that it takes', () => {
	const rows = Object.entries(NEXT_STEPS).map(([word, { takes = [] }]) => {
		const needs = takes.map((name) => `\`${name}\``).join(', ');
		return `\n- **\`${word}\`**${needs && ` (${needs})`}: `;
	});
	expect(rows.filter((row) => !page('docs/errors.md').text.includes(row))).toEqual([]);
});

test('the page of errors has every code, with the texts of the messages (if not, run npm run docs)', () => {
	const now = readFileSync(errorsPath, 'utf8');
	expect(now).toMatch(CODES);
	const fresh = now.replace(CODES, listOfCodes());
	if (process.env.WRITE_REFERENCE === undefined) expect(now).toBe(fresh);
	else writeFileSync(errorsPath, fresh);
});

const servicePath = join(root, 'docs/service.md');

test('the page of the service shows what a live pass found (if not, run npm run docs)', () => {
	const now = readFileSync(servicePath, 'utf8');
	const fresh = now.replace(/(?<=a switch for each:\n\n)[^]*?\n\n/, () => listOfReadings(report.answers));
	if (process.env.WRITE_REFERENCE === undefined) expect(now).toBe(fresh);
	else writeFileSync(servicePath, fresh);
});

/* guesses.json has each guess of service.md by its words before the mark. */
test('each guess of service.md has a question of the live pass, or a sentence why none can settle it', () => {
	const [, ...rest] = page('docs/service.md').text.split('*(guess)* marks our own');
	const before = rest.join('').split('*(guess)*').slice(0, -1);
	const known = Object.entries(guesses);
	const isOf = (text: string) => known.filter(([words]) => text.trimEnd().endsWith(words));
	expect(before.filter((text) => isOf(text).length !== 1).map((text) => text.slice(-60))).toEqual([]);
	expect(before).toHaveLength(known.length);
	for (const [, by] of known) expect(by.includes(' ') || by in questions).toBe(true);
});
