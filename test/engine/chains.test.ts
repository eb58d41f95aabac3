import type { INodeParameters } from 'n8n-workflow';
import { GOES_ON, rows, setUp, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { CREDENTIAL_TYPE, node, type RunOptions } from '../support/engine';
import type { RunResult } from '../support/runResult';

/*
 * Whose jobs a run gets. All executions send the same rows, so a row with the job of another chain is seen.
 */

const table = ClaimTable.install();
const bench = setUp({}, { binaryMode: 'filesystem' });
const sent = () => bench.emulator.requestsTo('specifyimage').length;
const idsOf = (result: RunResult) => result.json('Node').map(({ id }) => String(id));
const run = async (
	count: number,
	more: RunOptions = {},
	options = {},
	workflow = swap({ options }, GOES_ON),
) => await bench.engine.run(workflow, { input: rows(count), mode: 'trigger', ...more });
const retryOf = (executionId: string): RunOptions => ({
	...{ mode: 'retry', retryOf: executionId, recovered: ['Node'] },
});
/** An execution that ends above the node. */
const above = async (more: RunOptions = {}) =>
	(await bench.engine.run({ nodes: [node('Above', 'n8n-nodes-base.noOp')] }, more)).executionId;
const continued = (executionId: string) => ({ continueExecution: executionId });

const OLD: RunOptions = { token: '' };

interface Refusal {
	parameters?: INodeParameters;
	more?: RunOptions;
	before?: () => void;
}

test.each<[string, Refusal]>([
	['by a parameter', { parameters: { waitOptions: { timeout: 'soon' } } }],
	[
		'with a key by a parameter',
		{ parameters: { waitOptions: { timeout: 'soon' }, options: { idempotencyKey: 'a' } } },
	],
	['by its Callback', { parameters: { waitOptions: { waitMethod: 'callback' } }, more: { mode: 'cli' } }],
	['by an operation that is gone', { parameters: { operation: 'gone' } }],
	['by its credential', { before: () => bench.engine.saveCredential({ baseUrl: '' }) }],
	[
		'while the database is away',
		{ parameters: { waitOptions: { timeout: 0.01 } }, before: () => (table.failures = 200) },
	],
])('the retry of a run that was refused %s makes its own jobs', async (how, refusal) => {
	const { parameters, more, before } = refusal;
	const credential = bench.engine.readCredential();
	for (const n8n of how.includes('database') ? [{}] : [{}, OLD]) {
		const begun = sent();
		const first = await run(1, n8n);
		before?.();
		const refused = await run(2, { ...n8n, ...more }, {}, swap(parameters, GOES_ON));
		bench.engine.saveCredential(credential);
		table.failures = 0;
		expect([refused.json('Node').every(({ error }) => error), sent() - begun]).toEqual([true, 1]);
		const retried = await run(2, { ...n8n, ...retryOf(refused.executionId) });
		expect([idsOf(retried).includes(idsOf(first)[0]!), sent() - begun]).toEqual([false, 3]);
		const again = await run(2, { ...n8n, ...retryOf(retried.executionId) });
		expect([idsOf(again), sent() - begun]).toEqual([idsOf(retried), 3]);
	}
});

test('an execution without a token, of which n8n names only one that ended above the node, is refused', async () => {
	const killed = await run(3, OLD);
	await run(1, OLD);
	const retry = { ...OLD, ...retryOf(await above({ ...OLD, retryOf: killed.executionId })) };
	const refused = await run(3, retry);
	const error = 'n8n does not say which execution sent the jobs of this retry';
	expect(refused.json('Node')).toMatchObject(
		Array(3).fill({ error, details: { submitted: 'unknown', next: 'askService' } }),
	);
	const next = await run(3, { ...retry, retryOf: refused.executionId }, continued(killed.executionId));
	const again = await run(3, { ...retry, retryOf: next.executionId });
	expect([idsOf(next), idsOf(again), sent()]).toEqual([idsOf(killed), idsOf(killed), 4]);
});

const UUIDS = ['0198c9a4-0000-7000-8000-000000000001', '0198c9a4-0000-7000-8000-000000000002'] as const;

test('an execution with a UUID is continued and retried, although each of its steps has another token', async () => {
	const [one, two] = UUIDS;
	const first = await run(2, { executionId: one, token: 'a' });
	const step = await run(2, { executionId: one, token: 'b' });
	const next = await run(3, { executionId: two, token: 'c' }, continued(one));
	const retried = await run(3, { ...retryOf(two), executionId: one.replace('1', '3'), token: 'd' });
	expect([idsOf(step), idsOf(next).slice(0, 2)]).toEqual([idsOf(first), idsOf(first)]);
	expect([idsOf(retried), sent()]).toEqual([idsOf(next), 3]);
});

/* Chains by chance, and beside them what each row must get: the job of its own chain, or a new one. */

interface Chain {
	workflowId: string;
	token: string;
	jobs: Map<number, string>;
}
interface Execution {
	id: string;
	chain: Chain;
}

const ROWS = 4;

test.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
	'each row of a chain gets the job of its chain: chance %d',
	async (seed) => {
		let state = seed * 7_919;
		const below = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
		let number = 1_000 * seed;
		const executions: Execution[] = [];
		const noted = new Map<string, Chain>();
		const log: string[] = [];
		const expectJobs = (what: string, { jobs }: Chain, result: RunResult) => {
			log.push(what);
			for (const [row, id] of idsOf(result).entries()) {
				if (!jobs.has(row)) expect([...log, ...allJobs()]).not.toContain(id);
				expect([...log, id]).toEqual([...log, jobs.get(row) ?? id]);
				jobs.set(row, id);
			}
		};
		const chains = new Set<Chain>();
		const allJobs = () => [...chains].flatMap(({ jobs }) => [...jobs.values()]);
		const first = (): Chain => {
			const chain = { workflowId: `workflow-${below(5) === 0 ? 2 : 1}`, token: `${state}`, jobs: new Map() };
			chains.add(chain);
			return chain;
		};
		for (let step = 0; step < 14; step++) {
			const before = sent();
			const known = allJobs().length;
			const last = executions[below(Math.max(1, executions.length))];
			const isRetry = last !== undefined && below(3) > 0;
			const begun = isRetry ? last.chain : first();
			// n8n was moved by export and import: numbers begin again.
			if (below(6) === 0) number = 1_000 * seed;
			const id = String(++number);
			const options: RunOptions = {
				...{ executionId: id, token: begun.token, workflowId: begun.workflowId },
				...(isRetry && retryOf(last.id)),
			};
			const what = `${id} ${isRetry ? `retries ${last.id}` : 'begins'} in ${begun.workflowId}`;
			const fate = below(5);
			const named = executions[below(Math.max(1, executions.length))]?.id;
			const count = 1 + below(ROWS);
			if (fate === 0) {
				await above(options);
				executions.push({ id, chain: begun });
				log.push(`${what}, and ends above`);
				continue;
			}
			if (fate === 1 && named !== undefined && (!isRetry || begun.jobs.size === 0)) {
				const other = noted.get(`${begun.workflowId} ${named}`);
				const isRefused = !other || ![...other.jobs.keys()].some((row) => row < count);
				const results = await Promise.all(
					Array.from({ length: isRefused ? 1 : 1 + below(2) }, async () =>
						run(count, options, continued(named)),
					),
				);
				if (isRefused) {
					log.push(`${what}, and is refused to continue ${named}`);
					expect([...log, sent()]).toEqual([...log, before]);
					expect(results[0]?.json('Node')[0]?.error).toMatch(/^This node made no job/);
					executions.push({ id, chain: begun });
					continue;
				}
				for (const result of results) expectJobs(`${what}, and continues ${named}`, other, result);
				executions.push({ id, chain: { ...other, token: begun.token } });
				noted.set(`${begun.workflowId} ${id}`, other);
			} else {
				const workers = 1 + below(2);
				const results = await Promise.all(Array.from({ length: workers }, async () => run(count, options)));
				for (const result of results) expectJobs(what, begun, result);
				executions.push({ id, chain: begun });
				noted.set(`${begun.workflowId} ${id}`, begun);
			}
			expect([...log, sent() - before]).toEqual([...log, allJobs().length - known]);
		}
	},
);

test('a chain is of its account: another credential with the same Client ID finds its jobs, an API Key does not', async () => {
	const saved = bench.engine.readCredential();
	const killed = await run(2);
	bench.engine.saveCredential({ ...saved, accessToken: '', fingerprint: '' }, 'another');
	const workflow = swap(
		{},
		{ ...GOES_ON, credentials: { [CREDENTIAL_TYPE]: { id: 'another', name: 'Another' } } },
	);
	expect(idsOf(await run(2, retryOf(killed.executionId), {}, workflow))).toEqual(idsOf(killed));
	const apiKey = bench.emulator.accounts[0]?.apiKey ?? '';
	bench.engine.saveCredential({ ...saved, authentication: 'apiKey', apiKey });
	await run(2, retryOf(killed.executionId));
	bench.engine.saveCredential(saved);
	expect(sent()).toBe(4);
});
