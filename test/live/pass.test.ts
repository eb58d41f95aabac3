import { defaultReadings, otherReadings, startEmulator, type Emulator, type Readings } from '../emulator';
import type { FaultSpec } from '../emulator';
import { LiveAccount } from './account';
import { Ear } from './ear';
import { switches } from './learn';
import { parts } from './parts';
import { runPass, type Teller } from './pass';
import { noNotes, questions, reportOf, type Notes, type Question } from './questions';

/** A service, and a person who looks at results. */
class Place {
	/** Of an age change, so that it can be cancelled. */
	ageMs = 60_000;
	/** A line at which the person presses Ctrl-C. */
	stopAt = '(nowhere)';

	private constructor(
		readonly ear: Ear,
		readonly emulator: Emulator,
	) {}

	static async open(): Promise<Place> {
		const place: Place = new Place(
			await Ear.at(0),
			await startEmulator({
				jobMs: (operation) => (operation === 'reageImage' ? place.ageMs : 5),
				...{ live: { startMs: 0, partMs: 0 }, callbacks: { retryMs: 1 } },
				outcome: (_operation, _n, request) =>
					JSON.stringify(request).includes('blank.png') ? { status: 4, reason: 'No face' } : undefined,
			}),
		);
		return place;
	}

	async close(): Promise<void> {
		this.ear.close();
		await this.emulator.close();
	}

	get environment() {
		const { emulator, ear } = this;
		return {
			MEDIA_BASE_URL: emulator.baseUrl,
			MEDIA_DETECT_URL: emulator.detectUrl,
			MEDIA_CLIENT_ID: emulator.clientId,
			MEDIA_CLIENT_SECRET: emulator.clientSecret,
			MEDIA_FILES: emulator.mediaUrl,
			MEDIA_LIVE_AVATAR: 'Ada_1080P_back',
			MEDIA_CALLBACK_URL: `http://127.0.0.1:${ear.port}`,
		};
	}

	pass = async (notes = noNotes(), teller: Partial<Teller> = {}, env = this.environment) => {
		const told: string[] = [];
		const service = new LiveAccount(env);
		service.ear = this.ear;
		const { jobs } = this.emulator;
		const ask = async (question: string) =>
			!question.includes('whole avatar') || jobs.created('talkingAvatar').at(-1)?.isWhole === true;
		const tell = (line: string) => {
			told.push(line);
			if (line.includes(this.stopAt)) service.stop.abort();
		};
		const times = { pollMs: 1, sessionMs: 4_000 };
		const isOver = await runPass(service, parts, notes, { tell, ask, keep: () => {}, ...times, ...teller });
		return { notes, told, isOver };
	};

	get tooMany() {
		const useful = this.emulator.jobs.all.filter(isUseful);
		return Object.entries(MOST).filter(
			([name, most]) => useful.filter(({ operation }) => operation === name).length > most,
		);
	}
}

/** Passes spend their time with waits, so several run together. */
const concurrently = (name: string, check: (place: Place) => Promise<void>) =>
	test.concurrent(name, async () => {
		const place = await Place.open();
		await check(place).finally(async () => await place.close());
	});

const answersOf = ({ answers }: Notes, only?: 'no') =>
	Object.entries(answers).flatMap(([id, { answer }]) => (only && answer !== only ? [] : [id]));

const aboutOf = (reading?: keyof Readings) =>
	Object.entries(switches).flatMap(([id, each]) => (reading && reading in (each.reading ?? {}) ? [id] : []));
/** Open without a fault: nothing is refused with 1005 or 1006, and no status is settled by its absence. */
const OPEN: Question[] = ['notTaken', 'quotaForAll', 'fourStatuses'];

