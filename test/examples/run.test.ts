import { keepSampleJobs } from '../n8n/examples';
import { chain } from '../support/engine';
import { readExample } from '../support/example';
import { useExamples, type World } from './world';

// All parts of an answer come together, because a pause on a busy machine looks like the end of the answer.
const world = useExamples({ live: { startMs: 20, partMs: 0 } });

const questions = {
	'First question': 'Who built this clock?',
	'Second question': 'How old is it?',
	'Third question': 'Does it still run?',
};
const form = { input: [questions] };

/** A run with all accounts connected. Its jobs are in order, its messages in any, and its error is the start of one. */
interface Expected {
	before?: (world: World) => unknown;
	jobs?: (world: World) => object[];
	saved?: Array<string | RegExp>;
	messages?: string[];
	posts?: object[];
	error?: RegExp;
}

const portrait = (name: string) => ({ path: world.media(`portrait-${name}.png`) });
const news = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		title: `News ${index + 1}`,
		contentSnippet: `What happened ${index + 1}.`,
	}));
const spokenUrl = ({ emulator }: World) => emulator.jobs.created('audio')[0]?.resultUrls[0];

/** By the name of the example and the expectation. */
const runs: Record<string, Expected> = {
	'face-swap: gives everyone in an image the new face, through Face Mapper': {
		jobs: () => [
			{
				targetImage: [expect.objectContaining(portrait('ada'))],
				sourceImage: [expect.objectContaining(portrait('ben'))],
			},
		],
	},
	'swap-one-face: swaps with a single node': {
		jobs: () => [{ modifyImage: world.media('portrait-ada.png') }],
	},
	'swap-chosen-faces-in-a-video: replaces the chosen face': {
		jobs: () => [
			{
				modifyVideo: world.media('short.mp4'),
				targetImage: [{ ...portrait('ada'), opts: expect.any(String) }],
				sourceImage: [portrait('ben')],
			},
		],
	},
	'portrait-at-five-ages: saves each image with its years in the name': {
		jobs: () => [-30, -15, 10, 20, 30].map((face_reage) => ({ face_reage })),
		saved: ['-30', '-15', '+10', '+20', '+30'].map((years) => `portrait ${years} years.png`),
	},
	'video-into-four-languages: saves a lip-synced video for each language': {
		jobs: () =>
			['de', 'fr', 'es', 'it'].map((language) => ({
				...{ url: world.media('short.mp4'), source_language: 'en', lipsync: true, language },
			})),
		saved: ['de', 'fr', 'es', 'it'].map((language) => `welcome ${language}.mp4`),
	},
	'video-into-four-languages: continues when a language fails, and reports which and why': {
		before({ emulator }) {
			emulator.faults.add({ kind: 'code', code: 1202, match: { body: '"language":"fr"' } });
			emulator.jobs.next({ status: 4, reason: 'Nobody speaks' }, { operation: 'translation' });
		},
		saved: [/^welcome /, /^welcome /],
		messages: ['translated into fr', 'Nobody speaks'],
	},
	'four-images-upscale-the-second: presses U2 of the generation, and posts the image with its prompt': {
		jobs: ({ emulator }) => [
			{ prompt: 'A lighthouse at dawn, watercolour', scale: '16:9' },
			{ _id: emulator.jobs.created()[0]?.id, button: 'U2' },
		],
		posts: [{ mimeType: 'image/png', comment: 'A lighthouse at dawn, watercolour' }],
	},
	'text-to-talking-video: turns the text into speech, and makes an avatar say it': {
		jobs: () => [
			{ input_text: 'Welcome to the museum of clocks. The tour begins at ten.' },
			{ elements: expect.arrayContaining([{ type: 'audio', url: spokenUrl(world) }]) },
		],
	},
	'weekly-news-video: turns the three latest news into speech, and makes an avatar say them': {
		before: ({ services }) => (services.news = news(4)),
		jobs: () => [
			{
				voice_id: 'voice-amy',
				input_text: `Here is the news of the week. ${news(3)
					.map(({ title, contentSnippet }) => `${title}. ${contentSnippet}`)
					.join(' ')}`,
			},
			{
				...{ width: 3840, height: 2160, avatar_from: 2 },
				elements: [
					{ type: 'image', url: '#e8eef4' },
					{ type: 'avatar', avatar_id: 'eve2024' },
					{ type: 'audio', url: spokenUrl(world) },
				],
			},
		],
		saved: [/^news \d{4}-\d\d-\d\d\.mp4$/],
		messages: ['The news of the week: https://example.com/drive/news'],
	},
	'health-check: ends without an error when all is well': {},
	'health-check: ends with an error when credits run low, and reports how many are left': {
		before: ({ emulator }) => emulator.setCredit(12),
		error: /^Only 12 credits are left$/,
	},
	'health-check: ends with an error when a live session streams, and reports which': {
		before({ emulator }) {
			emulator.live.startMs = 0;
			emulator.sessions.create(emulator.accounts[0]!, { avatar_id: 'Ada_1080P_back' });
		},
		error: /7[0-9a-f]{23}/,
	},
	'health-check: ends with an error when the keys are refused': {
		before: ({ emulator }) => emulator.faults.add({ kind: 'code', code: 1200, times: Infinity }),
		error: /banned/i,
	},
	'nightly-run: saves all images, and ends without an error': {
		before: () => world.order(['people-1.png', 'people-3.png']),
		saved: ['order 1.png', 'order 2.png'],
	},
	'nightly-run: saves the results, and then ends with an error that names the failed row': {
		before: () => world.order(['people-1.png', 'blank.png', 'people-3.png']),
		saved: ['order 1.png', 'order 3.png'],
		error: /^1 of 3 rows failed\. The first: order 2: .*face/i,
	},
};

