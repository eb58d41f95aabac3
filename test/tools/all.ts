/**
 * `npm run test:all` runs every suite of this package, one after the other, for hours. Add names to run only these suites:
 * `npm run test:all -- queue editor`. `change` means the suites that each change has to pass. The last line has the number
 * of passed tests. A suite without a count of its tests is one test.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { installN8n } from '../n8n/install';
import { start } from './main';
import { run, runScript } from './runner';
import { change, CHANGE_MINUTES, n8nVersion, suites, type Suite } from './suites';
import { printTable } from './table';

const folder = mkdtempSync(join(tmpdir(), 'media-generation-all-'));
const report = join(folder, 'report.json');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const reportShape = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

/** The tests of jest's report. A suite that failed without a failed test counts as one more failure. */
function countOf(passes: boolean): { passed: number; failed: number } {
	try {
		const counted = reportShape.parse(JSON.parse(readFileSync(report, 'utf8')));
		const failed = counted.numFailedTests === 0 && !passes ? 1 : counted.numFailedTests;
		return { passed: counted.numPassedTests, failed };
	} catch {
		return { passed: passes ? 1 : 0, failed: passes ? 0 : 1 };
	}
}

async function runSuite(
	{ args, env, most }: Suite,
	words: string[],
): Promise<{ passed: number; failed: number }> {
	rmSync(report, { force: true });
	const isCounted = args.some((word) => /jest|tools\/test/.test(word));
	const json = isCounted ? ['--json', `--outputFile=${report}`] : [];
	return countOf(most > 0 && (await run(process.execPath, [...args, ...words, ...json], { most, env })));
}

async function main(words: string[]): Promise<void> {
	const isChange = words.includes('change');
	// Other words than names go to the suites, such as a file or an option.
	const rest = words.filter((word) => !(word in suites) && word !== 'change');
	const named = words.filter((word) => word in suites);
	if (named.length === 0 && !isChange && rest.length > 0) {
		throw new Error(`There is no ${rest.join(' ')}. There are: change, ${Object.keys(suites).join(', ')}`);
	}
	const names = isChange ? Object.keys(change) : named.length > 0 ? named : Object.keys(suites);
	const end = Date.now() + (isChange ? CHANGE_MINUTES : 24 * 60) * 60_000;
	// The tests build for themselves.
	if (names[0] !== 'tests') await runScript('build');
	// n8n takes minutes to install, so the first suites run meanwhile. The suites report a failed installation.
	const needsN8n = names.some((name) => suites[name]?.onN8n);
	const install = needsN8n ? installN8n(n8nVersion).catch(console.error) : undefined;

	const rows: string[][] = [];
	const sum = { passed: 0, failed: 0 };
	for (const name of names) {
		const suite = suites[name];
		const missing = suite?.missing?.();
		if (!suite || missing !== undefined) {
			rows.push([name, `not run: ${missing}`, '', '']);
			continue;
		}
		const began = Date.now();
		if (suite.onN8n) await Promise.race([install, pause(end - began)]);
		console.log(`== ${name}`);
		const most = Math.min(suite.most, (end - Date.now()) / 60_000);
		const { passed, failed } = await runSuite({ ...suite, most }, [
			...(isChange ? (change[name] ?? []) : []),
			...rest,
		]);
		sum.passed += passed;
		sum.failed += failed;
		const minutes = ((Date.now() - began) / 60_000).toFixed(1);
		rows.push([name, failed === 0 ? 'passed' : 'FAILED', String(passed), minutes]);
	}
	printTable(['suite', 'result', 'passed', 'minutes'], rows);
	console.log(`${sum.passed} passed, ${sum.failed} failed`);
	process.exitCode = sum.failed > 0 ? 1 : 0;
}

start(async () => await main(process.argv.slice(2)));