for (const reading of [undefined, ...(Object.keys(otherReadings) as Array<keyof Readings>)])
	concurrently(
		`with the other reading ${reading}, the report says no for its question alone`,
		async ({ emulator, pass }) => {
			Object.assign(emulator.readings, defaultReadings, reading && otherReadings[reading]);
			const { notes } = await pass();
			const alsoPaid = reading === 'failedJobsCost' ? ['cancelFree'] : [];
			const wrong = answersOf(notes, 'no');
			expect(wrong.sort()).toEqual([...alsoPaid, ...aboutOf(reading)]);
			const report = reportOf(notes, '2030-01-01');
			for (const id of wrong) expect(report).toContain(questions[id as Question].ifNot);
			const open = Object.keys(questions).filter((id) => !(id in notes.answers));
			// A swap that is in doubt leaves its questions open, also the questions that need a balance that moved.
			if (reading !== 'tooFrequentTakes' && reading !== 'pathIsCrop') expect(open).toEqual(OPEN);
			expect(emulator.openSessions()).toEqual([]);
		},
	);

const taken = (path: string, status = 502, body?: string): FaultSpec => ({
	...{ kind: 'afterTakenHttpStatus', status, body, match: { path } },
});
const refusal = (path: string, code: number, times = Infinity): FaultSpec => ({
	...{ kind: 'code', code, times, match: { path } },
});
const broken = (path: string, kind: FaultSpec['kind'], times = Infinity): FaultSpec => ({
	...{ kind, times, match: { path } },
});
const saying = (path: string, body: string): FaultSpec => ({
	...{ kind: 'httpStatus', status: 200, times: Infinity, body, match: { path } },
});
const BY_CHANCE = 77;
const CODE_1005 = '{"code":1005,"msg":"Operation is too frequent"}';
const CREATES = [
	...['specifyimage', 'imgreage', 'createbyprompt', 'createbybutton', 'talkingavatar/create'],
	...['createbytranslate', 'avatar/createVideo', 'session/create', 'specifyvideo', 'avatar/create'],
	...['vidreage', 'audio/create', 'audio/clone'],
];
/** A token that ends while a job is created, polled, and while a session is open. */
const COUNTS = ['26', '40', '59', '80', '89'];
const LISTS = ['avatar/list', 'voice/list', 'language/list', 'session/list', 'quota/info'];
const each = <T>(paths: string[], what: string, plant: (path: string) => T): Record<string, T> =>
	Object.fromEntries(paths.map((path) => [`${path} ${what}`, plant(path)]));

