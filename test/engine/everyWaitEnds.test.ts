import { randomUUID } from 'node:crypto';
import type { FaultSpec } from '../emulator';
import { GOES_ON, rows, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { CREDENTIAL_TYPE, type RunResult } from '../support/engine';
import { now } from '../support/fastClock';
import { suspendedBench } from '../support/suspended';
import { skipped } from '../support/skippedTime';

/* A run ends at its Timeout with IDs and reasons, no matter how the service, the credential, or n8n answers. */

const table = ClaimTable.install();
const { bench, store, finish } = suspendedBench({ now, callbacks: { lost: true } });
const MINUTE_MS = 60_000;
const READS = 'listbyids';
const OWN = 'credential-of-its-own';
const forever = (fault: FaultSpec, path = READS): void =>
	bench.emulator.faults.add({ ...fault, times: Infinity, match: { path } });
const hintOf = (result: RunResult) => result.runs('Node').at(-1)?.hints?.[0]?.message;
const made = (before: number) => bench.created.slice(before).map(({ id }) => id);

afterEach(() => {
	delete bench.emulator.alter.request;
});

/** A swap with a credential that a test may change. */
function ownCredential(...[parameters, settings]: Parameters<typeof swap>) {
	bench.engine.saveCredential(bench.engine.readCredential(), OWN);
	const { nodes, ...workflow } = swap(parameters, settings);
	const credentials = { [CREDENTIAL_TYPE]: { id: OWN, name: OWN } };
	return { ...workflow, nodes: nodes.map((node) => ({ ...node, credentials })) };
}

const credentialIs = {
	deleted: () => bench.engine.instance.credentialsHelper.delete(OWN),
	wrong: () => {
		const clientSecret = 'a-wrong-secret-of-32-characters-';
		bench.engine.saveCredential({ ...bench.engine.readCredential(), clientSecret, accessToken: '' }, OWN);
	},
};

describe.each(['automatic', 'callback'])('a run suspended with the wait method %s', (waitMethod) => {
	test("ends immediately with its ID and n8n's reason if its credential was deleted", async () => {
		const run = await store(ownCredential({ waitMethod }, GOES_ON), 1);
		credentialIs.deleted();
		await run.wake();
		expect([run.status, run.legs]).toEqual(['success', 2]);
		expect(run.result!.json('Node')).toMatchObject([
			{
				error: expect.stringContaining('does not exist'),
				details: { id: bench.created.at(-1)!.id, submitted: 'yes' },
			},
		]);
	});

	test.each<[string, () => void, RegExp]>([
		['a wrong secret', credentialIs.wrong, /secret|token|credential/i],
		['code 1200', () => forever({ kind: 'code', code: 1200 }), /1200|ban/i],
		['code 1006', () => forever({ kind: 'code', code: 1006 }), /1006|quota|credit/i],
		['HTTP 503', () => forever({ kind: 'httpStatus', status: 503 }), /503/],
	])(
		'ends at its Timeout with its IDs if each poll gets %s, and shows the reason until then',
		async (_what, refuse, why) => {
			for (const onTimeout of ['error', 'returnPending']) {
				const before = bench.created.length;
				const began = now();
				const options = { timeout: 8, onTimeout };
				const run = await store(ownCredential({ waitMethod, options }, GOES_ON), 2);
				refuse();
				await run.wake();
				expect(run.status).toBe('waiting');
				expect(hintOf(run.result!)).toMatch(/The last poll was refused: /);
				expect(hintOf(run.result!)).toMatch(why);
				expect(bench.engine.logs.messages('info').at(-1)).toContain('The last poll was refused: ');
				const items = (await run.toTheEnd(20)).json('Node');
				bench.emulator.faults.clear();
				expect(now() - began).toBeLessThan(11 * MINUTE_MS);
				const ids = items.map(({ id, details }) => id ?? Object(details).id);
				expect(ids.sort()).toEqual(made(before).sort());
				if (onTimeout === 'returnPending')
					expect(items[0]).toMatchObject({ timedOut: true, status: 'queued' });
				else expect(Object(items[0]?.details).description).toMatch(why);
			}
		},
	);
});

describe('a completed record without its address', () => {
	/** The next reads answer that each job is completed, without its address. */
	function withoutAddress(reads: number): void {
		bench.emulator.alter.request = ({ path, query }) => {
			if (!path.includes(READS) || reads-- <= 0) return;
			const result = String(query._ids)
				.split(',')
				.map((_id) => ({ _id, faceswap_status: 3, url: '' }));
			bench.answer(READS, { result }, 1);
		};
	}
	const picture = () => bench.media('people-2.png');
	const downloadResult = true;

	test('is read again by a woken run', async () => {
		const run = await store(swap({ downloadResult, modifyImage: picture() }), 1);
		bench.emulator.jobs.complete();
		withoutAddress(4);
		const result = await run.toTheEnd();
		expect(run.legs).toBe(2);
		expect(result.json('Node')).toMatchObject([{ status: 'completed', resultUrl: expect.any(String) }]);
		expect(result.output('Node')[0]?.binary).toBeDefined();
	});

	test('is read again by Get', async () => {
		await store(swap({ waitForCompletion: false, modifyImage: picture() }), 1);
		bench.emulator.jobs.complete();
		withoutAddress(4);
		const recordId = bench.created.at(-1)!.id;
		const get = swap({ resource: 'job', operation: 'get', recordId, downloadResult });
		const { status, result } = await store(get, 1);
		expect(status).toBe('success');
		expect(result!.json('Node')).toMatchObject([{ status: 'completed', resultUrl: expect.any(String) }]);
	});

	test('is returned as it is after a minute', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 10 });
		withoutAddress(1_000);
		const began = now();
		const run = await store(swap({}), 1);
		expect(run.result!.json('Node')).toMatchObject([{ status: 'completed' }]);
		expect(now() - began).toBeGreaterThan(MINUTE_MS);
		expect(now() - began).toBeLessThan(3 * MINUTE_MS);
	});
});

