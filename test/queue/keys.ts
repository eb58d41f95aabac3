import type { Cluster } from './cluster';
import { say } from './figures';
import { numbers, outputOf, putSwapsIntoProduction } from './runs';

const KEYS = 12;
const CALLS = 5;
const DAY_ROWS = 60;
const DAY_LIMIT = 25;
/** A claim is the row of the key itself; its job has three more. */
const IS_CLAIM = "context ~ '^n:[0-9a-f]{20}$'";
const IS_OF_KEY = "context ~ '^n:[0-9a-f]{20}( [0-2])?$'";

/** Idempotency keys over several workers: n8n's store of them is in the database that all processes share. */
export function keysSuite(cluster: () => Cluster): void {
	test('is paid once, however many executions come with it at the same moment', async () => {
		const { pace, workers, query } = cluster();
		pace.jobMs = [1_500, 3_000];
		const options = { idempotencyKey: '={{ "order " + $json.row }}' };
		const runs = await putSwapsIntoProduction(cluster(), {
			onError: 'continueRegularOutput',
			parameters: { options },
		});
		const rows = numbers(KEYS).flatMap((key) => Array<number>(CALLS).fill(key));
		await runs.call(rows, rows.length);
		const executions = await runs.ended(KEYS * CALLS);
		const items = executions.flatMap(outputOf).map(({ json }) => json);
		expect(items).toHaveLength(KEYS * CALLS);
		const first = items.filter(({ status, duplicate }) => status === 'completed' && duplicate !== true);
		const read = items.filter(({ status, duplicate }) => status === 'completed' && duplicate === true);
		say(
			`${KEYS} keys, ${CALLS} executions at the same moment with each, ${workers.length} workers: ${runs.jobs().length} jobs; ${first.length} made, ${read.length} read.`,
		);
		expect(runs.jobs()).toHaveLength(KEYS);
		const [rowsOfKeys, bytes] = await query(
			`select count(*) from processed_data where ${IS_OF_KEY} union all
			select sum(pg_column_size(processed_data.*)) from processed_data where ${IS_OF_KEY}`,
		);
		say(
			`${rowsOfKeys} rows in n8n's table, ${Math.round(Number(bytes) / KEYS)} bytes a key without their index.`,
		);
		expect(await query(`select count(*) from processed_data where ${IS_CLAIM}`)).toEqual([String(KEYS)]);
		expect(rowsOfKeys).toBe(String(KEYS * 4));
		expect(first).toHaveLength(KEYS);
		expect(first.length + read.length).toBe(items.length);
	});

	test('of a day that is full is refused: three workers make as many jobs as At Most a Day (Jobs) allows', async () => {
		const { pace, workers, query, startWorker } = cluster();
		await startWorker();
		pace.jobMs = [1_500, 3_000];
		const options = { maxJobsPerDay: DAY_LIMIT };
		const runs = await putSwapsIntoProduction(cluster(), {
			onError: 'continueRegularOutput',
			parameters: { options },
		});
		await runs.call(numbers(DAY_ROWS), DAY_ROWS);
		const executions = await runs.ended(DAY_ROWS);
		const items = executions.flatMap(outputOf).map(({ json }) => json);
		const made = items.filter(({ status }) => status === 'completed');
		const refused = items.filter(({ error }) => String(error).includes('At Most a Day (Jobs)'));
		say(
			`${DAY_ROWS} rows in executions of their own, ${workers.length} workers, ${DAY_LIMIT} a day: ${runs.jobs().length} jobs, ${refused.length} rows refused.`,
		);
		expect(runs.jobs()).toHaveLength(DAY_LIMIT);
		expect(made).toHaveLength(DAY_LIMIT);
		expect(refused).toHaveLength(DAY_ROWS - DAY_LIMIT);
		// The journals of a day are a list as well.
		const places =
			"select count(*) from processed_data where context ~ ' [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]+$' and context !~ 'journals '";
		expect(await query(places)).toEqual([String(DAY_LIMIT)]);
		await workers.pop()?.stop();
	});
}
