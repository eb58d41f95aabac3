import { defaultReadings, otherReadings, startEmulator, type Emulator, type Readings } from '../emulator';
import { LiveAccount } from './account';
import { Ear } from './ear';
import { parts } from './parts';
import { runPass, type Teller } from './pass';
import { questions, reportOf, type Notes, type Question } from './questions';

let emulator: Emulator;
let ear: Ear;
beforeEach(async () => {
	ear = await Ear.at(0);
	emulator = await startEmulator({
		...{ jobMs: 5, live: { startMs: 0, partMs: 0 }, callbacks: { retryMs: 1 } },
		outcome: (_operation, _n, request) =>
			JSON.stringify(request).includes('blank.png') ? { status: 4, reason: 'No face' } : undefined,
	});
});
afterEach(async () => {
	ear.close();
	await emulator.close();
});

const environment = () => ({
	MEDIA_BASE_URL: emulator.baseUrl,
	MEDIA_DETECT_URL: emulator.detectUrl,
	MEDIA_CLIENT_ID: emulator.clientId,
	MEDIA_CLIENT_SECRET: emulator.clientSecret,
	MEDIA_FILES: emulator.mediaUrl,
	MEDIA_LIVE_AVATAR: 'Ada_1080P_back',
	MEDIA_CALLBACK_URL: `http://127.0.0.1:${ear.port}`,
});

/** Does all steps. A person looks at the video. */
async function pass(notes: Notes = { answers: {}, done: {} }, ask?: Teller['ask']) {
	const told: string[] = [];
	const service = new LiveAccount(environment());
	service.ear = ear;
	await service.logIn();
	const look = async (question: string) =>
		!question.includes('whole avatar') || emulator.jobs.created('talkingAvatar').at(-1)?.isWhole === true;
	const teller = { tell: (line: string) => void told.push(line), keep: () => {}, pollMs: 1 };
	const isOver = await runPass(service, parts, notes, { ...teller, ask: ask ?? look });
	return { notes, told, isOver };
}

/** Which question each reading is about. */
const ABOUT: Record<keyof Readings, Question> = {
	...{
		tooFrequentTakes: 'notTaken',
		offsetsAtCenter: 'topLeft',
		pathIsCrop: 'wholePath',
		listCap: 'wholeList',
	},
	...{
		failedJobsCost: 'failedIsFree',
		variationIsOneImage: 'fourVariations',
		liveAvatarsUnlisted: 'liveListed',
	},
	...{
		talkingOnly4K: 'anySize',
		fullRecords: 'shortRecords',
		sessionCodes: 'sessionCodes',
		needVoiceId: 'noVoice',
	},
	...{ lipSyncOnce: 'lipSyncAgain', callbacksOnce: 'callbacksRepeat' },
};

test.each([undefined, ...(Object.keys(otherReadings) as Array<keyof Readings>)])(
	'with the other reading %s, the report says no for its question alone',
	async (reading) => {
		Object.assign(emulator.readings, defaultReadings, reading && otherReadings[reading]);
		const { notes } = await pass();
		const about = reading && ABOUT[reading];
		const wrong = Object.entries(notes.answers).flatMap(([id, answer]) => (answer === 'no' ? [id] : []));
		expect(wrong).toEqual(about ? [about] : []);
		const report = reportOf(notes, '2030-01-01');
		expect(report.match(/\| no \|/g) ?? []).toHaveLength(wrong.length);
		for (const id of wrong) expect(report).toContain(questions[id as Question][1]);
		// Nothing refuses with 1005 otherwise, and a refused first swap leaves its questions open.
		const open = Object.keys(questions).filter((id) => !(id in notes.answers));
		const ofSwap =
			reading === 'tooFrequentTakes' ? ['wholePath', 'wholeList', 'anySize', 'shortRecords'] : ['notTaken'];
		expect(open).toEqual(ofSwap);
		expect(Object.keys(notes.done)).toEqual(parts.map(({ name }) => name));
		expect(emulator.openSessions()).toEqual([]);
	},
);

test('a pass that is stopped creates nothing, and goes on later where it was', async () => {
	const stopped = await pass(undefined, async () => undefined);
	expect(stopped.isOver).toBe(false);
	expect(emulator.jobs.created()).toEqual([]);
	const asked: string[] = [];
	stopped.notes.begun = ['A swap that must fail'];
	await pass(
		structuredClone(stopped.notes),
		async (question) => void asked.push(question) === undefined && false,
	);
	expect(asked).toHaveLength(8);
	expect(asked.filter((question) => question.includes('may be paid already'))).toHaveLength(1);
	expect(emulator.jobs.created()).toEqual([]);
});

test('a key or a token is never told or written, even if the service repeats it', async () => {
	const { token = '' } = { token: emulator.keyring.issueToken(emulator.clientId, emulator.clientSecret) };
	emulator.faults.add({
		kind: 'code',
		code: 1003,
		msg: `bad ${emulator.clientSecret}`,
		match: { path: 'specifyimage' },
		times: 9,
	});
	const { notes, told } = await pass();
	const all = `${told.join('\n')}${reportOf(notes, '2030-01-01')}${JSON.stringify(notes)}`;
	expect(all).toContain('bad ***');
	for (const secret of [emulator.clientSecret, token]) expect(all).not.toContain(secret);
});

test('an address on a public network without https:// is refused', () => {
	const unsafe = { ...environment(), MEDIA_BASE_URL: 'http://api.example.com' };
	expect(() => new LiveAccount(unsafe)).toThrow('The Base URL in the credential is not secure');
});
