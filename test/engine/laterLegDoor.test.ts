import { byId, faceSwap, GOES_ON, rows, swap } from '../support/bench';
import { chain, node } from '../support/engine';
import { suspendedBench } from '../support/suspended';

/* A run that is refused before its rows are looked at still knows what earlier legs have paid. */

const { bench, store, swapNode } = suspendedBench({ callbacks: { lost: true } });
const save = (fields = {}) => {
	bench.engine.saveCredential({ ...bench.emulator.credential, ...fields });
};
beforeEach(() => save());
afterEach(() => save());

const OF_AN_ITEM = { clientId: '={{ $json.id }}' };
const UNPAID = /nothing was paid|no job was made|"submitted":"no"/i;

/** What a person reads in the failed items, or in the error of the execution. */
const textOf = (result: { status: string; json(node: string): unknown; error?: unknown }) =>
	JSON.stringify(
		result.status === 'success' ? result.json('Node') : [result.error, (result.error as Error)?.message],
	);
const newIds = (before: number) => bench.created.slice(before).map(({ id }) => id);

test.each([
	['continues', GOES_ON],
	['stops', {}],
] as const)(
	'a saved run whose credential is no longer one account names its paid jobs, if the node %s',
	async (_, settings) => {
		const before = bench.created.length;
		const run = await store(swap({}, settings), 2);
		save(OF_AN_ITEM);
		bench.emulator.jobs.complete();
		const text = textOf(await run.toTheEnd());
		for (const id of newIds(before)) expect(text).toContain(id);
		expect(text).not.toMatch(UNPAID);
	},
);

test('a saved run whose operation the installed package does not have names its paid jobs, once', async () => {
	const before = bench.created.length;
	const run = await store(
		chain(swapNode({ limits: { maxOpenJobs: 2 } }, GOES_ON), node('After', 'n8n-nodes-base.noOp')),
		3,
	);
	run.changeStored((data) => {
		for (const { node } of data.executionData?.nodeExecutionStack ?? [])
			node.parameters.operation = 'swapPicture';
	});
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	for (const id of newIds(before)) expect(textOf(result)).toContain(id);
	expect(textOf(result)).not.toMatch(UNPAID);
	expect([result.runs('Node').length, result.runs('After').length]).toEqual([1, 1]);
	const next = result.json('After').map(({ details }) => Object(details).next);
	// A leg that n8n has lost may have sent the third.
	expect(next).toEqual(['readJob', 'readJob', 'continueExecution']);
});

test('the second try of a saved run whose credential is gone does not call its paid jobs unpaid', async () => {
	const run = await store(
		swap({ waitOptions: { waitMethod: 'callback' } }, { ...GOES_ON, retryOnFail: true }),
		2,
	);
	run.changeStored((data) => {
		for (const { node } of data.executionData?.nodeExecutionStack ?? [])
			node.credentials = { mediaGenerationApi: { id: 'gone', name: 'Gone' } };
	});
	const result = await run.toTheEnd();
	expect(textOf(result)).toContain('does not exist');
	expect(textOf(result)).not.toMatch(UNPAID);
});

test('a saved run sends no more rows on another account, whose claims they would not have', async () => {
	const before = bench.created.length;
	const run = await store(swap({ limits: { maxOpenJobs: 1 } }, GOES_ON), 2);
	const { clientId, clientSecret } = bench.emulator.accounts[1]!;
	save({ clientId, clientSecret });
	bench.emulator.jobs.complete();
	const [, second] = (await run.toTheEnd()).json('Node');
	expect(bench.created.length).toBe(before + 1);
	expect(second).toMatchObject({
		error: expect.stringContaining('another account'),
		details: { submitted: 'no', next: 'runAgain' },
	});
});

test('a retry that can name no claim says which execution to retry once that is corrected', async () => {
	bench.emulator.jobs.next({ status: 4, jobMs: 10 });
	const failed = await bench.engine.run(swap(), { input: rows(1), mode: 'trigger' });
	save(OF_AN_ITEM);
	const { error } = await bench.engine.retry(failed);
	expect(error?.context.data).toMatchObject({
		...{ submitted: 'unknown', next: 'retryExecution', execution: failed.executionId },
	});
});

describe.each([
	['stops', {}],
	['continues', GOES_ON],
] as const)('a refusal of the account, if the node %s', (_, settings) => {
	beforeEach(() => {
		bench.emulator.requests.length = 0;
		bench.emulator.faults.add({ kind: 'code', code: 1200, times: Infinity });
	});
	afterEach(() => bench.emulator.faults.clear());
	test.each([
		['face detections', 'detect', 'swapImage', 'faceSwap'],
		['calls', 'detect', 'detect', 'face'],
		['reads', 'listbyids', 'get', 'job'],
	])('ends the %s of the run', async (__, path, operation, resource) => {
		const input = Array.from({ length: 40 }, (__, row) => ({
			...{ row, picture: `${bench.media('people-1.png')}?n=${row}`, id: String(row) },
		}));
		const media = (name: string) => bench.media(name);
		const all = {
			swapImage: { modifyImage: '={{ $json.picture }}', sourcePicture: media('portrait-ada.png') },
			detect: { image: '={{ $json.picture }}' },
			get: { recordId: byId('={{ $json.id }}') },
		};
		const parameters = { ...all[operation as 'get'], downloadResult: false };
		const run = faceSwap(resource, operation, parameters, settings);
		await bench.engine.run(run, { input, mode: 'trigger' });
		expect(bench.emulator.requestsTo(path).length).toBeLessThanOrEqual(10);
	});
});
