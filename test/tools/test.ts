/**
 * `npm test` first builds, because tests use the build, and lints at the same time. Then it checks the types during the
 * tests, which sometimes leave a processor idle. Words after `--` go to jest. The output of lint comes when it ends.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../support/build';
import { run, runScript } from './runner';

const isOfPackage = (path: string) => /^(?:nodes|credentials)\//.test(path.slice(root.length + 1));

/** The tests and the source. A build and a check of their own would both read n8n's types. */
function readProgram(): ts.Program {
	const { readFile } = ts.sys;
	const { config } = ts.readConfigFile(join(root, 'test/tsconfig.json'), (path) => readFile(path));
	const once = { noEmit: false, incremental: false, tsBuildInfoFile: undefined, outDir: join(root, 'dist') };
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'test'), once);
	return ts.createProgram(fileNames, options);
}

/** Writes the JavaScript of the source, and of no test. */
function compile(program: ts.Program): void {
	for (const file of program.getSourceFiles()) if (isOfPackage(file.fileName)) program.emit(file);
}

function hasTypes(program: ts.Program): boolean {
	const mistakes = ts.getPreEmitDiagnostics(program);
	const host = ts.createCompilerHost(program.getCompilerOptions());
	process.stdout.write(ts.formatDiagnosticsWithColorAndContext(mistakes, host));
	return mistakes.length === 0;
}

/** What `npm run build` does after the compiler. */
const completeBuild = async () =>
	(await run('gulp', ['build', '--silent'])) && (await run('n8n-generate-metadata', []));

async function check(name: string, passing: boolean | Promise<boolean>): Promise<boolean> {
	const passes = await passing;
	console.log(`${name}: ${passes ? 'passed' : 'FAILED'}`);
	return passes;
}

async function main(): Promise<void> {
	const lint = check('lint', runScript('lint', { isQuiet: true }));
	const program = readProgram();
	compile(program);
	const isBuilt = await check('build', completeBuild());
	// Threads of their own for the memory of each worker cost more than they give where each processor has a worker.
	const jest = ['--single-threaded-gc', 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)];
	const tests = isBuilt && run(process.execPath, jest);
	const types = check('types', hasTypes(program));
	const all = [await tests, await lint, await types];
	process.exitCode = all.every(Boolean) ? 0 : 1;
}

void main();
