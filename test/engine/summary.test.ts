import { GOES_ON, rows, setUp, swap } from '../support/bench';
import { single, type RunResult } from '../support/engine';
import { ClaimTable } from '../support/claimTable';
import { suspendedBench } from '../support/suspended';

/* What a run tells of itself: a hint over its output, and the IDs in the custom data of the execution. */

ClaimTable.install();

const hints = (result: RunResult, run = -1) => result.runs('Node').at(run)?.hints ?? [];
const hint = (result: RunResult) => hints(result)[0]?.message;
const customData = (result: RunResult) => result.run.data.resultData.metadata ?? {};
const noted = (result: RunResult) => Object.values(customData(result)).join(' ').split(' ');

describe('a run in the process', () => {
	const bench = setUp();
	const made = () => bench.created.map(({ id }) => id);

	test('tells how many of its jobs came to what, once, and how to see one', async () => {
		bench.emulator.jobs.next({ status: 4, reason: 'No face' }, { times: 1 });
		const result = await bench.engine.run(swap({ options: { maxConcurrent: 1 } }, GOES_ON), {
			input: rows(3),
		});
		expect(hints(result)).toEqual([
			{
				message: expect.stringMatching(
					/^Jobs: 2 completed, 1 failed\. The service does not report the credits of swaps and age changes\. The service keeps the results until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. To save a result as a file, use the operation Get with its ID and Download Result\.$/,
				),
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	test('tells apart what failed, what may be paid, and what was not sent, and warns of it in the log', async () => {
		bench.emulator.jobs.next({ status: 4, reason: 'No face' }, { times: 1 });
		bench.emulator.faults.add({ kind: 'afterTakenReset', match: { path: 'specifyimage', nth: 3 } });
		bench.emulator.faults.add({ kind: 'code', code: 1006, match: { path: 'specifyimage', nth: 4 } });
		const result = await bench.engine.run(swap({ options: { maxConcurrent: 1 } }, GOES_ON), {
			input: rows(6),
		});
		const counts = 'Jobs: 1 completed, 1 failed, 1 may be paid. Not made, and not paid: 3 items.';
		expect(hint(result)).toMatch(new RegExp(`^${counts}`));
		expect(bench.engine.logs.lines).toContainEqual(
			expect.objectContaining({
				level: 'warn',
				message: 'Face swap: 5 of 6 items failed, of which 3 were not made or paid',
			}),
		);
	});

	test('says nothing of Get where the files are there, and tells the credits where they are known', async () => {
		const parameters = { resource: 'image', operation: 'generate', prompt: 'A cat' };
		const result = await bench.engine.run(single('imageGeneration', parameters));
		expect(result.output('Node')[0]?.binary).toBeDefined();
		const credits = result.json('Node')[0]?.credits;
		expect(credits).toBeGreaterThan(0);
		expect(hint(result)).toContain(
			`Jobs: 1 completed. Credits used: ${String(credits)}. The service keeps the results`,
		);
		expect(hint(result)).not.toContain('Get');
	});

	const testAddress = 'https://n8n.example.com/webhook-test/abc/callback';
	const session = { resource: 'session', operation: 'create', avatarId: 'Ada_1080P_back' };
	test.each([
		[
			'does not wait',
			swap({ waitForCompletion: false }),
			/^Jobs: 1 submitted. Collect them with the operation Get, or let the trigger start a workflow.$/,
		],
		[
			'comes to the end of its time',
			swap({ options: { timeout: 0.001, onTimeout: 'returnPending' } }),
			/^Jobs: 1 timed out.$/,
		],
		[
			'is refused before any job is planned',
			swap({ modifyImage: 'no address' }, GOES_ON),
			/^Not made, and not paid: 1 item.$/,
		],
		[
			'has a test address, which does not listen for long,',
			swap({ options: { webhookUrl: testAddress } }),
			/Webhook URL is a test address/,
		],
		[
			'has opened a session',
			single('liveAvatar', session),
			/^A session is open, and may cost credits until you close it.$/,
		],
	])('a run that %s says so', async (_name, workflow, words) => {
		const result = await bench.engine.run(workflow, { input: rows(1), mode: 'manual' });
		expect(hint(result)).toMatch(words);
	});

	test('a repeat under an idempotency key is told, and its credits are no new ones', async () => {
		const parameters = {
			resource: 'image',
			operation: 'generate',
			prompt: 'A cat',
			options: { idempotencyKey: 'cat' },
		};
		await bench.engine.run(single('imageGeneration', parameters));
		const result = await bench.engine.run(single('imageGeneration', parameters));
		expect(hint(result)).toContain('Jobs: 1 completed, 1 not paid again. The service keeps');
	});

	test('a run that only shows what would be sent says that nothing was', async () => {
		const result = await bench.engine.run(swap({ options: { checkOnly: true } }), { input: rows(1) });
		expect(hint(result)).toBe('Dry Run is on, so nothing was sent or paid for its items.');
		expect(customData(result)).toEqual({});
	});

	test('the IDs are in the custom data, in entries that n8n takes without a warning', async () => {
		const before = made().length;
		const result = await bench.engine.run(swap(), { input: rows(12) });
		expect(Object.keys(customData(result))).toEqual(['mediaJobs', 'mediaJobs2']);
		for (const value of Object.values(customData(result))) expect(value.length).toBeLessThanOrEqual(255);
		expect(noted(result).sort()).toEqual(made().slice(before).sort());
		expect(bench.engine.logs.lines.filter(({ level }) => level === 'error')).toEqual([]);
	});

	test('the IDs of a run that ends with an error are in the custom data, too', async () => {
		const before = made().length;
		bench.emulator.jobs.next({ status: 4, reason: 'No face' }, { times: 1 });
		const result = await bench.engine.run(swap({ options: { maxConcurrent: 1 } }), { input: rows(2) });
		expect(result.error).toBeDefined();
		expect(noted(result)).toEqual(made().slice(before));
	});

	test('hundreds of IDs leave room for the entries of others', async () => {
		const result = await bench.engine.run(swap({ options: { maxConcurrent: 50 } }), { input: rows(100) });
		expect(Object.keys(customData(result))).toHaveLength(4);
		expect(new Set(noted(result)).size).toBe(noted(result).length);
	});
});

describe('a stored run', () => {
	const { bench, store } = suspendedBench();

	test('tells for how many jobs it waits, with the first ID; at its end what it did', async () => {
		const before = bench.created.length;
		const stored = await store(swap({ options: { maxInProgress: 2, maxConcurrent: 1 } }), 3);
		const [first] = bench.created.slice(before);
		const message = `Waiting for 2 jobs (ID ${first?.id} and 1 more); 1 job still to be created.`;
		expect(hint(stored.result!)).toBe(message);
		expect(bench.engine.logs.lines).toContainEqual(
			expect.objectContaining({
				level: 'info',
				message: `n8n saves the execution. ${message}`,
			}),
		);
		expect(noted(stored.result!)).toHaveLength(2);
		bench.emulator.jobs.complete();
		await stored.wake();
		expect(hint(stored.result!)).toBe(`Waiting for 1 job (ID ${bench.created.at(-1)?.id}).`);
		bench.emulator.jobs.complete();
		const result = await stored.toTheEnd();
		expect(hints(result)).toHaveLength(1);
		expect(hint(result)).toContain('Jobs: 3 completed. The service does not report');
		expect(noted(result)).toEqual(bench.created.slice(before).map(({ id }) => id));
	});

	test('shows an ID of the service as text', async () => {
		bench.answer('specifyimage', { _id: '<a href="http://127.0.0.1:9">x</a>', job_id: 'j1' }, 1);
		const run = await store(swap(), 1);
		expect(run.status).toBe('waiting');
		expect(hint(run.result!)).toContain('Waiting for 1 job (ID ‹a');
		expect(JSON.stringify(run.result?.run.data.resultData)).not.toContain('<a href');
	});
});
