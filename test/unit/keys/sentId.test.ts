import { KeyStoreTable } from '../../support/keyStore';
import { DAY_MS, journalOn, MAKER, OTHER, usualId } from './journals';

/* In how many rows the IDs of creates are, and what becomes of one that can't be read. */

jest.mock('n8n-workflow', () => jest.requireActual<object>('n8n-workflow'));

let now = 0;
beforeEach(() => {
	now = Date.UTC(2030, 2, 17, 12);
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const NOBODY = '0'.repeat(10);
/** Of the journal itself. */
const BEGUN = 2;
type Journal = Pick<ReturnType<typeof journalOn>, 'note' | 'read'>;

/** Creates that are under way at the same moment. */
async function create({ note }: Journal, ids: string[]): Promise<void> {
	const noted = await Promise.all(ids.map(async (_, n) => await note((n + 1).toString(16).padStart(9, '0'))));
	await Promise.all(noted.map(async ({ settle }, n) => await settle({ job: { id: ids[n] ?? '', at: 0 } })));
}
const idsOf = async ({ read }: Journal) => (await read()).map(({ id }) => id);

test('an ID of the service is one row more, and one for all of the process that made it', async () => {
	const table = new KeyStoreTable();
	const journal = journalOn(table);
	const ids = [usualId(1), usualId(0xffffff, { afterS: 3_000 }), usualId(7, { afterS: -900 })];
	await create(journal, ids);
	expect(table.rows.size).toBe(BEGUN + 1 + 2 * 3);
	const others = [usualId(2), usualId(2, { maker: NOBODY }), usualId(3, { maker: NOBODY })];
	await create(journal, others);
	expect(table.rows.size).toBe(BEGUN + 2 + 2 * 6);
	expect(await idsOf(journalOn(table))).toEqual([...ids, ...others]);
});

test('an ID of another kind, or of a clock that is hours away, is two or more', async () => {
	const table = new KeyStoreTable();
	const ids = [usualId(1, { afterS: 3_600 }), usualId(1, { afterS: -3_600 }), '7', usualId(1).toUpperCase()];
	await create(journalOn(table), ids);
	expect(table.rows.size).toBe(BEGUN + 3 * 3 + 5);
	expect(await idsOf(journalOn(table))).toEqual(ids);
});

test('the journals of a day share what is known of the makers of IDs', async () => {
	const table = new KeyStoreTable();
	const first = journalOn(table);
	await create(first, [usualId(1)]);
	await create(first.openOther(OTHER), [usualId(2)]);
	expect(table.count(/makers/)).toBe(1);
	now += DAY_MS;
	const ids = [usualId(3, { maker: NOBODY }), usualId(4)];
	await create(first.openOther('2'.repeat(13)), ids);
	expect(table.count(/makers/)).toBe(3);
	expect(await idsOf(journalOn(table, { name: '2'.repeat(13) }))).toEqual(ids);
});

test('of processes that begin a journal at the same moment one sends', async () => {
	const table = new KeyStoreTable();
	const [first, second] = [journalOn(table), journalOn(table, { pace: 3 })];
	jest.spyOn(Date, 'now').mockImplementation(() => (now += 2_500));
	const ids = [usualId(1), usualId(2), usualId(3)];
	const both = [create(first, ids.slice(0, 1)), create(second, ids.slice(1))];
	const ends = (await Promise.allSettled(both)).map(({ status }) => status);
	expect(ends.sort()).toEqual(['fulfilled', 'rejected']);
	expect([ids.slice(0, 1), ids.slice(1)]).toContainEqual(await idsOf(journalOn(table)));
});

test.each([
	['whose maker is gone', /makers/, () => undefined],
	['whose maker is another', /makers/, (maker: number) => maker + 2 ** 12],
	['whose maker has another checksum', /makers/, (maker: number) => maker + 1],
	['that has another checksum', / 1 0$/, (id: number) => id + 1],
])('an ID %s is not known', async (_, row, change) => {
	const table = new KeyStoreTable();
	await create(journalOn(table), [usualId(1)]);
	table.change(row, change);
	expect(await idsOf(journalOn(table))).toEqual([undefined]);
});

test('an ID whose maker could not be stored is stored whole', async () => {
	const table = new KeyStoreTable();
	await create(journalOn(table), ['7']);
	const { note, takeOver, database } = journalOn(table);
	await takeOver();
	const { settle } = await note('00000000a');
	database.failures = 1;
	await settle({ job: { id: usualId(1), at: 0 } });
	expect(table.count(/makers/)).toBe(0);
	expect(await idsOf(journalOn(table))).toEqual(['7', usualId(1)]);
});

test('where each ID has another maker, they are stored whole in the end', async () => {
	const table = new KeyStoreTable();
	const ids = Array.from({ length: 300 }, (_, n) =>
		usualId(n, { maker: MAKER.slice(3) + String(n).padStart(3, '0') }),
	);
	const journal = journalOn(table);
	for (const id of ids) await create(journal, [id]);
	expect(table.rows.size).toBe(BEGUN + 255 * 3 + 45 * 3);
	expect(await idsOf(journalOn(table))).toEqual(ids);
});
