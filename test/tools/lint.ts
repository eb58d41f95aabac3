/**
 * `npm run lint`: the rules and the layout of every file, both at the same time; `-- --fix` mends what can be mended.
 * What has not changed since the last time is not read again.
 */
import { spawn } from 'node:child_process';
import { root } from '../support/build';

const isFixing = process.argv.includes('--fix');
const CACHE = '.cache/lint';

async function run(program: string, args: string[]): Promise<boolean> {
	const child = spawn(process.execPath, [require.resolve(program), ...args], { cwd: root, stdio: 'inherit' });
	return await new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}

const rules = async () =>
	// The content counts and not the time, so that a checkout of another branch changes nothing.
	await run('../../node_modules/eslint/bin/eslint.js', [
		...['.', '--cache', '--cache-strategy', 'content', '--cache-location', `${CACHE}/eslint`],
		...(isFixing ? ['--fix'] : []),
	]);
const layout = async () =>
	await run('../../node_modules/prettier/bin/prettier.cjs', [
		...['.', '--log-level', 'warn', '--cache', '--cache-strategy', 'content'],
		...['--cache-location', `${CACHE}/prettier`, isFixing ? '--write' : '--check'],
	]);

async function main(): Promise<void> {
	// One after the other where both write.
	const [first, second] = isFixing ? [await rules(), await layout()] : await Promise.all([rules(), layout()]);
	process.exitCode = first && second ? 0 : 1;
}

void main();
