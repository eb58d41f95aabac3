import { createHash } from 'node:crypto';
import { readBinary } from '../support/binaries';
import { byId, rows, setUp, swap } from '../support/bench';
import { single } from '../support/engine';
import { now } from '../support/fastClock';
import { KeyStoreTable } from '../support/keyStore';
import { loggedReceipts as logged, readReceipt as read } from '../support/receipts';

/* The receipt of a job: in its item with Simplify off, and in the log whatever its item tells. */

KeyStoreTable.install();
const GOES_ON = { onError: 'continueRegularOutput' } as const;

describe('a run in the process', () => {
	// The service and the nodes have the same clock.
	const bench = setUp({ jobMs: 20_000, now }, { binaryMode: 'filesystem' });
	beforeEach(() => bench.engine.logs.clear());
	const speak = async (parameters = {}) =>
		await bench.engine.run(
			single('avatarVideo', {
				resource: 'voice',
				operation: 'textToSpeech',
				inputText: 'Good morning',
				voiceId: byId('voice-amy'),
				...parameters,
			}),
		);

	test('a job that takes its time was sent, was at work, and was completed, in this order', async () => {
		const before = now();
		const result = await bench.engine.run(swap({ simplify: false }), { input: rows(1) });
		const { sentAt = 0, workingAt = 0, completedAt = 0, rest } = read(result.json('Node')[0]?.receipt);
		const { createdAt, startsAt, endsAt } = bench.created.at(-1)!;
		expect(sentAt).toBeGreaterThanOrEqual(Math.max(before, createdAt));
		expect(workingAt).toBeGreaterThanOrEqual(startsAt);
		expect(completedAt).toBeGreaterThanOrEqual(endsAt);
		expect(sentAt).toBeLessThan(workingAt);
		expect(workingAt).toBeLessThan(endsAt);
		expect(completedAt).toBeLessThanOrEqual(now());
		// The service tells no credits of a swap, and nothing was downloaded.
		expect(rest).toEqual({});
	});

	test('one that is completed in the answer of its create was never seen at work', async () => {
		const [item] = (await speak({ simplify: false, downloadResult: false })).json('Node');
		expect(item?.receipt).toEqual({
			sentAt: expect.any(String),
			completedAt: expect.any(String),
		});
		const { sentAt, completedAt } = read(item?.receipt);
		expect(completedAt).toBe(sentAt);
	});

	test('the log has it with Simplify on too, with size and SHA-256 of the file as it is stored', async () => {
		const result = await speak({ downloadResult: true, options: { reference: 'client 1' } });
		const [item] = result.output('Node');
		expect(item?.json).not.toHaveProperty('receipt');
		const content = await readBinary(item?.binary?.data?.id ?? '');
		const sha256 = createHash('sha256').update(content).digest('hex');
		const id = String(item?.json.id);
		expect(logged(bench)).toEqual([
			{
				level: 'info',
				message: `Receipt of audio ${id}`,
				details: expect.objectContaining({
					...{ id, item: 0, reference: 'client 1', status: 'completed' },
					files: [{ field: 'data', size: content.length, sha256 }],
				}),
			},
		]);
		expect(read(logged(bench)[0]?.details).completedAt).toBeDefined();
	});

	test('credits are in both where the service tells them', async () => {
		const parameters = { resource: 'image', operation: 'generate', prompt: 'A cat', simplify: false };
		const [item] = (await bench.engine.run(single('imageGeneration', parameters))).json('Node');
		expect(item?.credits).toBeGreaterThan(0);
		expect(item?.receipt).toMatchObject({ credits: item?.credits });
		expect(logged(bench)[0]?.details).toMatchObject({ credits: item?.credits });
	});

	test('a job that nobody waits for has only been sent', async () => {
		const result = await bench.engine.run(swap({ waitForCompletion: false, simplify: false }), {
			input: rows(1),
		});
		expect(result.json('Node')[0]?.receipt).toEqual({ sentAt: expect.any(String) });
		expect(logged(bench)[0]?.details).not.toHaveProperty('completedAt');
	});

	test('one that timed out was sent and seen at work, and is not completed', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 100_000 }, { times: 1 });
		const options = { timeout: 0.5, onTimeout: 'returnPending' };
		const result = await bench.engine.run(swap({ simplify: false, options }), { input: rows(1) });
		const [item] = result.json('Node');
		expect(item).toMatchObject({ timedOut: true, status: 'processing' });
		const known = { sentAt: expect.any(String), workingAt: expect.any(String) };
		expect(item?.receipt).toEqual(known);
		expect(logged(bench)[0]?.details).toMatchObject({ status: 'processing', ...known });
	});

	test.each([true, false])(
		'a failed one has it in its details, with Simplify off (Simplify: %s)',
		async (simplify) => {
			bench.emulator.jobs.next({ status: 4, reason: 'No face' }, { times: 1 });
			const result = await bench.engine.run(swap({ simplify }, GOES_ON), { input: rows(2) });
			const failed = result.json('Node').find(({ error }) => error);
			const { receipt } = Object(failed?.details);
			const known = { sentAt: expect.any(String), workingAt: expect.any(String) };
			expect(receipt).toEqual(simplify ? undefined : known);
			const failure = logged(bench).find(({ details }) => details.status === 'failed');
			expect(failure?.details).toMatchObject(known);
			expect(failure?.details).not.toHaveProperty('completedAt');
			expect(logged(bench)).toHaveLength(2);
		},
	);

	test('what was never sent has none', async () => {
		const wrong = { modifyImage: '={{ $json.row === 0 ? "no address" : $json.picture }}' };
		const result = await bench.engine.run(swap({ simplify: false, ...wrong }, GOES_ON), { input: rows(2) });
		expect(Object(result.json('Node')[0]?.details)).not.toHaveProperty('receipt');
		expect(logged(bench).map(({ details }) => details.item)).toEqual([1]);
	});

	test('the consent is in the receipt, and not in the log', async () => {
		const options = { consentReference: 'consent 12' };
		const result = await bench.engine.run(swap({ simplify: false, options }), { input: rows(1) });
		expect(result.json('Node')[0]?.receipt).toMatchObject({ consentReference: 'consent 12' });
		expect(JSON.stringify(logged(bench))).not.toContain('consent 12');
	});

	test('of a job that Get reads, only what Get itself has seen is told', async () => {
		const { id } = (await speak({ downloadResult: false })).json('Node')[0]!;
		const get = { resource: 'voice', operation: 'get', recordId: byId(String(id)), simplify: false };
		const result = await bench.engine.run(single('avatarVideo', { ...get, downloadResult: true }));
		const [item] = result.output('Node');
		expect(item?.json.receipt).toEqual({
			files: [{ field: 'data', size: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
		});
	});
});
