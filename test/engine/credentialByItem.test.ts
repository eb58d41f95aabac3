import { isExpression } from 'n8n-workflow';
import { sampleAccounts } from '../emulator/accounts';
import { GOES_ON, rows, setUp, swap } from '../support/bench';
import { TestCredentialsHelper } from '../support/credentials';
import { connect, node, START } from '../support/engine';

/* A credential with expressions in its fields. A run uses one account, and creates no job with another. */

const bench = setUp();
const [, other] = sampleAccounts;
const OTHER = 'The credential gives this item another account than the first item of the run';
const BY_ITEM = { clientId: '={{ $json.id }}', clientSecret: '={{ $json.secret }}' };

const ours = () => ({ id: bench.emulator.clientId, secret: bench.emulator.clientSecret });
const theirs = () => ({ id: other!.clientId, secret: other!.clientSecret });
const owned = (...owners: object[]) =>
	rows(owners.length).map((row, index) => ({ ...row, ...owners[index] }));
const tokensAsked = () => bench.emulator.requestsTo('/getToken').map(({ body }) => Object(body).clientId);

function save(fields = {}): void {
	const { baseUrl, detectUrl, clientId, clientSecret } = bench.emulator;
	bench.engine.saveCredential({ baseUrl, detectUrl, clientId, clientSecret, ...fields });
}

beforeEach(() => save(BY_ITEM));
afterEach(() => jest.restoreAllMocks());

test('a row of another account stops the node before anything is paid', async () => {
	const before = bench.created.length;
	const { error } = await bench.engine.run(swap(), { input: owned(ours(), theirs()) });
	expect(error?.message).toBe(OTHER);
	expect(error?.description).toContain('Loop Over Items');
	expect(bench.created).toHaveLength(before);
	expect(bench.emulator.requests).toEqual([]);
});

test('a node that continues on errors fails each row of another account as not submitted, and creates the other jobs', async () => {
	const before = bench.created.length;
	const wrong = { ...ours(), secret: 'a-wrong-secret-0' };
	const without = { secret: undefined };
	const input = owned(ours(), wrong, ours(), theirs(), without);
	const items = (await bench.engine.run(swap({}, GOES_ON), { input })).json('Node');
	expect(items.map(({ status }) => status ?? 'refused')).toEqual([
		'completed',
		'refused',
		'completed',
		'refused',
		'refused',
	]);
	expect(items[1]).toMatchObject({ error: OTHER, details: { submitted: 'no' } });
	expect(items[3]).toMatchObject({ error: OTHER, details: { submitted: 'no' } });
	expect(items[4]).toMatchObject({ details: { submitted: 'no' } });
	expect(String(items[4]!.error)).toMatch(/^The credential can't be read for this item: /);
	expect(bench.created.length - before).toBe(2);
});

test('in a loop with one item per round each row uses its own account', async () => {
	const { nodes } = swap();
	const loop = {
		nodes: [node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 1 }), ...nodes],
		connections: {
			...connect([START, 'Loop'], ['Node', 'Loop']),
			Loop: { main: [[], [{ node: 'Node', type: 'main' as const, index: 0 }]] },
		},
	};
	const run = await bench.engine.run(loop, { input: owned(ours(), theirs(), ours(), theirs()) });
	expect(run.error).toBeUndefined();
	const [first, second, ...more] = bench.emulator
		.requestsTo('specifyimage')
		.map(({ headers }) => headers.authorization);
	expect(second).not.toBe(first);
	expect(more).toEqual([first, second]);
	expect(tokensAsked().filter((id) => id === theirs().id)).toHaveLength(1);
});

test('n8n never replaces the stored expressions with the values of an item', async () => {
	const stored = jest.spyOn(TestCredentialsHelper.prototype, 'updateCredentials');
	await bench.engine.run(swap(), { input: owned(ours()) });
	await bench.engine.run(swap(), { input: owned(theirs()) });
	expect(stored).not.toHaveBeenCalled();
	expect(isExpression(bench.engine.readCredential().clientSecret)).toBe(true);
});

test('a refused token is replaced, and the new token is not stored', async () => {
	await bench.engine.run(swap(), { input: owned(ours()) });
	bench.emulator.faults.add({ kind: 'code', code: 1101, match: { path: 'specifyimage' }, times: 1 });
	bench.emulator.requests.length = 0;
	const run = await bench.engine.run(swap(), { input: owned(ours()) });
	expect(run.json('Node')[0]).toMatchObject({ status: 'completed' });
	expect(tokensAsked()).toHaveLength(1);
	expect(bench.engine.readCredential().accessToken).toBe('');
});

test('Callback refuses an account from the item before anything is paid, because no call could be read', async () => {
	const workflow = swap({ waitMethod: 'callback' });
	const { error } = await bench.engine.run(workflow, { input: owned(ours()) });
	expect(error?.message).toContain('the credential has an expression that takes a value from the item');
	expect(error?.description).toContain('Enter the account itself in the credential');
	expect(bench.emulator.requestsTo('specifyimage')).toEqual([]);
});
