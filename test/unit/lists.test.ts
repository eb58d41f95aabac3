import fc from 'fast-check';
import * as catalog from '../../nodes/shared/lists/catalog';
import { entryIn, known } from '../../nodes/shared/lists/entries';
import { getMany, readList, shownOf } from '../../nodes/shared/lists/pages';
import { Failure } from '../../nodes/shared/service/failure';
import type { ServiceRequest } from '../../nodes/shared/service/request';
import { avatarRecord } from '../../nodes/shared/service/records';
import type { Transport } from '../../nodes/shared/transport/transport';
import { findNamed, labelled, matching } from '../../nodes/shared/lists/search';
import { languages as listed } from '../emulator/endpoints/catalogue';

const { avatarEntry, AVATARS, SESSIONS, usableAvatar, VOICES } = catalog;

/** A transport that answers with the requested page, and counts. */
function pages(pageOf: (page: number) => unknown): { transport: Transport; asked: ServiceRequest[] } {
	const asked: ServiceRequest[] = [];
	const transport: Transport = {
		send: async (request, answer) => {
			asked.push(request);
			return answer.parse(pageOf(Number(request.query?.page)));
		},
	};
	return { transport, asked };
}

const once = async <T>(_: string, make: () => Promise<T>) => await make();

const full = (page: number) =>
	Array.from({ length: 100 }, (_, at) => ({ _id: `${page}-${at}`, avatar_id: `a${page}x${at}` }));

test('all records come once and in order, however the service cuts, counts and repeats its pages', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.nat(400),
			fc.integer({ min: 1, max: 130 }),
			fc.constantFrom('none', 'all', 'page', 'zero', 'more'),
			fc.constantFrom('empty', 'first', 'last'),
			async (total, most, counted, after) => {
				const all = Array.from({ length: total }, (_, index) => ({ _id: String(index) }));
				const lastPage = Math.max(1, Math.ceil(total / most));
				const { transport, asked } = pages((page) => {
					const beyond = { empty: page, first: 1, last: lastPage }[after];
					const shown = page > lastPage ? beyond : page;
					const result = all.slice((shown - 1) * most, shown * most);
					const counts = { all: total, page: result.length, zero: 0, more: 10 * total };
					return counted === 'none' ? result : { count: counts[counted], result };
				});
				expect(await readList(AVATARS, transport)).toEqual({ records: all, isWhole: true });
				expect(asked.length).toBeLessThanOrEqual(lastPage + 1);
			},
		),
	);
});

test('a list that fails leaves the choice to the service, but not if the failure holds for all rows', async () => {
	const failing = (scope: 'run' | 'row') => {
		const failure = new Failure('used up', 'runAgain', {}, { scope });
		return { once, transport: { send: async () => await Promise.reject(failure) } };
	};
	await expect(known(AVATARS, failing('run'))).rejects.toThrow('used up');
	expect(await known(AVATARS, failing('row'))).toEqual({ all: [], entries: [], fault: expect.any(Failure) });
	expect(await entryIn(VOICES, 'Voice', 'amy', failing('row'))).toEqual({ id: 'amy' });
});

test('an endless list is read up to 10,000 records', async () => {
	const { transport, asked } = pages(full);
	const { records, isWhole } = await readList(AVATARS, transport);
	expect([records.length, isWhole]).toEqual([10_000, false]);
	expect(asked).toHaveLength(100);
	expect((await known(AVATARS, { once, transport })).all).toHaveLength(10_000);
	// A page that has as many as are wanted is the last that is read.
	await readList(AVATARS, transport, { most: 100 });
	expect(asked).toHaveLength(201);
});

test('a search by a tool in an endless list says how many entries were found in which part of it', async () => {
	const told: string[] = [];
	const addExecutionHints = ({ message }: { message: string }) => told.push(message);
	const toolOf = { getNode: () => ({ type: 'xTool' }), logger: { warn: () => {} } };
	const asking = { context: { ...toolOf, addExecutionHints } as never, once, ...pages(full) };
	const found = await getMany(AVATARS)({ limit: 1, filters: { search: 'a99x' } }, asking);
	expect(found).toMatchObject([{ avatar_id: 'a99x0' }, { count: '1 of 100 or more entries' }]);
	const read = 'Only the first 10000 entries of the list were read. Narrow the list with a filter';
	expect(told).toEqual([read]);
});