describe('a service that accepts few creates a minute', () => {
	const COUNT = 30;
	/** A service that accepts few creates a minute. */
	const slow = () => {
		skipped.ms += 60 * MINUTE_MS;
		const limit = { most: 3, perMs: MINUTE_MS };
		bench.emulator.faults.add({ kind: 'code', code: 1005, limit, match: { path: 'specifyimage' } });
	};

	test.each([
		[5, false],
		[1, true],
	])(
		'suspends a run after %i minutes (on a worker: %s), and each job is created once',
		async (minutes, isWorker) => {
			slow();
			const before = bench.created.length;
			const began = now();
			// An expression without a value means an empty Save Execution After.
			const waitOptions = { saveAfter: '={{ undefined }}', timeout: 600 };
			const run = await store(swap({ waitOptions }, GOES_ON), COUNT, { isWorker });
			expect(run.status).toBe('waiting');
			expect(now() - began).toBeLessThan((minutes + 3) * MINUTE_MS);
			expect(now() - began).toBeGreaterThan((minutes - 0.5) * MINUTE_MS);
			const left = COUNT - (bench.created.length - before);
			expect(left).toBeGreaterThan(0);
			expect(hintOf(run.result!)).toContain(`${left} jobs still to be created`);
			const items = await finish(run);
			expect(items.map(({ status }) => status)).toEqual(Array(COUNT).fill('completed'));
			expect(made(before)).toHaveLength(COUNT);
		},
	);
});

test.each(['automatic', 'polling'])(
	'a create that another run is sending carries no run over the time limit of n8n, and costs no other result (%s)',
	async (waitMethod) => {
		const options = { idempotencyKey: `={{ $json.row === 0 ? '${randomUUID()}' : '' }}` };
		await store(swap({ waitForCompletion: false, options }), 1);
		table.loseEnds();
		bench.emulator.jobs.next({ status: 3, jobMs: 1_000 }, { times: 2 });
		const before = bench.created.length;
		const run = await store(swap({ options, waitMethod }, GOES_ON), 3, { instanceTimeout: 140 });
		const items = (await run.toTheEnd()).json('Node');
		expect(run.cancelledAt).toBeUndefined();
		const completed = { status: 'completed' };
		expect(items).toMatchObject([{ details: { submitted: 'unknown' } }, completed, completed]);
		expect(made(before)).toHaveLength(2);
	},
);

test('a suspended run does not report a refusal after a later poll has succeeded', async () => {
	const run = await store(swap(), rows(1).length);
	forever({ kind: 'httpStatus', status: 503 });
	await run.wake();
	bench.emulator.faults.clear();
	await run.wake();
	expect(hintOf(run.result!)).not.toContain('refused');
});
