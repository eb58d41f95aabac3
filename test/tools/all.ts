/**
 * `npm run test:all`: everything that tests this package, one after the other, for hours; with names behind it, those
 * alone: `npm run test:all -- queue editor`; `change` stands for what has to hold for each change. The last line counts
 * what has passed: the tests of suites that count theirs, and the suites that do not.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { installN8n } from '../n8n/install';
import { root } from '../support/build';
import { printTable } from './bench/table';
import { change, CHANGE_MINUTES, suites, type Suite } from './suites';

const folder = mkdtempSync(join(tmpdir(), 'media-generation-all-'));
const report = join(folder, 'report.json');
const A_DAY = 24 * 60;
const reportShape = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

let running: ChildProcess | undefined;
const signalAll = (signal: NodeJS.Signals) => {
	try {
		if (running?.pid !== undefined) process.kill(-running.pid, signal);
	} catch {
		// The group is gone.
	}
};
process.on('exit', () => {
	signalAll('SIGKILL');
	rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => {
		signalAll('SIGTERM');
		// It ends what it has started itself.
		setTimeout(() => process.exit(1), 5_000);
	});
}

/** Runs it in a process group that ends with it, and whether it passed. */
async function run({ args, most }: Suite): Promise<boolean> {
	const child = spawn(process.execPath, args, {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		detached: true,
	});
	running = child;
	// What it has started ends by itself, or is ended.
	const asked = setTimeout(() => signalAll('SIGTERM'), most * 60_000);
	const ended = setTimeout(() => signalAll('SIGKILL'), most * 60_000 + 20_000);
	const code = await new Promise((resolve) => child.once('exit', resolve));
	clearTimeout(asked);
	clearTimeout(ended);
	signalAll('SIGKILL');
	return code === 0;
}

/** Its tests, where it counts them; else it is one. A suite that ended without a failed test, but not well, is one more. */
function countOf(passes: boolean): { passed: number; failed: number } {
	let passed = 0;
	let failed = 0;
	try {
		const { numPassedTests, numFailedTests } = reportShape.parse(JSON.parse(readFileSync(report, 'utf8')));
		[passed, failed] = [numPassedTests, numFailedTests];
	} catch {
		passed = passes ? 1 : 0;
	}
	return { passed, failed: failed === 0 && !passes ? 1 : failed };
}

/** How many minutes are left of so many, each time it is asked. */
function minutesFrom(minutes: number): () => number {
	const end = Date.now() + minutes * 60_000;
	return () => (end - Date.now()) / 60_000;
}

async function main(words: string[]): Promise<void> {
	const named = words.filter((word) => word in suites);
	// What is no name of a suite is for the suites that are named: which of their files, or an option.
	const isChange = words.includes('change');
	const rest = words.filter((word) => !(word in suites) && word !== 'change');
	if (named.length === 0 && !isChange && rest.length > 0) {
		console.error(`There is no ${rest.join(' ')}. There are: change, ${Object.keys(suites).join(', ')}`);
		process.exit(1);
	}
	const names = named.length > 0 ? named : Object.keys(suites);
	const chosen = isChange ? change : names.map((name) => ({ name }));

	const left = minutesFrom(isChange ? CHANGE_MINUTES : A_DAY);
	// The tests build for themselves.
	if (chosen[0]?.name !== 'tests')
		execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });

	// n8n is installed beside what comes before, as it takes minutes. What goes wrong there is told by the suite.
	const installs = new Map<string, Promise<unknown>>();
	let last: Promise<unknown> = Promise.resolve();
	for (const { name } of chosen) {
		const version = suites[name]?.n8n;
		if (version === undefined || installs.has(version)) continue;
		last = last.then(async () => await installN8n(version).catch(console.error));
		installs.set(version, last);
	}

	const rows: Array<[string, string, string, string]> = [];
	const sum = { passed: 0, failed: 0 };
	for (const { name, ...changes } of chosen) {
		const suite: Suite = { args: [], most: 0, ...suites[name], ...changes };
		const missing = suite.missing?.();
		if (missing !== undefined) {
			rows.push([name, `not run: ${missing}`, '', '']);
			continue;
		}
		await Promise.race([installs.get(suite.n8n ?? ''), pause(left() * 60_000)]);
		console.log(`== ${name}`);
		rmSync(report, { force: true });
		const began = Date.now();
		const json = suite.isJest ? ['--json', `--outputFile=${report}`] : [];
		const most = Math.min(suite.most, left());
		const passes = most > 0 && (await run({ ...suite, most, args: [...suite.args, ...rest, ...json] }));
		const count = countOf(passes);
		sum.passed += count.passed;
		sum.failed += count.failed;
		const minutes = ((Date.now() - began) / 60_000).toFixed(1);
		rows.push([name, passes ? 'passed' : 'FAILED', `${count.passed}`, minutes]);
	}
	printTable(['suite', 'result', 'passed', 'minutes'], rows);
	console.log(`${sum.passed} passed, ${sum.failed} failed`);
	process.exit(sum.failed > 0 ? 1 : 0);
}

void main(process.argv.slice(2));
