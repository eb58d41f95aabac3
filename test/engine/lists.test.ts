import { startEmulator, type Emulator } from '../emulator';
import { startEngine, type Engine } from '../support/engine';
import { runnerOf } from '../support/runner';

/** More own avatars than a page holds. */
const OWN = 215;

let emulator: Emulator;
let engine: Engine;
beforeAll(async () => {
	emulator = await startEmulator({ jobMs: 0 });
	engine = await startEngine({ emulator });
	const upload = runnerOf(() => engine, 'avatarVideo', 'avatar.upload', {
		video: 'https://example.com/person.mp4',
		avatarId: '={{ $json.avatarId }}',
		type: '={{ $json.type }}',
		waitForCompletion: false,
	});
	const items = Array.from({ length: OWN }, (_, index) => ({
		avatarId: `person${index}`,
		type: index % 50 === 0 ? '2' : '1',
	}));
	await upload({}, items);
});
afterEach(() => {
	emulator.faults.clear();
	emulator.shapes.avatarList = 'array';
});
afterAll(async () => {
	await engine.close();
	await emulator.close();
});

const open = async (type: string, method: string, asked: { filter?: string; page?: string } = {}) =>
	await engine.searchList(type, method, asked);
const names = ({ results }: Awaited<ReturnType<typeof open>>) => results.map(({ name }) => name);

describe('the dropdown of languages', () => {
	test('shows names in their order, and takes codes', async () => {
		const { results, paginationToken } = await open('videoTranslation', 'searchLanguages');
		expect(results).toContainEqual({ name: 'German', value: 'de' });
		expect(results.map(({ name }) => name)).toEqual([...results.map(({ name }) => name)].sort());
		expect(paginationToken).toBeUndefined();
	});

	test.each([
		[' GERM ', ['German']],
		['fr', ['French']],
		['klingon', []],
	])('finds %j', async (filter, found) => {
		expect(names(await open('videoTranslation', 'searchLanguages', { filter }))).toEqual(found);
	});
});

describe.each(['array', 'result'] as const)('the dropdown of avatars, from a list as %s', (shape) => {
	beforeEach(() => {
		emulator.shapes.avatarList = shape;
	});

	test('shows all of them, official and own, page by page and each once', async () => {
		const seen: string[] = [];
		let page: string | undefined;
		let pages = 0;
		do {
			const { results, paginationToken } = await open('avatarVideo', 'searchAvatars', { page });
			seen.push(...results.map(({ value }) => String(value)));
			page = paginationToken === undefined ? undefined : String(paginationToken);
			pages += 1;
		} while (page !== undefined);
		expect(pages).toBe(3);
		expect(seen).toHaveLength(OWN + 10);
		expect(new Set(seen).size).toBe(OWN + 10);
		expect(seen).toEqual(expect.arrayContaining(['person214', 'eve2024', 'Ada_1080P_back']));
	});

	test('finds what is typed on every page', async () => {
		const { results, paginationToken } = await open('avatarVideo', 'searchAvatars', { filter: 'person214' });
		expect(results).toEqual([{ name: 'person214 (own)', value: 'person214', url: expect.any(String) }]);
		expect(paginationToken).toBeUndefined();
		const official = names(await open('avatarVideo', 'searchAvatars', { filter: 'eve official' }));
		expect(official).toEqual(['Eve (official)']);
	});
});

test('an avatar that can not be used yet says so in its name', async () => {
	const job = emulator.jobs.created('avatar').find(({ request }) => request.avatar_id === 'person0');
	emulator.jobs.setStatus(String(job?.id), 2);
	const filter = 'person0';
	expect(names(await open('avatarVideo', 'searchAvatars', { filter }))).toEqual([
		'person0 (own, for live sessions, not ready)',
	]);
	emulator.jobs.fail(String(job?.id));
	expect(names(await open('avatarVideo', 'searchAvatars', { filter }))).toEqual([
		'person0 (own, for live sessions, failed)',
	]);
});

test('a live session is offered the avatars of all pages that are made for it, and no others', async () => {
	const { results, paginationToken } = await open('liveAvatar', 'searchLiveAvatars');
	expect(results.map(({ value }) => value).sort()).toEqual(
		['Ada', 'Ben', 'Cleo', 'Dan']
			.map((name) => `${name}_1080P_back`)
			.concat('person0', 'person100', 'person150', 'person200', 'person50'),
	);
	expect(paginationToken).toBeUndefined();
	expect(names(await open('liveAvatar', 'searchLiveAvatars', { filter: 'eve' }))).toEqual([]);
});

describe('the dropdown of voices', () => {
	test('tells them apart by gender and accent, and lets them be heard', async () => {
		const { results } = await open('avatarVideo', 'searchVoices');
		expect(results).toContainEqual({
			name: 'Amy (female, British)',
			value: 'voice-amy',
			url: `${emulator.mediaUrl}/tone.mp3`,
		});
	});

	test('finds by what is in the name', async () => {
		expect(names(await open('avatarVideo', 'searchVoices', { filter: 'german fem' }))).toEqual([
			'Dora (female, German)',
		]);
	});
});

describe('a dropdown that can not be filled', () => {
	test.each([
		[{ kind: 'code', code: 1009 }, /^The account may not use this content/],
		[{ kind: 'code', code: 1200 }, /^The account is banned/],
		[{ kind: 'httpStatus', status: 404 }, /./],
	] as const)('says why after %j, and what to do', async (fault, message) => {
		for (const [type, method, path] of [
			['videoTranslation', 'searchLanguages', '/language/list'],
			['avatarVideo', 'searchAvatars', '/avatar/list'],
			['avatarVideo', 'searchVoices', '/voice/list'],
		] as const) {
			emulator.faults.add({ ...fault, match: { path } });
			await expect(open(type, method)).rejects.toMatchObject({
				message: expect.stringMatching(message),
				description: expect.stringMatching(/./),
			});
			emulator.faults.clear();
		}
	});

	test('tries again after a fault that passes', async () => {
		emulator.faults.add({ kind: 'reset', match: { path: '/voice/list' } });
		expect((await open('avatarVideo', 'searchVoices')).results).not.toEqual([]);
	});
});
