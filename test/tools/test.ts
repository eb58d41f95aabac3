/**
 * `npm test` first builds, because tests use the build, and lints at the same time. Then it checks the types during the
 * tests, which sometimes leave a processor idle. Words after `--` go to jest. The output of lint and types comes when they end.
 */
import { run, runScript } from './runner';

async function check(name: string): Promise<boolean> {
	const passes = await runScript(name, { isQuiet: true });
	console.log(`${name}: ${passes ? 'passed' : 'FAILED'}`);
	return passes;
}

async function main(): Promise<void> {
	const lint = check('lint');
	const isBuilt = await check('build');
	const types = check('types');
	const jest = ['node_modules/jest/bin/jest.js', ...process.argv.slice(2)];
	const all = [isBuilt && (await run(process.execPath, jest)), await lint, await types];
	process.exitCode = all.every(Boolean) ? 0 : 1;
}

void main();
