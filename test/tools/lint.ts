/**
 * `npm run lint` checks the rules and the layout of every file: oxlint the types and the rules on code, ESLint n8n's rules for
 * what you publish, and oxfmt the layout. `-- --fix` corrects your files. ESLint skips files with the same content as the
 * last time, and `--fast` leaves it out.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/build';
import { run } from './runner';

const isFixing = process.argv.includes('--fix');
const fix = isFixing ? ['--fix'] : [];
const published = ['nodes', 'credentials', 'package.json'];
const cached = ['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/lint/eslint'];

async function eslint(): Promise<boolean> {
	// The scanner, whose rules ESLint has, leaves a folder behind.
	const scratch = mkdtempSync(join(tmpdir(), 'media-generation-lint-'));
	const passes = await run('eslint', [...published, ...cached, ...fix], { env: { TMPDIR: scratch } });
	rmSync(scratch, { recursive: true });
	return passes;
}

/** A comment can't switch a rule off. Only ESLint has an option for that. */
function hasNoSwitch(): boolean {
	const files = ['nodes', 'credentials', 'test'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
	);
	const switching = files.filter(
		(name) => name.endsWith('.ts') && /oxlint-(?:dis|en)able/.test(readFileSync(join(root, name), 'utf8')),
	);
	for (const name of switching) console.error(`${name}: a comment can't switch a rule off`);
	return switching.length === 0;
}

async function main(): Promise<void> {
	const all = [
		hasNoSwitch(),
		await run('oxlint', fix),
		process.argv.includes('--fast') || (await eslint()),
		await run('oxfmt', isFixing ? [] : ['--check']),
	];
	process.exitCode = all.every(Boolean) ? 0 : 1;
}

void main();
