/**
 * `npm test`: the build first, as tests use it, with lint beside it; then the types beside the tests, which leave a
 * processor idle here and there. Words behind `--` are jest's. What a check beside the tests has to say comes when it ends.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/build';

const script = (name: string) => ['npm', ['run', '--silent', name]] as const;
const jest = join(root, 'node_modules/jest/bin/jest.js');

async function run(
	program: string,
	args: readonly string[],
	output: 'at once' | 'at the end',
): Promise<boolean> {
	const isQuiet = output === 'at the end';
	const child = spawn(program, args, {
		cwd: root,
		stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
	});
	const said: Buffer[] = [];
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
	const code = await new Promise((resolve) => {
		child.once('close', resolve);
		child.once('error', resolve);
	});
	process.stdout.write(Buffer.concat(said));
	return code === 0;
}

async function check(name: string): Promise<boolean> {
	const [program, args] = script(name);
	const passes = await run(program, args, 'at the end');
	console.log(`${name}: ${passes ? 'passed' : 'FAILED'}`);
	return passes;
}

async function main(): Promise<void> {
	const lint = check('lint');
	const isBuilt = await check('build');
	const types = check('types');
	const passes = isBuilt && (await run(process.execPath, [jest, ...process.argv.slice(2)], 'at once'));
	const all = [passes, await lint, await types];
	process.exitCode = all.every(Boolean) ? 0 : 1;
}

void main();
