import { claim } from '../../nodes/shared/claims/claims';
import { page } from '../docs/pages';
import type { Cluster } from './cluster';
import { numbers, outputOf, putSwapsIntoProduction } from './runs';

const KEYS = 12;
const CALLS = 5;
const DAY_ROWS = 60;
const DAY_LIMIT = 25;

/** Claims of several workers in the common database. */
export function keysSuite(cluster: () => Cluster): void {
	async function itemsOfCalls(rows: number[], parameters: Record<string, object>) {
		cluster().emulator.options.jobMs = [1_500, 3_000];
		const given = { onError: 'continueRegularOutput', parameters } as const;
		const runs = await putSwapsIntoProduction(cluster(), given);
		await runs.call(rows, rows.length);
		const items = (await runs.ended(rows.length)).flatMap(outputOf).map(({ json }) => json);
		expect(items).toHaveLength(rows.length);
		return { items, jobs: runs.jobs() };
	}

	test(`let ${CALLS} executions at the same time with each of ${KEYS} Idempotency Keys make one job per key`, async () => {
		const rows = numbers(KEYS).flatMap((key) => Array<number>(CALLS).fill(key));
		const count = "select count(*) from processed_data where context ~ '^n:key [0-9a-f]{20}$'";
		const claims = async () => Number((await cluster().query(count))[0]);
		const before = await claims();
		const { items, jobs } = await itemsOfCalls(rows, {
			options: { idempotencyKey: '={{ "order " + $json.row }}' },
		});
		expect(jobs).toHaveLength(KEYS);
		expect(items.filter(({ status }) => status === 'completed')).toHaveLength(rows.length);
		expect(items.filter(({ duplicate }) => duplicate === true)).toHaveLength(rows.length - KEYS);
		expect(await claims()).toBe(before + KEYS);
	});

	test('let all workers together make as many jobs as Maximum Jobs per Day allows', async () => {
		const { items, jobs } = await itemsOfCalls(numbers(DAY_ROWS), { limits: { maxJobsPerDay: DAY_LIMIT } });
		expect(jobs).toHaveLength(DAY_LIMIT);
		expect(items.filter(({ status }) => status === 'completed')).toHaveLength(DAY_LIMIT);
		const refused = items.filter(({ error }) => String(error).includes('Maximum Jobs per Day'));
		expect(refused).toHaveLength(DAY_ROWS - DAY_LIMIT);
	});

	test('lose their old rows, but for keys, by the statement on the page of operations', async () => {
		const { query } = cluster();
		const [statement = ''] = /DELETE[^;]*interval[^;]*;/.exec(page('docs/operations.md').text) ?? [];
		const names = [claim('row', 'aaaaaa', 1), claim('key', 'aaaaaa', 1)].flatMap(({ name }) => [
			`('cleaned', 'n:${name} old', now() - interval '10 days', '')`,
			`('cleaned', 'n:${name}', now() - interval '7 days', '')`,
		]);
		const columns = '("workflowId", context, "updatedAt", value)';
		// The rows belong to no workflow.
		await query('ALTER TABLE processed_data DISABLE TRIGGER ALL');
		await query(`INSERT INTO processed_data ${columns} VALUES ${names.join(', ')}`);
		await query(statement);
		const left = await query(`DELETE FROM processed_data WHERE "workflowId" = 'cleaned' RETURNING context`);
		await query('ALTER TABLE processed_data ENABLE TRIGGER ALL');
		const kept = left.filter((line) => line.startsWith('n:')).map((line) => line.split(' ')[0]);
		expect(kept.sort()).toEqual(['n:job', 'n:key', 'n:key']);
	});
}
