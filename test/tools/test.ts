/**
 * `npm test` builds and then tests. Beside that it lints, but without ESLint, and checks the types, because a build and
 * tests sometimes leave a processor idle: you see their output when they end. Words after `--` go to jest.
 */
import { run } from './runner';

const TSC = 'node_modules/typescript-7/bin/tsc';

/** The same files as `npm run build` writes. The check of the types has its own run, which also reads the tests. */
const build = async () =>
	(await run(process.execPath, [
		TSC,
		'-p',
		'tsconfig.json',
		'--noCheck',
		'--noResolve',
		'--singleThreaded',
	])) &&
	(await run('gulp', ['build', '--silent'])) &&
	(await run('n8n-generate-metadata', []));

async function check(name: string, passing: Promise<boolean>): Promise<boolean> {
	const passes = await passing;
	console.log(`${name}: ${passes ? 'passed' : 'FAILED'}`);
	return passes;
}

/** One after the other: each of them reads all of n8n's types. */
async function checkText(): Promise<boolean> {
	const lint = await check('lint', run('tsx', ['test/tools/lint.ts', '--fast'], { isQuiet: true }));
	const types = [TSC, '-p', 'test/tsconfig.json', '--incremental', 'false', '--singleThreaded'];
	return (await check('types', run(process.execPath, types, { isQuiet: true }))) && lint;
}

async function main(): Promise<void> {
	const textPasses = checkText();
	const isBuilt = await check('build', build());
	// With more room for new objects, the tests take a tenth less of the processor.
	const jest = ['--max-semi-space-size=64', 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)];
	const tests = isBuilt && run(process.execPath, jest);
	const all = [await textPasses, await tests];
	process.exitCode = all.every(Boolean) ? 0 : 1;
}

void main();