const lists = { avatars: AVATARS, languages: catalog.LANGUAGES, sessions: SESSIONS, voices: VOICES };
const TIME = '2023-11-14T22:13:20.000Z';
const official = { _id: 'r1', avatar_id: 'eve', name: 'Eve', from: 2, type: 2, url: 'u', thumbnailUrl: 't' };
const spoken = { voice_id: 'v', gender: 'm', language: 'French', accent: 'CH' };
const named = { _id: 's', status: 2, avatar_id: 'eve', create_time: TIME };
test.each<[keyof typeof lists, object, shown: string[]]>([
	['voices', { ...spoken, name: 'Al', from: 4, preview: 'u' }, ['v', 'Al (m, French, CH, own)', 'u']],
	['voices', { voice_id: 'v', from: 3 }, ['v', 'v']],
	[
		'languages',
		{ lang_code: 'xh', lang_name: 'Xhosa', need_voice_id: 1 },
		['xh', 'Xhosa (needs a voice ID)'],
	],
	['languages', { lang_code: 'xh', need_voice_id: 0 }, ['xh', 'xh']],
	['sessions', named, ['s', `s (streaming, eve, ${TIME})`]],
	['sessions', { _id: 's' }, ['s', 's (unknown)']],
	['avatars', official, ['eve', 'Eve (official, for live sessions)', 't']],
	['avatars', { _id: 'r', avatar_id: 'me', from: 3, status: 4, url: 'u' }, ['me', 'me (own, failed)', 'u']],
	['avatars', { _id: 'r' }, []],
])('in the list of %s, %j is shown as %j', (list, record, shown) => {
	const [entry] = shownOf<never>(lists[list] as never, [{ ...record }]);
	expect(entry ? [entry.value, entry.name, ...(entry.url ? [entry.url] : [])] : []).toEqual(shown);
});

test.each([
	[{ avatar_id: 'anna', disabled: true }, 'anna (disabled)'],
	[{ avatar_id: 'anna', status: 9, type: 1 }, 'anna'],
	[{ avatar_id: 'anna', status: 1 }, 'anna (not ready)'],
])('an avatar for videos %j is shown as "%s", and is used', (fields, name) => {
	const avatar = avatarRecord.parse({ _id: 'r1', ...fields });
	expect([avatarEntry(avatar, 'anna') ?? []].flat().map(labelled)).toEqual([{ name, value: 'anna' }]);
	expect(usableAvatar([avatar], 'anna')).toBe(avatar);
});

test('an avatar that failed comes after the others', async () => {
	const records = [4, 3, 4, 2].map((status, at) => ({ _id: `r${at}`, avatar_id: 'anna', status }));
	const { transport } = pages((page) => (page === 1 ? records : []));
	const { all } = await known(AVATARS, { once, transport });
	expect(all.map(({ _id }) => _id)).toEqual(['r1', 'r3', 'r0', 'r2']);
});

test('a search returns the entries with every word, in order', () => {
	const words = fc.array(fc.constantFrom('an', 'be', 'c1', 'x'), { minLength: 1, maxLength: 3 });
	const some = fc.record({
		name: fc.constantFrom('Anna', 'Ben', 'Annabel', 'Max'),
		value: fc.constantFrom('c1', 'x9', 'AN'),
	});
	fc.assert(
		fc.property(fc.array(some), words, (entries, typed) => {
			const found = matching(entries, typed.join(' ').toUpperCase());
			const holds = (each: { name: string; value: string }) =>
				typed.every((word) => `${each.name} ${each.value}`.toLowerCase().includes(word));
			expect(found).toEqual(entries.filter(holds));
		}),
	);
});

test('a list of another shape is refused and not read as empty, because open sessions cost credits', async () => {
	const readOf = async (data: unknown) =>
		(await readList(SESSIONS, { send: async (_request, answer) => answer.parse(data) })).records;
	await expect(readOf({ all: [{ _id: 's1' }] })).rejects.toThrow('Expected a list');
	await expect(readOf({ count: 0, all: [{ _id: 's1' }] })).rejects.toThrow('Expected a list');
	for (const key of ['result', 'list', 'lang_list']) {
		expect(await readOf({ count: 0, [key]: [{ _id: 's1' }] })).toEqual([{ _id: 's1' }]);
	}
	expect(await readOf([null, 7, { _id: 's1' }, { _id: 's1' }])).toEqual([{ _id: 's1' }]);
	for (const none of [null, [], {}, { count: 0 }, { count: 0, result: null }, { count: 0, list: [] }]) {
		expect(await readOf(none)).toEqual([]);
	}
});

const languages = [...listed, ['pt-BR', 'Portuguese (Brazil)'] as const].map(([id, name]) => ({ id, name }));
const found = (typed: string) => findNamed(languages, typed, ({ id }) => id)?.id;

test.each([
	['de', 'de'],
	['DE', 'de'],
	['PT_br', 'pt-BR'],
	['german ', 'de'],
	['Germna', undefined],
])('the entry of a list for %s is %s', (typed, id) => {
	expect(found(typed)).toBe(id);
});

test('a name that two entries have stands for neither, but the ID of each stands for itself', () => {
	const voices = [
		{ id: 'a', name: 'Amy' },
		{ id: 'A', name: 'Amy' },
	];
	expect(['Amy', 'a', 'A'].map((typed) => findNamed(voices, typed, ({ id }) => id)?.id)).toEqual([
		undefined,
		'a',
		'A',
	]);
});
