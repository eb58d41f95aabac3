/**
 * `npm test` builds and then tests. Beside that it lints, but without ESLint, because a build and tests sometimes leave a
 * processor idle: you see its output when it ends. Words after `--` go to jest.
 */
import { run } from './runner';

/** The same files as `npm run build` writes. The linter checks the types, and reads the tests, too. */
const build = async () =>
	(await run(process.execPath, [
		'node_modules/typescript-7/bin/tsc',
		'-p',
		'tsconfig.json',
		'--noCheck',
		'--noResolve',
		'--singleThreaded',
	])) &&
	(await run('gulp', ['build', '--silent'])) &&
	(await run('n8n-generate-metadata', []));

async function lint(): Promise<boolean> {
	const passes = await run('tsx', ['test/tools/lint.ts', '--fast'], { isQuiet: true });
	console.log(`lint and types: ${passes ? 'passed' : 'FAILED'}`);
	return passes;
}

async function main(): Promise<void> {
	const linted = lint();
	const isBuilt = await build();
	// With more room for new objects, the tests take a tenth less of the processor.
	const jest = ['--max-semi-space-size=64', 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)];
	const tests = isBuilt && run(process.execPath, jest);
	const all = [await linted, await tests];
	process.exitCode = all.every(Boolean) ? 0 : 1;
}

void main();
