import type { INodeParameters } from 'n8n-workflow';
import { rows, setUp, swap } from '../support/bench';
import type { RunOptions } from '../support/engine';
import { KeyStoreTable } from '../support/keyStore';
import type { RunResult } from '../support/runResult';

/*
 * A run that was killed while it sent its jobs, or waited for them in memory: n8n knows nothing of them, and its Retry
 * begins the execution anew. Without keys, too, nothing is paid twice.
 */

const table = KeyStoreTable.install();
const bench = setUp();
const CREATE = 'specifyimage';
const GOES_ON = { onError: 'continueRegularOutput' } as const;
const ONE_BY_ONE = { options: { maxConcurrent: 1 } };
const sent = () => bench.emulator.requestsTo(CREATE).length;
const lines = () => bench.engine.logs.lines.map(({ message }) => message);

/** An execution of which n8n stores nothing. */
const run = async (input: RunOptions['input'], parameters: INodeParameters = {}, more: RunOptions = {}) =>
	await bench.engine.run(swap(parameters, GOES_ON), { input, mode: 'trigger', ...more });
const retryOf = (executionId: string): RunOptions => ({ mode: 'retry', retryOf: executionId });

test('jobs that were made are taken up, those that are not are made', async () => {
	const killed = await run(rows(3));
	const retried = await run(rows(5), {}, retryOf(killed.executionId));
	const items = retried.json('Node');
	expect(sent()).toBe(5);
	expect(items.slice(0, 3).map(({ id }) => id)).toEqual(killed.json('Node').map(({ id }) => id));
	expect(items.map(({ status, duplicate }) => [status, duplicate])).toEqual(
		Array(5).fill(['completed', undefined]),
	);
	expect(lines()).toContainEqual(expect.stringMatching(/was made before n8n ended, and is taken up/));
});

test('an execution that n8n begins anew, as after the kill of a worker, takes its jobs up', async () => {
	const killed = await run(rows(3), {}, { executionId: '900' });
	const again = await run(rows(4), {}, { executionId: '900' });
	expect(sent()).toBe(4);
	const ids = killed.json('Node').map(({ id }) => id);
	expect(
		again
			.json('Node')
			.slice(0, 3)
			.map(({ id }) => id),
	).toEqual(ids);
});

test('another execution of the same rows makes jobs of its own', async () => {
	await run(rows(2));
	await run(rows(2));
	expect(sent()).toBe(4);
});

test('a create that was under way is in doubt, and not sent', async () => {
	bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: CREATE, nth: 3 } });
	const killed = await run(rows(4), ONE_BY_ONE);
	expect(sent()).toBe(4);
	const items = (await run(rows(4), ONE_BY_ONE, retryOf(killed.executionId))).json('Node');
	expect(sent()).toBe(4);
	expect(items[2]).toMatchObject({
		error: expect.stringMatching(/was not sent again.*n8n ended while its create was under way/),
		details: { submitted: 'unknown' },
	});
	expect(items.filter(({ status }) => status === 'completed')).toHaveLength(3);
});

test('a create that the service refused is sent', async () => {
	bench.emulator.faults.add({
		kind: 'code',
		code: 1003,
		msg: 'bad parameter',
		match: { path: CREATE, nth: 1 },
	});
	const killed = await run(rows(2), ONE_BY_ONE);
	const items = (await run(rows(2), ONE_BY_ONE, retryOf(killed.executionId))).json('Node');
	expect(items.map(({ status }) => status)).toEqual(['completed', 'completed']);
	expect(sent()).toBe(3);
});

