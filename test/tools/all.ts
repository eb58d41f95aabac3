/**
 * `npm run test:all`: everything that tests this package, one after the other, for hours; with names behind it, those
 * alone: `npm run test:all -- queue editor`. The last line counts what has passed.
 */
import { spawnSync } from 'node:child_process';
import { root } from '../support/build';
import { printTable } from './bench/table';

const jest = 'node_modules/jest/bin/jest.js';
const program = (file: string, ...rest: string[]) => ['--import', 'tsx', file, ...rest];
const e2e = [jest, '--config', 'test/e2e/jest.config.js'];

/** What is started, by Node, and with which environment. */
const suites: Record<string, { args: string[]; env?: NodeJS.ProcessEnv }> = {
	tests: { args: [jest] },
	demo: { args: program('test/tools/demo.ts') },
	pack: { args: program('test/tools/pack.ts') },
	e2e: { args: e2e },
	'1.123': {
		args: [...e2e, 'smoke', 'idempotency', 'wokenByCalls', 'parked'],
		env: { N8N_VERSION: '1.123.81' },
	},
	queue: { args: [jest, '--config', 'test/queue/jest.config.js'] },
	editor: { args: program('test/editor/editor.check.ts') },
	versions: { args: program('test/tools/versions/versions.ts') },
};

const words = process.argv.slice(2);
const named = words.filter((word) => word in suites);
// What is no name of a suite is for the suites that are named: which of their files, or an option.
const rest = words.filter((word) => !(word in suites));
if (named.length === 0 && rest.length > 0) {
	console.error(`There is no ${rest.join(' ')}. There are: ${Object.keys(suites).join(', ')}`);
	process.exit(1);
}

const rows = (named.length > 0 ? named : Object.keys(suites)).map((name) => {
	console.log(`== ${name}`);
	const suite = suites[name] ?? { args: [] };
	const began = Date.now();
	const { status } = spawnSync(process.execPath, [...suite.args, ...rest], {
		cwd: root,
		env: { ...process.env, ...suite.env },
		stdio: 'inherit',
	});
	const minutes = ((Date.now() - began) / 60_000).toFixed(1);
	return [name, status === 0 ? 'passed' : 'failed', minutes];
});
printTable(['suite', 'result', 'minutes'], rows);
const failed = rows.filter(([, result]) => result === 'failed').length;
console.log(`${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
