import { swap } from '../support/bench';
import { now } from '../support/fastClock';
import { KeyStoreTable } from '../support/keyStore';
import { loggedReceipts as logged, readReceipt as read } from '../support/receipts';
import { HOURS_MS, parkedBench } from '../support/parked';

/* The receipt of a job whose run is stored, or tried again: its times are kept with it. */

KeyStoreTable.install();

describe('a stored run', () => {
	const { bench, store } = parkedBench({ jobMs: 3 * HOURS_MS, now, callbacks: { lost: true } });
	const job = () => bench.created.at(-1)!;

	test('keeps when a leg before saw the job at work, and tells it once, at its end', async () => {
		bench.engine.logs.clear();
		const run = await store(swap({ simplify: false }), 1);
		expect(run.status).toBe('waiting');
		const seenIn: number[] = [];
		while (run.status === 'waiting') {
			await run.wake();
			if (now() > job().startsAt) seenIn.push(now());
		}
		const { sentAt = 0, workingAt = 0, completedAt = 0 } = read(run.result?.json('Node')[0]?.receipt);
		expect(seenIn.length).toBeGreaterThan(2);
		expect(sentAt).toBeLessThan(job().startsAt);
		expect(workingAt).toBeGreaterThanOrEqual(job().startsAt);
		expect(workingAt).toBeLessThanOrEqual(seenIn[0]!);
		expect(completedAt).toBeGreaterThanOrEqual(job().endsAt);
		expect(logged(bench)).toHaveLength(1);
		expect(read(logged(bench)[0]?.details)).toMatchObject({ sentAt, workingAt, completedAt });
	});

	test('another try of the execution tells the times of the job, not its own', async () => {
		const run = await store(swap({ simplify: false }), 2);
		const first = bench.created.at(-2)!;
		while (run.status === 'waiting' && now() < first.startsAt + HOURS_MS) await run.wake();
		bench.emulator.jobs.fail(job().id, 'no light');
		const failed = await run.toTheEnd();
		expect(failed.error).toBeDefined();
		const end = now();
		const lines = logged(bench);
		const known = lines.find(({ details }) => details.id === first.id)?.details;
		bench.emulator.jobs.next({ status: 3, jobMs: 1_000 }, { times: 1 });
		const items = (await bench.engine.retry(failed)).json('Node');
		expect(items[0]?.id).toBe(first.id);
		const { sentAt, workingAt, completedAt } = read(items[0]?.receipt);
		expect(read(known)).toMatchObject({ sentAt, workingAt, completedAt });
		expect(completedAt).toBeLessThanOrEqual(end);
		expect(read(items[1]?.receipt).sentAt).toBeGreaterThanOrEqual(end);
	});
});