/** Each fault, and the questions whose true answer it makes no. */
const faults: Record<string, [plant: FaultSpec[] | ((place: Place) => void), no?: Question[]]> = {
	...each(CREATES, 'taken, answered 502', (path) => [[taken(path)]]),
	...each(
		['specifyimage', 'createbyprompt', 'talkingavatar/create', 'session/create'],
		'taken, answered 1005',
		(path) => [[taken(path, 200, CODE_1005)], ['notTaken']],
	),
	...each(['talkingavatar/create', 'session/create'], 'taken, answer lost', (path) => [
		[broken(path, 'afterTakenReset', 1)],
	]),
	...each(['specifyimage', 'createbybutton', 'talkingavatar/create'], 'refused with 1003', (path) => [
		[refusal(path, 1003)],
	]),
	...each(['specifyimage', 'createbyprompt'], 'refused with 1006', (path) => [
		[refusal(path, 1006)],
		['quotaForAll'],
	]),
	...each(LISTS, 'answers 502', (path) => [[broken(path, 'httpStatus')]]),
	...each(['avatar/list', 'language/list'], 'answers half a JSON', (path) => [[broken(path, 'badJson')]]),
	...each(['session/detail', 'avatar/detail', 'delbyids', 'session/pause'], 'answers 502', (path) => [
		[broken(path, 'httpStatus')],
	]),
	'job/del answers 502': [
		(place) => {
			place.ageMs = 100;
			place.emulator.faults.add(broken('job/del', 'httpStatus'));
		},
	],
	'live avatars are on page 2': [
		({ emulator }) => {
			emulator.alter.request = ({ path, query }) => {
				if (path.endsWith('avatar/list')) query.size = '3';
			};
		},
	],
	...each(COUNTS, 'requests, and the token ends', (count) => [
		({ emulator }) => void (emulator.shapes.requestsPerToken = Number(count)),
	]),
	'everything is refused with 1006': [[refusal('create', 1006), refusal('specify', 1006)]],
	'one dropped connection at each poll': [
		['listbyids', 'infobymodelid'].map((path) => broken(path, 'reset', 2)),
	],
	'polls answer 502 for long': [[broken('listbyids', 'httpStatus', 150)]],
	'detection fails': [[broken('detect', 'httpStatus')]],
	'detection finds no face': [[refusal('detect', 5001)]],
	'detection in an unknown shape': [[saying('detect', '{"error_code":0}')]],
	'Close answers 502 three times': [[broken('session/close', 'httpStatus', 3)]],
	'Close answers 502 all the time': [[broken('session/close', 'httpStatus')]],
	'the session never streams': [({ emulator }) => void (emulator.live.startMs = 60_000)],
	'the room refuses': [({ emulator }) => void (emulator.live.rejectHandshake = 403)],
	'the room is silent': [({ emulator }) => void (emulator.live.silent = true)],
	'callbacks three times': [({ emulator }) => void (emulator.callbacks.settings.repeat = 3)],
	'callbacks repeated later': [({ emulator }) => void (emulator.callbacks.settings.retryMs = 400)],
	'callbacks lost': [({ emulator }) => void (emulator.callbacks.settings.lost = true)],
	'callbacks plain': [
		({ emulator }) => void (emulator.callbacks.settings.mode = 'plain'),
		['callbackSigned'],
	],
	'callbacks in seconds': [
		({ emulator }) => void (emulator.callbacks.settings.timestampIn = 'seconds'),
		['callbackMs'],
	],
	'lists by GET': [({ emulator }) => void (emulator.shapes.sessionListMethod = 'GET'), ['sessionListPost']],
	'uploads by GET': [({ emulator }) => void (emulator.shapes.avatarCreateMethod = 'GET'), ['uploadPost']],
	'a status 7': [({ emulator }) => emulator.jobs.next({ status: 7 }), ['fourStatuses']],
	'a swap fails by chance': [({ emulator }) => emulator.jobs.next({ status: 4, errorCode: BY_CHANCE })],
	'the balance never moves': [[saying('quota', '{"code":1000,"data":{"credit":5}}')]],
	'there are no voices': [[saying('voice/list', '{"code":1000,"data":[]}')]],
	'there are no avatars': [
		[saying('avatar/list', '{"code":1000,"data":[]}')],
		['liveListed', 'uploadListed'],
	],
};

/** The most creates by operation that the steps announce. */
const MOST = {
	...{ swapImage: 2, reageImage: 1, image: 1, imageButton: 2, talkingAvatar: 1, translation: 2 },
	...{ avatarVideo: 1, swapVideo: 1, reageVideo: 1, audio: 2, avatar: 1 },
};
/** A swap that failed by chance is made again. */
const isUseful = ({ outcome }: { outcome: { errorCode?: number } }) => outcome.errorCode !== BY_CHANCE;
/** Creates without what they need. */
const unsure = ({ requests }: Emulator) =>
	requests.filter(
		({ path, body }) =>
			/(specify|imgreage|create)/.test(path) &&
			(/""/.test(JSON.stringify(body)) ||
				(/talkingavatar/.test(path) && !/avatar_id.*voice_id/.test(JSON.stringify(body)))),
	);

const STEPS = parts.map(({ name }) => name).filter((name) => name !== 'Callbacks');

/** Each third, because a fault takes a second. The suite `live` tries all. */
const planted = Object.keys(faults).filter(
	(_, index) => process.env.LIVE_FAULTS === 'all' || index % 3 === 0,
);

