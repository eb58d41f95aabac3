import type { Claim } from '../../../nodes/shared/keys/fingerprint';
import { noteLeg } from '../../../nodes/shared/run/park/takeUpSent';
import * as store from '../../../nodes/shared/keys/store';
import { KeyStoreTable } from '../../support/keyStore';
import { executionOn } from './execution';
import { heldIn } from './held';

const JOB = { id: '69d3fb64afebede10d4e8eb2', at: Date.parse('2030-01-01') };
const KEY = '1a'.repeat(10);
const OTHER = '2b'.repeat(10);
const claimOf = (key: string, fields: Claim['fields'] = { prompt: '0a1b', size: '2c3d' }): Claim => ({
	by: 'key',
	key,
	fields,
});
const HELD = { settle: expect.any(Function) };
const FOUND = { job: { id: JOB.id, at: expect.any(Number) }, others: [] };

/** The store of keys in a process of its own, or in this one. */
function storeOn(table: KeyStoreTable, { isOther = false, isLate = false } = {}) {
	const { context, node } = executionOn(table, { isLate });
	let { sharedStore } = store;
	if (isOther) {
		jest.isolateModules(() => {
			({ sharedStore } = jest.requireActual<typeof store>('../../../nodes/shared/keys/store'));
		});
	}
	return { ...sharedStore(context), node };
}

it('a key is claimed once, in a row of its own, and given back alone', async () => {
	const table = new KeyStoreTable();
	const { take, node } = storeOn(table);
	const { id } = node;
	const taken = [];
	for (const key of [KEY, OTHER, KEY]) taken.push(await take(claimOf(key)));
	expect(taken).toEqual([HELD, HELD, undefined]);
	expect([...table.rows.keys()]).toEqual([`W n:${KEY}`, `W n:${OTHER}`]);
	await heldIn(taken[0]).settle('free');
	expect(await take(claimOf(OTHER))).toBeUndefined();
	expect(await take(claimOf(KEY))).toEqual(HELD);
	expect(node.id).toBe(id);
});

it('an n8n that names rows otherwise is refused, before two could get one key', async () => {
	const { take } = storeOn(new KeyStoreTable(), { isLate: true });
	await take(claimOf(KEY));
	await expect(take(claimOf(KEY))).rejects.toThrow('keeps them in another way');
	await expect(take(claimOf(OTHER))).rejects.toThrow('keeps them in another way');
});

it('a job takes four rows, and a look-up of it, or of its claim, writes nothing', async () => {
	const table = new KeyStoreTable();
	const { take, find } = storeOn(table);
	expect(await find(claimOf(KEY))).toBe('free');
	expect(table.writes).toBe(0);
	const held = heldIn(await take(claimOf(KEY)));
	expect(await find(claimOf(KEY))).toBeUndefined();
	await held.settle({ job: JOB });
	expect(table).toMatchObject({ rows: { size: 4 }, writes: 4 });
	expect(await find(claimOf(KEY))).toEqual(FOUND);
	expect(await storeOn(table, { isOther: true }).find(claimOf(KEY))).toEqual(FOUND);
	expect(await take(claimOf(KEY))).toEqual(FOUND);
	expect(table.writes).toBe(4);
});

it('of processes that claim a key at the same moment one gets it', async () => {
	const table = new KeyStoreTable();
	table.latency = () => Math.random() * 5;
	const claims = Array.from(
		{ length: 8 },
		async () => await storeOn(table, { isOther: true }).take(claimOf(KEY)),
	);
	expect((await Promise.all(claims)).filter(Boolean)).toEqual([HELD]);
});

it('a create in doubt says so', async () => {
	const table = new KeyStoreTable();
	const { take, find } = storeOn(table);
	const held = heldIn(await take(claimOf(KEY)));
	await held.settle({ doubt: 'the connection broke off' });
	expect(await find(claimOf(KEY))).toEqual({ doubt: expect.stringContaining('unknown whether') });
});

it('a create that did not end within a minute is in doubt for all but its own process', async () => {
	const table = new KeyStoreTable();
	const { take, find } = storeOn(table);
	const other = storeOn(table, { isOther: true });
	await take(claimOf(KEY));
	expect(await other.find(claimOf(KEY))).toBeUndefined();
	table.loseEnds(61_000);
	expect(await other.find(claimOf(KEY))).toEqual({ doubt: expect.stringContaining('did not end') });
	expect(await find(claimOf(KEY))).toBeUndefined();
});

it('a job whose rows are not as they were stored is never read as another one', async () => {
	const table = new KeyStoreTable();
	const { take, find } = storeOn(table);
	const held = heldIn(await take(claimOf(KEY)));
	await held.settle({ job: JOB });
	table.change(/ 2$/, (data) => data - 1);
	expect(await find(claimOf(KEY))).toEqual({ doubt: expect.stringContaining('can not read it') });
	table.change(/ 1$/, () => undefined);
	expect(await find(claimOf(KEY))).toEqual({ doubt: expect.stringContaining('can not read it') });
});

it('an end that could not be stored is stored with the next look-up of its process', async () => {
	const table = new KeyStoreTable();
	const { take, find } = storeOn(table);
	const held = heldIn(await take(claimOf(KEY)));
	table.failures = Infinity;
	await expect(held.settle({ job: JOB })).rejects.toThrow('SQLITE_CANTOPEN');
	table.failures = 0;
	expect(await find(claimOf(KEY))).toEqual(FOUND);
	expect(await storeOn(table, { isOther: true }).find(claimOf(KEY))).toEqual(FOUND);
});

it('a busy database is asked again for an end', async () => {
	const table = new KeyStoreTable();
	const { take, find } = storeOn(table);
	const held = heldIn(await take(claimOf(KEY)));
	// Each access is tried twice, and two rows are stored at once.
	table.failures = 4;
	await held.settle({ job: JOB });
	expect(await find(claimOf(KEY))).toEqual(FOUND);
});

it('the node has its id again, also when the store fails', async () => {
	const table = new KeyStoreTable();
	table.failures = Infinity;
	const { take, node } = storeOn(table);
	const { id } = node;
	const claimed = take(claimOf(KEY));
	expect(node.id).toBe(id);
	await expect(claimed).rejects.toThrow('SQLITE_CANTOPEN');
	expect(node.id).toBe(id);
});

it('an n8n that does not compare one number after another is told from one that does', async () => {
	const table = new KeyStoreTable();
	const { take, find } = storeOn(table);
	await take(claimOf(KEY));
	table.checkProcessedAndRecord = async (items) => await Promise.resolve({ new: items, processed: [] });
	await expect(find(claimOf(KEY))).rejects.toThrow('in another way');
});

describe('legs', () => {
	it('are noted once, also by processes at the same moment', async () => {
		const table = new KeyStoreTable();
		table.latency = () => Math.random() * 3;
		const contexts = Array.from({ length: 4 }, () => executionOn(table).context);
		for (const leg of ['7/1', '7/2']) {
			const noted = await Promise.all(contexts.map(async (context) => await noteLeg(context, leg)));
			expect(noted.filter(Boolean)).toEqual([true]);
		}
		expect(await noteLeg(contexts[0]!, '7/1')).toBe(false);
	});

	it('leave the rows of the last 500 of a workflow', async () => {
		const table = new KeyStoreTable();
		const { context } = executionOn(table);
		for (let leg = 0; leg < 520; leg++) await noteLeg(context, `8/${leg}`);
		expect(table.count(/leg /)).toBeLessThanOrEqual(500);
		expect(await noteLeg(context, '8/500')).toBe(false);
	});
});