test.each(Object.entries(runs))(
	'%s',
	async (title, { before, jobs, saved = [], messages = [], posts = [], error }) => {
		const [name = ''] = title.split(':');
		await before?.(world);
		if (error) expect((await world.run(name)).error?.message).toMatch(error);
		else await world.succeed(name);
		if (jobs) expect(world.requests()).toMatchObject(jobs(world));
		const files = saved.map((file) => (file instanceof RegExp ? expect.stringMatching(file) : file));
		expect(world.saved()).toEqual(files);
		expect(world.services.posts).toMatchObject(posts);
		expect(world.services.messages).toHaveLength(messages.length);
		const told = messages.map((message) => expect.stringContaining(message));
		expect(world.services.messages).toEqual(expect.arrayContaining(told));
	},
);

test('get-an-earlier-result reads a job that was made before, saves its file, and makes none', async () => {
	await keepSampleJobs(world.emulator);
	const result = await world.succeed('get-an-earlier-result');
	const [item] = result.output('Get the Results');
	expect(item?.json).toMatchObject({ id: '600000000000000000000001', status: 'completed' });
	expect(item?.binary?.data).toBeDefined();
	expect(world.emulator.requestsTo('/faceswap/highquality/specifyimage')).toEqual([]);
});

test('videos-by-character gives each line the avatar, the voice and the size of its character', async () => {
	const lost = '{"lines":[{"character":"host","text":"Hello."},{"character":"nobody","text":"Hello."}]}';
	const refused = await world.run('videos-by-character', { parameters: { Lines: { jsonOutput: lost } } });
	expect(refused.error?.message).toMatch(/^Voice/);
	expect(world.requests()).toEqual([]);
	await world.succeed('videos-by-character');
	const spoken = world.requests('audio').map(({ voice_id, input_text }) => `${voice_id}: ${input_text}`);
	const lines = ['voice-amy: Welcome to the museum of clocks.', 'voice-carl: The tour begins at ten.'];
	expect(spoken.sort()).toEqual(lines);
	const made = world.requests('avatarVideo').flatMap(({ data }) => data);
	expect(made).toHaveLength(2);
	const video = (avatar_id: string, width: number, height: number, duration: number) =>
		expect.objectContaining({ width, height, duration, elements: [expect.objectContaining({ avatar_id })] });
	expect(made).toEqual(
		expect.arrayContaining([video('eve2024', 1920, 1080, 4_000), video('finn2024', 1080, 1920, 3_000)]),
	);
});

test('cap-a-month sends no row without a place, frees a place that was not paid, and reports the month', async () => {
	const run = async () => (await world.run('cap-a-month')).error?.message;
	const jobs = () => world.services.table.map(({ job }) => job);
	world.emulator.faults.add({ kind: 'code', code: 1003, match: { body: 'lighthouse' }, times: 1 });
	expect([await run(), jobs()]).toEqual([undefined, ['poster 2']]);
	const { month } = world.services.table[0] ?? {};
	const fill = (places: number) => {
		const rows = Array.from({ length: places }, (_, index) => ({ month, job: `${index}` }));
		world.services.table.splice(0, Infinity, ...rows);
	};
	fill(99);
	expect(await run()).toBe(`100 of 100 jobs of ${month} are used. Rows without a place: 1`);
	expect(jobs().slice(-1)).toEqual(['poster 1']);
	fill(78);
	expect(await run()).toBe(`80 of 100 jobs of ${month} are used. Rows without a place: 0`);
	expect(world.requests()).toHaveLength(2);
});

