/**
 * `npm run lint` checks the rules and the layout of every file at the same time. `-- --fix` corrects both, one after the
 * other. It skips files that have not changed since the last time. It compares their content and not their time, so you can
 * switch branches.
 */
import { run } from './runner';

const isFixing = process.argv.includes('--fix');
const cached = (name: string) => `--cache --cache-strategy content --cache-location .cache/lint/${name}`;
const eslint = `node_modules/eslint/bin/eslint.js . ${cached('eslint')}${isFixing ? ' --fix' : ''}`;
const prettier = `node_modules/prettier/bin/prettier.cjs . --log-level warn ${cached('prettier')}`;

async function main(): Promise<void> {
	const rules = run(process.execPath, eslint.split(' '));
	if (isFixing) await rules;
	const layout = run(process.execPath, [...prettier.split(' '), isFixing ? '--write' : '--check']);
	process.exitCode = (await rules) && (await layout) ? 0 : 1;
}

void main();
