import type { INodeParameters } from 'n8n-workflow';
import { setUp } from '../support/bench';
import { itemsInAgents, toolsOf } from '../support/tools';

/** More own avatars than a page holds. */
const OWN = 105;
/** The avatars for live sessions: three own, four official. */
const LIVE = 7;

const bench = setUp({ jobMs: 0 }, { nodeTypes: toolsOf('avatarVideo', 'liveAvatar', 'videoTranslation') });
beforeAll(async () => {
	const upload = bench.runner('avatarVideo', 'avatar.upload', {
		...{ video: 'https://example.com/person.mp4', waitForCompletion: false },
		...{ avatarId: '=person{{ $itemIndex }}', type: '={{ $itemIndex % 50 === 0 ? 2 : 1 }}' },
	});
	await upload({}, Array(OWN).fill({}));
});

const open = async (type: string, method: string, asked: { filter?: string } = {}) =>
	await bench.engine.searchList(type, method, asked);
const names = ({ results }: Awaited<ReturnType<typeof open>>) => results.map(({ name }) => name);

test('the dropdown of languages shows sorted names, and has codes as values', async () => {
	const { results } = await open('videoTranslation', 'searchLanguages');
	expect(results).toContainEqual({ name: 'German', value: 'de' });
	expect(results.map(({ name }) => name)).toEqual([...results.map(({ name }) => name)].sort());
	const { results: spoken } = await open('videoTranslation', 'searchSpokenLanguages');
	expect(spoken).toEqual([{ name: 'Detect Automatically', value: 'DEFAULT' }, ...results]);
});

test('the dropdown of avatars shows the official and own avatars of all pages once each, but no avatars for live sessions', async () => {
	const { results } = await open('avatarVideo', 'searchAvatars');
	const values = results.map(({ value }) => String(value));
	expect(values).toEqual(expect.arrayContaining(['person104', 'eve2024']));
	expect([new Set(values).size, values.length]).toEqual(Array(2).fill(OWN + 10 - LIVE));
	expect(results.filter(({ name }) => name.includes('for live'))).toEqual([]);
});

test('the dropdown of avatars has the IDs of the records as values in Get', async () => {
	const { results } = await open('avatarVideo', 'searchAvatarRecords');
	expect(results).toHaveLength(OWN + 10);
	const job = bench.emulator.jobs.created('avatar').find(({ request }) => request.avatar_id === 'person7');
	expect(results).toContainEqual(expect.objectContaining({ name: 'person7 (own)', value: job?.id }));
	const get = bench.runner('avatarVideo', 'avatar.get', {
		recordId: { __rl: true, mode: 'list', value: String(job?.id) },
	});
	expect(await get()).toMatchObject([{ id: job?.id, avatarId: 'person7' }]);
});

test('the dropdown of live avatars shows only avatars for live sessions, from all pages', async () => {
	const { results } = await open('liveAvatar', 'searchLiveAvatars');
	const official = ['Ada', 'Ben', 'Cleo', 'Dan'].map((name) => `${name}_1080P_back`);
	const all = [...official, 'person0', 'person100', 'person50'];
	expect(results.map(({ value }) => value).sort()).toEqual(all);
	expect(names(await open('liveAvatar', 'searchLiveAvatars', { filter: 'eve' }))).toEqual([]);
});

test('the dropdown of sessions shows the streaming sessions first, each once, and no closed session', async () => {
	const sessions = ['s1', 's2'].map((_id) => ({ _id, status: 2 }));
	bench.answer('/session/list', sessions, 2);
	bench.answer('/session/list', [...sessions, { _id: 's3', status: 1 }], 2);
	const { results } = await open('liveAvatar', 'searchSessions');
	expect(results.map(({ value }) => value)).toEqual(['s1', 's2', 's3']);
	const asked = bench.emulator.requestsTo('/session/list').map(({ query }) => query.status);
	expect(asked.join('')).toBe('2211');
});

test('a dropdown of avatars that was cut says so, whatever you type', async () => {
	const avatars = Array.from({ length: 2_000 }, (_, at) => ({ _id: `r${at}`, avatar_id: `a${at}` }));
	bench.answer('/avatar/list', avatars);
	const [entry] = names(await open('avatarVideo', 'searchAvatars', { filter: 'eve' }));
	expect(entry).toBe('… only the first 2000 are listed: choose By ID for others');
});

test.each([
	[{ kind: 'code', code: 1009 }, /^The account may not use this content/],
	[{ kind: 'httpStatus', status: 404 }, /./],
] as const)('a dropdown that fails with %j gives the reason and the next step', async (fault, message) => {
	for (const [type, method, path] of [
		['videoTranslation', 'searchLanguages', '/language/list'],
		['avatarVideo', 'searchAvatars', '/avatar/list'],
		['avatarVideo', 'searchVoices', '/voice/list'],
	] as const) {
		bench.emulator.faults.add({ ...fault, match: { path } });
		const told = { message: expect.stringMatching(message), description: expect.stringMatching(/./) };
		await expect(open(type, method)).rejects.toMatchObject(told);
		bench.emulator.faults.clear();
	}
});

describe('as a tool', () => {
	const list = async (type: string, resource: string, more: INodeParameters = {}) =>
		await itemsInAgents(bench.engine, { resource, operation: 'getAll', ...more }, {}, `${type}Tool`);

	test.each([
		['avatarVideo', 'avatar', 'avatar_id'],
		['avatarVideo', 'voice', 'voice_id'],
		['videoTranslation', 'language', 'lang_code'],
		['liveAvatar', 'session', 'id'],
	])('%s %s Get Many has the values to pass on, in at most 4,000 characters', async (type, resource, key) => {
		const items = await list(type, resource, { returnAll: true });
		expect(JSON.stringify(items).length).toBeLessThanOrEqual(4_000);
		const keys = new Set(items.flatMap((item) => Object.keys(item)));
		expect([key, 'name', 'count', 'description']).toEqual(expect.arrayContaining([...keys]));
	});

	test('a list that is cut says how many entries there are, and a search finds the others', async () => {
		const last = (await list('avatarVideo', 'avatar')).at(-1);
		expect(last).toMatchObject({ count: `50 of ${OWN + 10} entries` });
		expect(last?.description).toContain('Search');
		const filters = { search: 'own person104' };
		expect(await list('avatarVideo', 'avatar', { filters })).toEqual([
			{ avatar_id: 'person104', name: 'person104 (own)' },
		]);
		const whole = await bench.runner('avatarVideo', 'avatar.getAll')({ filters });
		expect(whole).toMatchObject([{ _id: expect.anything(), avatar_id: 'person104' }]);
	});
});