test.each([
	['Image 3', [undefined, 'U3'], 'Here is your image'],
	['None', [undefined], 'Nothing more was paid'],
])('approve-before-the-next-step pays only the image that is chosen: %s', async (choice, buttons, title) => {
	world.services.answers.push({ 'Your Choice': choice });
	await world.succeed('approve-before-the-next-step', { input: [{ Description: 'A lighthouse at dawn' }] });
	expect(world.services.endings.map((ending) => ending.title)).toEqual([title]);
	expect(world.requests().map(({ button }) => button)).toEqual(buttons);
});

test('swap-only-with-consent makes no job for a row without a consent, and captions the others', async () => {
	const result = await world.succeed('swap-only-with-consent');
	const missing = { order: 'order 2', reason: 'The row has no consent' };
	expect(result.json('List Missing Consents')).toEqual([missing]);
	expect(world.requests()).toMatchObject([{ modifyImage: world.media('portrait-ada.png') }]);
	const caption = 'This image was changed with AI. Consent C-2026-17.';
	expect(result.json('Add the Caption')).toMatchObject([{ reference: 'C-2026-17', caption }]);
});

test.each([
	[
		'a run',
		{
			...{ id: '7', url: 'https://example.com/7', lastNodeExecuted: 'Swap the Faces' },
			error: { message: 'The account is banned' },
		},
		'Orders failed at Swap the Faces: The account is banned https://example.com/7',
	],
	['a trigger', undefined, 'Orders failed: No connection'],
])('error-workflow reports where and why %s failed', async (_name, execution, message) => {
	const failed = execution ? { execution } : { trigger: { error: { message: 'No connection' } } };
	await world.succeed('error-workflow', { input: [{ ...failed, workflow: { name: 'Orders' } }] });
	expect(world.services.messages.map((text) => text.trim())).toEqual([message]);
});

describe('live-avatar-answers-a-form', () => {
	const NAME = 'live-avatar-answers-a-form';
	const ending = () => world.services.endings[0]?.message;
	afterEach(() => {
		const opened = world.emulator.sessions.all.map(({ id }) => ({ id }));
		expect(opened).toHaveLength(1);
		expect(world.emulator.requestsTo('/session/close').map(({ body }) => body)).toEqual(opened);
	});

	test('shows the answers to the three questions in their order, and closes the session', async () => {
		await world.succeed(NAME, form);
		const shown = /^Who built this clock\?\nYou asked: Who .*\n\nHow old is it\?\nYou asked: How /;
		expect(ending()).toMatch(shown);
		expect(ending()).toContain('a guide in a museum of clocks');
	});

	test('closes the session when a question gets no answer, and reports which', async () => {
		world.emulator.live.answer = (question) => {
			world.emulator.live.closeMidAnswer = question.startsWith('How old');
			return `An answer of a few words to: ${question}`;
		};
		// The quiet time is longer than a pause of a busy machine. Otherwise the first part would be the complete answer.
		await world.succeed(NAME, { ...form, parameters: { 'Ask the Avatar': { options: { quietTime: 20 } } } });
		expect(ending()).toContain('How old is it?\nNo answer this time: ');
		expect(ending()).toContain('Does it still run?\nAn answer of a few words to: Does it still run?');
	});

	test('closes a session that never streamed, and shows no answers', async () => {
		world.emulator.live.failStart = true;
		expect((await world.run(NAME, form)).status).toBe('error');
		expect(world.services.endings).toEqual([]);
	});
});

test.each(['retry', 'integrated'])('heal-lost-runs ends after six tries: %s', async (mode) => {
	const { nodes } = readExample('examples/heal-lost-runs.json');
	const [list, ...parts] = nodes.filter(({ name }) => /^(List the E|Each E|Is Lost|Choose)/.test(name));
	const workflow = chain({ ...list!, type: 'n8n-nodes-base.noOp' }, ...parts);
	const lost = (minutes: number, more = {}) => {
		const createdAt = new Date(Date.now() - minutes * 60_000).toISOString();
		const data = { executionData: { nodeExecutionStack: [1] } };
		return { workflowId: 'w', status: 'crashed', mode, createdAt, startedAt: createdAt, data, ...more };
	};
	const others = [{ mode: 'trigger' }, { workflowId: 'other' }, { retrySuccessId: '7' }];
	for (const tries of [5, 6]) {
		// Runs that are lost together are one try.
		const runs = [0, 10, 20, 30, 40, 50].slice(0, tries).flatMap((each) => [lost(each), lost(each)]);
		const data = [...runs, ...others.map((each) => lost(5, each))];
		const result = await world.engine.run(workflow, { input: [{ data }] });
		const ways = [0, 2].map((way) => result.output('Choose a Way', way).length);
		expect(ways).toEqual(tries > 5 ? [12, 2] : [0, 12]);
	}
});
