import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import type { INodeParameters } from 'n8n-workflow';
import type { FaultSpec } from '../emulator';
import { GOES_ON, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import type { RunResult } from '../support/engine';
import { now } from '../support/fastClock';
import { HOURS_MS, suspendedBench } from '../support/suspended';
import { skipped } from '../support/skippedTime';
import { calledBy, callerOfTools, MCP_TRIGGER, toolOf } from '../support/tools';

/* A run ends at its Timeout with IDs and reasons, no matter how the service, the credential, or n8n answers. */

const table = ClaimTable.install();
const { bench, store } = suspendedBench({ now, callbacks: { lost: true } });
const MINUTE_MS = 60_000;
const READS = 'listbyids';
const forever = (fault: FaultSpec, path?: string): void =>
	bench.emulator.faults.add({ ...fault, times: Infinity, match: { path } });
const hintOf = (result: RunResult) => result.runs('Node').at(-1)?.hints?.[0]?.message;
const made = (before: number) => bench.created.slice(before).map(({ id }) => id);

/** The shared credential gets a secret, and has no token. */
const credentialIs = (clientSecret: string) =>
	bench.engine.saveCredential({ ...bench.engine.readCredential(), clientSecret, accessToken: '' });
/** An access of n8n's database that gets no answer, as the clock has to know. */
const hung = new EventEmitter();
async function hang(): Promise<void> {
	channel('emulator.holds').publish(hung);
	await new Promise(() => {});
}

beforeAll(() => {
	bench.engine.instance.nodeTypes.add([toolOf('faceSwap'), callerOfTools(MCP_TRIGGER)]);
});
afterEach(() => {
	delete bench.emulator.alter.request;
	table.failures = 0;
	table.onAccess = () => {};
	hung.emit('close');
	credentialIs(bench.emulator.clientSecret);
});

/** What a state begins with. Each ends after its run. */
const STATES: Record<string, () => unknown> = {
	'jobs that never end': () => undefined,
	'a service that is away': () => forever({ kind: 'reset' }),
	'a service that hangs': () => forever({ kind: 'timeout' }),
	'a slow service': () => (bench.emulator.alter.request = () => void (skipped.ms += 15_000)),
	'code 1005': () => forever({ kind: 'code', code: 1005 }),
	'code 1006': () => forever({ kind: 'code', code: 1006 }),
	'code 1200': () => forever({ kind: 'code', code: 1200 }),
	'a refused token': () => forever({ kind: 'code', code: 1101 }),
	'HTTP 503': () => forever({ kind: 'httpStatus', status: 503 }),
	'a web page': () => forever({ kind: 'html' }),
	'another answer': () => forever({ kind: 'badJson', body: '{"code":1000,"data":{}}' }),
	'a wrong secret': () => credentialIs('a-wrong-secret-of-32-characters-'),
	'an exchange of tokens that hangs': () => {
		credentialIs(bench.emulator.clientSecret);
		forever({ kind: 'timeout' }, 'oken');
	},
	'a database that is away': () => (table.failures = Infinity),
	'a slow database': () => (table.onAccess = () => void (skipped.ms += 2_000)),
	'a database that hangs': () => (table.onAccess = hang),
};

/** A limit in seconds, and how many more a create under way may take. */
interface Limit {
	most: number;
	parameters: INodeParameters;
	isTool?: boolean;
	instanceTimeout?: number;
}
const LIMITS: Record<string, Limit> = {
	Timeout: { most: 120 + 120, parameters: { waitOptions: { timeout: 2 } } },
	"n8n's limit": { most: 140, parameters: { waitMethod: 'callback' }, instanceTimeout: 140 },
	"n8n's limit in memory": { most: 140, parameters: { waitMethod: 'polling' }, instanceTimeout: 140 },
	'Tool Timeout': { most: 20 + 60, parameters: { waitOptions: { toolTimeout: 20 } }, isTool: true },
};
const cases = Object.keys(STATES).flatMap((state) => Object.keys(LIMITS).map((limit) => [limit, state]));

/* Half of the cases, so that each state meets each limit once. */
describe.each([
	['from the start', 0],
	['from the first poll on', 1],
] as const)('%s', (when, half) => {
	test.each(cases.filter((_, n) => (n + Math.floor(n / 4)) % 2 === half))(
		'no run outlives %s, and each paid job is named: %s',
		async (limit, state) => {
			const { most, parameters, isTool, ...options } = LIMITS[limit]!;
			const begin = STATES[state]!;
			skipped.ms += HOURS_MS;
			const before = bench.created.length;
			if (when === 'from the start') begin();
			else {
				bench.emulator.alter.request = ({ path }) => {
					if (!path.includes(READS)) return;
					delete bench.emulator.alter.request;
					begin();
				};
			}
			const began = now();
			const workflow = swap(parameters, GOES_ON);
			const tool = calledBy(MCP_TRIGGER, { ...swap(parameters).nodes.at(-1)?.parameters });
			const input = [{ picture: `http://127.0.0.1:9/${randomUUID()}.png` }];
			const run = await (isTool
				? bench.engine.store(tool, { input, mode: 'webhook', now })
				: store(workflow, 2, options));
			const items = (await run.toTheEnd(9)).json(isTool ? 'Caller' : 'Node');
			expect(run.cancelledAt).toBeUndefined();
			expect((now() - began) / 1_000).toBeLessThanOrEqual(most);
			for (const id of made(before)) expect(JSON.stringify(items)).toContain(id);
		},
	);
});

test.each<[string, RegExp]>([
	['a wrong secret', /secret|token|credential/i],
	['code 1200', /1200|ban/i],
	['code 1006', /1006|quota|credit/i],
	['HTTP 503', /503/],
])(
	'a run whose polls get %s shows the reason until its Timeout, and then in its failure',
	async (state, why) => {
		const options = { timeout: 8, onTimeout: `={{ $json.row === 0 ? 'error' : 'returnPending' }}` };
		const run = await store(swap({ waitMethod: 'callback', ...options }, GOES_ON), 2);
		STATES[state]!();
		await run.wake();
		expect(run.status).toBe('waiting');
		expect(hintOf(run.result!)).toMatch(/The last poll was refused: /);
		expect(hintOf(run.result!)).toMatch(why);
		expect(bench.engine.logs.messages('info').at(-1)).toContain('The last poll was refused: ');
		const [failed, pending] = (await run.toTheEnd(20)).json('Node');
		expect(Object(failed?.details).description).toMatch(why);
		expect(pending).toMatchObject({ timedOut: true, status: 'queued' });
	},
);

test('of a job that was never read, no status is told', async () => {
	bench.emulator.faults.add({ kind: 'httpStatus', status: 503, match: { path: READS }, times: Infinity });
	const options = { waitMethod: 'polling', timeout: 1, onTimeout: 'error' };
	const run = await store(swap({ ...options }, GOES_ON), 1);
	const [failed] = (await run.toTheEnd(20)).json('Node');
	expect(failed).toMatchObject({
		error: 'Face swap could not be read for 1 minute',
		details: { next: 'readJob' },
	});
	expect(Object(failed?.details).description).not.toContain('continues at the service');
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
		const run = await store(swap({ options: { simplify: false } }), 1);
		const [item] = run.result!.json('Node');
		expect(item).toMatchObject({ status: 'completed', statusChecks: bench.reads });
		expect(now() - began).toBeGreaterThan(MINUTE_MS);
		expect(now() - began).toBeLessThan(3 * MINUTE_MS);
	});
});
