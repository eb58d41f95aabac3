/**
 * The engine tests on other versions of n8n's engine: `npm run test:all -- versions`, or `-- 2.8.1 2.20.6` for those. Each is
 * installed once into the cache folder (half a minute), and run on the Node release that it is for. Prints a table.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { printTable } from '../bench/table';
import { CACHE_FOLDER, installNode, once, PROJECT_FOLDER } from '../../n8n/install';
import { outsideNpm, runNpm } from '../../n8n/npm';
import { recipeFor } from '../../n8n/recipes';

const VERSIONS = ['2.8.1', '2.20.6', '2.30.4'];
/** What a version has to hold: money, waits, Stop, files, the trigger, the credential, every node once. */
const SUITES = [
	'test/engine/credential.test.ts',
	'test/engine/faceSwap.',
	'test/engine/faceMapper.test.ts',
	'test/engine/imageGeneration.test.ts',
	'test/engine/videoTranslation.test.ts',
	'test/engine/liveAvatarSession.test.ts',
	'test/engine/liveAvatarChat.test.ts',
	'test/engine/parked',
	'test/engine/wokenByCalls.test.ts',
	'test/engine/idempotency',
	'test/engine/maxJobs.test.ts',
	'test/engine/remade.test.ts',
	'test/engine/lists.test.ts',
	'test/engine/trigger',
	'test/engine/transport.test.ts',
	'test/engine/transport.stop.test.ts',
];
/** Far more than it takes: a machine may have other work. */
const LONGEST_MS = 1_800_000;

/** n8n-core with the n8n-workflow that it was published with, in a folder of its own. */
async function installCore(version: string, nodeBin: string, headers: string): Promise<string> {
	const folder = join(CACHE_FOLDER, `n8n-core-${version}`);
	await once(folder, version, async (draft) => {
		console.log(`Installing n8n-core ${version} into ${folder}: about half a minute, once`);
		const asked = execFileSync('npm', ['view', `n8n-core@${version}`, 'dependencies.n8n-workflow'], {
			encoding: 'utf8',
			env: outsideNpm(),
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		const dependencies = { 'n8n-core': version, 'n8n-workflow': asked.trim() };
		writeFileSync(
			join(draft, 'package.json'),
			JSON.stringify({ private: true, dependencies, allowScripts: { 'isolated-vm': true } }),
		);
		const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
		await runNpm({ args: ['install', ...flags], cwd: draft, nodeBin });
		await runNpm({
			args: ['rebuild', 'isolated-vm'],
			cwd: draft,
			nodeBin,
			env: { npm_config_nodedir: headers },
		});
	});
	return folder;
}

const reportShape = z.object({
	numPassedTests: z.number(),
	numFailedTests: z.number(),
	testResults: z.array(
		z.object({
			name: z.string(),
			message: z.string(),
			assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
		}),
	),
});

/** Runs the suites on one version; gives a row of the table, and prints what did not pass. */
async function runOn(version: string): Promise<string[]> {
	const { nodeVersion } = recipeFor(version);
	const node = await installNode(nodeVersion);
	const folder = await installCore(version, node.bin, node.home);
	const scratch = mkdtempSync(join(tmpdir(), 'media-generation-versions-'));
	const report = join(scratch, 'report.json');
	try {
		const jest = require.resolve('jest/bin/jest');
		const args = [jest, '--config', 'test/tools/versions/jest.config.js', '--json', `--outputFile=${report}`];
		spawnSync(node.binary, [...args, '--silent', ...SUITES], {
			cwd: PROJECT_FOLDER,
			env: { ...outsideNpm(), CORE_FOLDER: folder },
			stdio: 'ignore',
			timeout: LONGEST_MS,
		});
		if (!existsSync(report)) throw new Error(`The tests on ${version} came to no end.`);
		const { numPassedTests, numFailedTests, testResults } = reportShape.parse(
			JSON.parse(readFileSync(report, 'utf8')),
		);
		for (const { name, message, assertionResults } of testResults) {
			const failed = assertionResults.filter(({ status }) => status === 'failed');
			failed.forEach(({ fullName }) => console.log(`  not passed on ${version}: ${fullName}`));
			if (assertionResults.length === 0) console.log(`  not run on ${version}: ${name}\n${message}`);
		}
		return [version, nodeVersion, String(numPassedTests), String(numFailedTests)];
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

async function main(): Promise<void> {
	const asked = process.argv.slice(2);
	const rows: string[][] = [];
	for (const version of asked.length > 0 ? asked : VERSIONS) rows.push(await runOn(version));
	printTable(['n8n-core', 'Node', 'passed', 'not passed'], rows);
	process.exitCode = rows.every(([, , , failed]) => failed === '0') ? 0 : 1;
}

main().catch((cause: unknown) => {
	console.error(cause);
	process.exitCode = 1;
});