for (const name of planted)
	concurrently(`with the fault "${name}" nothing false is said, paid, left open or lost`, async (place) => {
		const { emulator, pass } = place;
		const [plant, no = []] = faults[name] ?? [[]];
		if (typeof plant === 'function') plant(place);
		else emulator.faults.add(...plant);
		const before = structuredClone(emulator.callbacks.settings);
		const { notes } = await pass();
		const wrong = answersOf(notes, 'no').filter((id) => !no.includes(id as Question));
		const falseYes = no.filter((id) => notes.answers[id]?.answer === 'yes');
		expect([wrong, falseYes, place.tooMany, unsure(emulator)]).toEqual([[], [], [], []]);
		const isStuck = name.endsWith('all the time');
		expect(notes.sessions).toEqual(emulator.openSessions());
		expect(notes.sessions).toHaveLength(isStuck ? 1 : 0);

		emulator.faults.clear();
		Object.assign(emulator.callbacks.settings, before);
		Object.assign(emulator.live, { startMs: 0, rejectHandshake: undefined });
		emulator.shapes.requestsPerToken = Infinity;
		for (const { id, outcome } of emulator.jobs.all) if (outcome.status > 4) emulator.jobs.complete(id);
		await pass(notes);
		expect([place.tooMany, emulator.openSessions()]).toEqual([[], []]);
		const inDoubt = Object.keys(notes.sent).filter((key) => notes.sent[key]?.isInDoubt);
		const lost = STEPS.filter(
			(part) => !(part in notes.done) && !inDoubt.some((key) => key.startsWith(part)),
		);
		expect(lost).toEqual([]);
	});

concurrently('a failed login ends the pass, and nothing is done', async ({ pass, environment }) => {
	const wrong = { ...environment, MEDIA_CLIENT_SECRET: 'not-the-secret-of-this-account!!' };
	const { notes, isOver } = await pass(undefined, {}, wrong);
	expect({ isOver, notes }).toEqual({ isOver: false, notes: noNotes() });
});

concurrently(
	'a session whose create was cut off by the end of the process is closed by the next run',
	async ({ emulator, pass, environment }) => {
		emulator.faults.add(broken('session/close', 'httpStatus'));
		const kept: Notes[] = [];
		await pass(noNotes(), { keep: (notes) => void kept.push(structuredClone(notes)) });
		expect(emulator.openSessions()).toHaveLength(1);
		emulator.faults.clear();
		const killed = kept.find(({ sessionsBefore }) => sessionsBefore !== undefined);
		await runPass(new LiveAccount(environment), [], killed ?? noNotes(), {
			...{ tell: () => {}, ask: async () => true, keep: () => {}, pollMs: 1, sessionMs: 4_000 },
		});
		expect(emulator.openSessions()).toEqual([]);
	},
);

for (const line of ['ID ', 'infobymodelid', 'a pause is', 'is completed'])
	concurrently(
		`Ctrl-C at "${line}" stops the pass, closes its session, and the next run goes on`,
		async (place) => {
			const { emulator, pass } = place;
			place.stopAt = line;
			const { notes, isOver } = await pass();
			expect([isOver, emulator.openSessions()]).toEqual([line === 'infobymodelid', []]);
			place.stopAt = '(nowhere)';
			await pass(notes);
			expect([place.tooMany, Object.keys(notes.done)]).toEqual([[], expect.arrayContaining(STEPS)]);
		},
	);

concurrently('a pass that is stopped creates nothing', async ({ emulator, pass }) => {
	const stopped = await pass(undefined, { ask: async () => undefined });
	expect([stopped.isOver, emulator.jobs.created()]).toEqual([false, []]);
});

concurrently(
	'a key or a token is never told or written, even if the service repeats it',
	async ({ emulator, pass }) => {
		const { clientId, clientSecret } = emulator;
		const token = emulator.keyring.issueToken(clientId, clientSecret);
		const coded = ['', 'a:', `${clientId}:`].map((before) => btoa(before + clientSecret));
		const msg = ['bad', clientSecret, encodeURIComponent(clientSecret), ...coded].join(' ');
		emulator.faults.add({ kind: 'code', code: 1003, msg, match: { path: 'specifyimage' }, times: 9 });
		const { notes, told } = await pass();
		const all = `${told.join('\n')}${reportOf(notes, '2030-01-01')}${JSON.stringify(notes)}`;
		expect(all).toContain('bad ***');
		for (const secret of [clientSecret, token, ...coded.map((each) => each.slice(-30, -6))])
			expect(all).not.toContain(secret);
	},
);

concurrently('an address on a public network without https:// is refused', async ({ environment }) => {
	const unsafe = { ...environment, MEDIA_BASE_URL: 'http://api.example.com' };
	expect(() => new LiveAccount(unsafe)).toThrow('The Base URL in the credential is not secure');
});