test('of two retries at the same time one makes the rows that are left, and the other says so', async () => {
	const killed = await run(rows(1));
	const settings = { ...GOES_ON, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const again = async () => {
		const options = { input: rows(6), ...retryOf(killed.executionId) };
		return (await bench.engine.run(swap(ONE_BY_ONE, settings), options)).json('Node');
	};
	const items = await Promise.all([again(), again()]);
	const pictures = bench.emulator.requestsTo(CREATE).map(({ body }) => Object(body).modifyImage);
	expect(pictures).toHaveLength(new Set(pictures).size);
	const failed = items.flat().filter(({ error }) => error !== undefined);
	for (const { details } of failed) expect(details).toMatchObject({ submitted: 'unknown' });
	const made = items.flat().flatMap(({ id }) => (typeof id === 'string' ? id : []));
	expect(new Set(made).size).toBe(sent());
});

test('a worker that n8n has given up, and that is still at work, sends nothing more', async () => {
	const asWorker = { executionId: '903' };
	const first = run(rows(8), ONE_BY_ONE, asWorker);
	while (sent() < 2) await new Promise(setImmediate);
	const items = await Promise.all([first, run(rows(8), ONE_BY_ONE, asWorker)]);
	const pictures = bench.emulator.requestsTo(CREATE).map(({ body }) => Object(body).modifyImage);
	expect(pictures).toHaveLength(new Set(pictures).size);
	const failed = items.flatMap((result) => result.json('Node')).filter(({ error }) => error !== undefined);
	for (const { details } of failed) expect(details).toMatchObject({ submitted: 'unknown' });
});

test('a job that failed is made again, once for each retry', async () => {
	bench.emulator.jobs.next({ status: 4, reason: 'no light' });
	const killed = await run(rows(2), ONE_BY_ONE);
	const retried = await run(rows(2), ONE_BY_ONE, retryOf(killed.executionId));
	expect([sent(), retried.json('Node').map(({ status }) => status)]).toEqual([3, ['completed', 'completed']]);
	const again = await run(rows(2), ONE_BY_ONE, retryOf(retried.executionId));
	expect(sent()).toBe(3);
	expect(again.json('Node').map(({ id }) => id)).toEqual(retried.json('Node').map(({ id }) => id));
});

test('rows that are the same, and rows in another order, are found', async () => {
	const [one, seven, two, nine] = rows(4);
	const input = [one!, seven!, seven!, two!];
	const killed = await run(input);
	const before = killed.json('Node').map(({ id }) => id);
	const [a, b, c, d] = before;
	const items = (await run([nine!, ...input.slice(1), one!], {}, retryOf(killed.executionId))).json('Node');
	expect(sent()).toBe(5);
	expect(
		items
			.slice(1)
			.map(({ id }) => id)
			.sort(),
	).toEqual([a, b, c, d].sort());
	expect([items[3]!.id, items[4]!.id]).toEqual([d, a]);
});

test('a row that asks for something else is made', async () => {
	const [one, other] = rows(2);
	const killed = await run([one!]);
	const retried = await run([other!], {}, retryOf(killed.executionId));
	expect(sent()).toBe(2);
	expect(retried.json('Node')[0]!.id).not.toBe(killed.json('Node')[0]!.id);
});

test('with a store that cannot be read nothing is sent by a retry', async () => {
	const killed = await run(rows(2));
	table.failures = 1_000;
	const items = (await run(rows(2), {}, retryOf(killed.executionId))).json('Node');
	table.failures = 0;
	expect(sent()).toBe(2);
	expect(items[0]).toMatchObject({
		error: expect.stringContaining("can't be read"),
		// Whether the execution before it has paid is not known.
		details: { submitted: 'unknown' },
	});
});

test('a job that was made is named also where the service can not be asked for it', async () => {
	const killed = await run(rows(1));
	const match = { path: '/listbyids' };
	bench.emulator.faults.add({ kind: 'code', code: 1200, msg: 'banned', times: Infinity, match });
	const [item] = (await run(rows(1), {}, retryOf(killed.executionId))).json('Node');
	expect(item).toMatchObject({
		error: 'The account is banned',
		details: { submitted: 'yes', id: killed.json('Node')[0]!.id },
	});
	expect(sent()).toBe(1);
});

test('a first run goes on without a store, and says so', async () => {
	table.failures = 1_000;
	const items = (await run(rows(1))).json('Node');
	table.failures = 0;
	expect(items.map(({ status }) => status)).toEqual(['completed']);
	expect(lines()).toContainEqual(expect.stringMatching(/^A create could not be noted in the store of n8n: /));
});

test('a create takes two rows, and one with a key those of its key', async () => {
	const before = table.rows.size;
	await run(rows(10));
	const more = table.rows.size - before;
	expect(more).toBeLessThanOrEqual(10 * 2 + 3);
	await run(rows(1), { options: { idempotencyKey: 'one' } });
	expect(table.rows.size - before - more).toBe(4);
});

test('a retry of an execution that had failed, and was killed in its retry, pays nothing again', async () => {
	bench.emulator.faults.add({ kind: 'code', code: 1003, msg: 'no', match: { path: CREATE, nth: 2 } });
	const failed = await bench.engine.run(swap(ONE_BY_ONE), { input: rows(5), mode: 'trigger' });
	expect([failed.status, sent()]).toEqual(['error', 2]);
	const killed = await bench.engine.retry(failed);
	expect(sent()).toBe(6);
	const retried = await bench.engine.retry(failed, undefined, killed);
	expect(sent()).toBe(6);
	const idsOf = (result: RunResult) => result.json('Node').map(({ id }) => id);
	expect(idsOf(retried)).toEqual(idsOf(killed));
});
