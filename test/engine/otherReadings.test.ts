import type { IDataObject } from 'n8n-workflow';
import { defaultReadings, otherReadings, type Readings } from '../emulator';
import { byId, GOES_ON, rows, setUp, swap } from '../support/bench';
import { now } from '../support/fastClock';

/* The main flows under each other reading of the interface (service.md: Other readings). */

const bench = setUp({ jobMs: 400, live: { maxOpen: 500, startMs: 0 } });
/** With Callback, a long job saves the execution, and nobody hears its only call. */
async function swapOf(input: IDataObject[], waitMethod: 'automatic' | 'callback') {
	const isSaved = waitMethod === 'callback';
	if (isSaved) bench.emulator.jobs.next({ status: 3, jobMs: 3_600_000 });
	const run = await bench.engine.store(swap({ waitOptions: { waitMethod } }, GOES_ON), { input, now });
	expect(run.status === 'waiting').toBe(isSaved);
	bench.emulator.jobs.complete();
	while (run.status === 'waiting') await run.wake();
	return run.result?.json('Node') ?? [];
}
const speech = { inputText: 'Hi', voiceId: byId('voice-amy') };
const talk = bench.runner('avatarVideo', 'talkingAvatar.create', {
	avatarId: byId('eve2024'),
	sound: 'text',
	...speech,
});
const film = bench.runner('avatarVideo', 'avatarVideo.create', {
	sound: 'voice',
	avatarId: byId('eve2024'),
	voiceId: byId('voice-amy'),
});
const translate = bench.runner('videoTranslation', 'translation.create', {
	...{ sourceLanguage: byId('en'), language: byId('de'), lipsync: true },
	video: '={{ $json.video }}',
});
const generate = bench.runner('imageGeneration', 'image.generate', { prompt: 'A lake' });
const vary = bench.runner('imageGeneration', 'image.vary', { imageNumber: 2 });
const open = bench.runner('liveAvatar', 'session.create', { avatarId: byId('Ada_1080P_back') });
const close = bench.runner('liveAvatar', 'session.close');

/** What you see of an item: its status, the number of its results, or the reason of its failure. */
const seen = (items: IDataObject[]) =>
	items.map(({ status, success, resultUrls, error }) =>
		error === undefined
			? [status ?? success, ...(Array.isArray(resultUrls) ? [resultUrls.length] : [])].join(' ')
			: String(error),
	);

async function flows(name: string) {
	const waitMethod = name === 'callbacksOnce' ? 'callback' : 'automatic';
	const before = bench.created.length;
	const credit = bench.emulator.credit();
	const one = await swapOf(rows(1), waitMethod);
	const talks = await talk();
	const films = await film();
	const isWhole = bench.created.slice(-2).map((job) => job.isWhole);
	const video = `https://example.com/${name}.mp4`;
	const translations = [...(await translate({}, [{ video }])), ...(await translate({}, [{ video }]))];
	const image = await generate();
	const variations = await vary({}, [{ id: image[0]?.id }]);
	const spent = credit - bench.emulator.credit();
	const session = await open();
	const closings = [
		...(await close({}, [{ id: session[0]?.id }])),
		...(await close({}, [{ id: session[0]?.id }])),
	];
	const beforeBatch = bench.emulator.jobs.all.length;
	const batch = await swapOf(
		rows(30).map((row) => (row.row % 10 === 9 ? { picture: `${row.picture}?doomed` } : { ...row })),
		waitMethod,
	);
	return {
		swap: seen(one),
		talk: seen(talks),
		film: seen(films),
		isWhole,
		translate: seen(translations),
		image: seen([...image, ...variations]),
		session: seen([...session, ...closings]),
		batch: [30 - seen(batch).filter((each) => each === 'completed').length, 'failed'].join(' '),
		named: batch.every(({ id, details }) => typeof (id ?? Object(details).id) === 'string'),
		paid: beforeBatch - before,
		batchPaid: bench.created.length - beforeBatch,
		spent,
	};
}

const RIGHT = {
	...{ swap: ['completed'], talk: ['completed'], film: ['completed'], isWhole: [true, true] },
	translate: ['completed 2', 'completed 2'],
	image: ['completed 4', 'completed 4'],
	session: ['streaming', 'true', 'true'],
	...{ batch: '3 failed', named: true, paid: 7, batchPaid: 30, spent: 23 },
};
type Seen = Partial<Record<keyof typeof RIGHT, unknown>>;

/** Where a node is not right, it is safe: it pays once, loses nothing, and the failure says why. */
const SAFE: Partial<Record<keyof Readings, Seen>> = {
	// No node can be safe against this. It is the first question of `npm run live`.
	tooFrequentTakes: { paid: 8, spent: 24 },
	offsetsAtCenter: { isWhole: [false, false] },
	pathIsCrop: {
		swap: [expect.stringContaining('No face at these points of the crop')],
		...{ batch: '30 failed', spent: 22 },
	},
	variationIsOneImage: { image: ['completed 4', 'completed'] },
	lipSyncOnce: {
		translate: ['completed 2', expect.stringContaining('has lip sync in this language')],
		...{ paid: 6, spent: 18 },
	},
};

// tooFrequentTakes concerns the first create of the account, so it is the first.
test.each([...(Object.keys(otherReadings) as Array<keyof Readings>), undefined])(
	'with the other reading %s, the main flows are right or safe',
	async (reading) => {
		Object.assign(bench.emulator.readings, defaultReadings, reading && otherReadings[reading]);
		expect(await flows(reading ?? 'none')).toEqual({ ...RIGHT, ...(reading && SAFE[reading]) });
	},
);

test('an avatar whose offset is its center is shown whole with the option Placement', async () => {
	bench.emulator.readings.offsetsAtCenter = true;
	await film({ options: { placement: 'center' } });
	expect(bench.created.at(-1)).toMatchObject({ isWhole: true });
});

test('a language that wants a voice says so in the list and before the batch', async () => {
	bench.emulator.readings.needVoiceId = true;
	const { results } = await bench.engine.searchList('videoTranslation', 'searchLanguages');
	expect(results).toContainEqual({ name: 'German (needs a voice ID)', value: 'de' });
	const result = await translate.stopping({}, [{ video: 'https://example.com/voice.mp4' }]);
	expect(JSON.stringify(result.run.data.resultData.runData.Node)).toContain(
		'The service wants a voice for de',
	);
});
