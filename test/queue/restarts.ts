import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../e2e/runs';
import type { N8nMode } from '../n8n/server';
import { npm, outsideNpm } from '../n8n/npm';
import { stagePublished } from '../support/tarball';
import type { Cluster, Restart } from './cluster';
import { numbers, outputOf, putSwapsIntoProduction, referencesOf, say } from './runs';

const ROWS = 600;
const AT_ONCE = 50;
const LONGEST_MS = 1_500_000;
const AWAY_MS = 80_000;
/** What operations.md says for deploys. */
const GRACE = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '300' };
/** In the order of operations.md. */
const ALL = ['main', 'webhook', 'worker'] as const;

/** Installs the package under another version, as how-to.md says for a file. */
async function install(version: string, userFolders: readonly string[]): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-file-'));
	const stage = stagePublished(folder);
	const manifest = join(stage, 'package.json');
	const fields = JSON.parse(readFileSync(manifest, 'utf8'));
	writeFileSync(manifest, JSON.stringify({ ...fields, version }));
	const file = join(folder, (await npm(['pack', '--pack-destination', folder], stage)).trim());
	for (const HOME of userFolders) {
		const command = `cd ~/.n8n/nodes && npm install ${file}`;
		execFileSync('sh', ['-c', command], { env: { ...outsideNpm(), HOME }, stdio: 'pipe' });
	}
	rmSync(folder, { recursive: true });
}

/** Restarts with the folders that they had, and two deploys of all workers during long batches. */
export function restartsSuite(cluster: () => Cluster): void {
	const away = async () => await pause(AWAY_MS);
	test.each<[string, readonly N8nMode[], Restart]>([
		[
			'all workers are killed, and start in one folder after 80 s',
			['worker'],
			{ end: 'kill9', meanwhile: away, areTogether: true },
		],
		['all workers are stopped, and away for 80 s', ['worker'], { meanwhile: away }],
		['everything is killed, and away for 80 s', ALL, { end: 'kill9', meanwhile: away }],
		['a newer version is installed', ALL, { meanwhile: async (each) => await install('0.1.1', each) }],
		[
			'the older version is installed again',
			ALL,
			{ meanwhile: async (each) => await install('0.1.0', each) },
		],
	])('ten executions that wait continue after %s', async (_, modes, how) => {
		const { emulator, restart } = cluster();
		emulator.options.jobMs = [3_600_000, 3_600_000];
		const all = await Promise.all(
			['automatic', 'callback'].map(async (waitMethod) => {
				const parameters = { waitOptions: { waitMethod, saveAfter: 0 } };
				const runs = await putSwapsIntoProduction(cluster(), { parameters });
				await runs.call(numbers(50), 5);
				await runs.ended(5, ['waiting']);
				return runs;
			}),
		);
		await restart(modes, {
			...how,
			meanwhile: async (userFolders) => {
				emulator.jobs.complete();
				await how.meanwhile?.(userFolders);
			},
		});
		for (const runs of all) {
			// n8n's check of its queue at the start can crash an execution (upstream.md), which is then healed.
			const executions = await runs.ended(5, ['success']);
			expect(executions.length).toBeLessThanOrEqual(6);
			say(executions.map(({ status, data }) => data.resultData.error?.message ?? status).join());
			const rows = executions.flatMap((each) => referencesOf(outputOf(each)));
			expect(rows).toHaveLength(50);
			expect(new Set(rows).size).toBe(50);
			expect(runs.jobs()).toHaveLength(50);
		}
	});

	test(
		`two executions of ${ROWS} rows, with ${AT_ONCE} in progress, lose no row and pay no row twice`,
		async () => {
			const { emulator, workers, startWorker } = cluster();
			emulator.options.jobMs = [8_000, 12_000];
			const begin = async (waitMethod: string) => {
				const limits = { maxOpenJobs: AT_ONCE, concurrentSubmissions: 5 };
				const parameters = { waitOptions: { waitMethod, saveAfter: 0 }, limits };
				const runs = await putSwapsIntoProduction(cluster(), { parameters });
				await runs.call(numbers(ROWS));
				return { waitMethod, runs };
			};
			const replaceWorkers = async () => {
				for (const worker of [...workers]) {
					workers.splice(workers.indexOf(worker), 1);
					await worker.stop();
					await startWorker(GRACE);
				}
			};
			await replaceWorkers();
			const all = await Promise.all(['automatic', 'callback'].map(begin));
			for (const rows of [60, 200]) {
				const areMade = () => all.every(({ runs }) => runs.jobs().length >= rows) || undefined;
				await until(`${rows} rows`, areMade, LONGEST_MS);
				await replaceWorkers();
			}
			for (const { waitMethod, runs } of all) {
				const [execution] = await runs.ended(1, undefined, LONGEST_MS);
				const items = outputOf(execution!);
				say(`${ROWS} rows by ${waitMethod}, all workers replaced twice: ${runs.jobs().length} jobs.`);
				expect(execution?.status).toBe('success');
				expect(referencesOf(items)).toEqual(numbers(ROWS).map((row) => `row ${row}`));
				expect(runs.jobs()).toHaveLength(ROWS);
			}
		},
		LONGEST_MS + 60_000,
	);
}
