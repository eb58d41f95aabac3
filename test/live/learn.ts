import type { Readings } from '../emulator/readings';
import type { Notes, Question } from './questions';

type Answers = Notes['answers'];

/** A switch of the nodes that a question keeps alive: what an answer makes of it. */
interface Switch {
	/** The reading of the emulator, which is its default after a "no". */
	reading?: Partial<Readings>;
	/** Under "Other readings" in docs/service.md, if a person can do something before a batch. */
	row?: [ifTheService: string, theNode: string, beforeABatch: string];
	/** Files, and a text of the line where the code begins that only one of the answers needs. */
	ifYes?: Array<[file: string, text: string]>;
	ifNo?: Array<[file: string, text: string]>;
}

const READ = 'nodes/shared/jobs/read.ts';

export const switches: Partial<Record<Question, Switch>> = {
	notTaken: {
		reading: { tooFrequentTakes: true },
		row: [
			'takes a create that it refuses with 1005',
			'sends the create again, and you pay twice',
			'Run `npm run live`. *Concurrent Submissions* 1 only makes the code rarer',
		],
	},
	topLeft: {
		reading: { offsetsAtCenter: true },
		row: [
			'reads offsets as the center',
			'shows a part of the avatar',
			'Look at one video, and choose *Placement › Center*',
		],
		ifYes: [['nodes/AvatarVideo/elements/element.ts', 'export const placement']],
		ifNo: [['nodes/AvatarVideo/elements/element.ts', 'export const placement']],
	},
	wholePath: {
		reading: { pathIsCrop: true },
		row: [
			'wants `path` to be a crop',
			'reports the failed job with its reason',
			'Look at one swap, and give crops with *From Face Mapper (JSON)*',
		],
	},
	failedIsFree: {
		reading: { failedJobsCost: true },
		row: [
			'charges failed jobs',
			'pays again at a retry without an Idempotency Key',
			'Try one job that must fail, and compare the balance',
		],
	},
	wholeList: { reading: { listCap: 10 } },
	fourVariations: { reading: { variationIsOneImage: true } },
	liveListed: {
		reading: { liveAvatarsUnlisted: true },
		row: ['lists no avatars for live sessions', 'has an empty list', 'Enter the avatar by its ID'],
	},
	anySize: { reading: { talkingOnly4K: true } },
	shortRecords: { reading: { fullRecords: true } },
	lipSyncAgain: {
		reading: { lipSyncOnce: true },
		row: [
			'refuses a second lip sync with 1202',
			'fails the item with the reason, unpaid',
			'Use the earlier result',
		],
	},
	callbacksRepeat: { reading: { callbacksOnce: true } },
	sessionCodes: {
		reading: { sessionCodes: '1008 and 1009' },
		ifYes: [[READ, 'Some services answer so about a session that is closed']],
	},
	noVoice: {
		reading: { needVoiceId: true },
		row: [
			'wants a voice for a language',
			'shows it in the list and in a hint',
			'Add the voice in Extra Fields (JSON)',
		],
		ifYes: [
			['nodes/VideoTranslation/operations/translation/create.ts', 'if (needsVoice)'],
			['nodes/shared/lists/catalog.ts', "needsVoice && 'needs a voice ID'"],
		],
	},
	textSound: {
		ifYes: [['nodes/AvatarVideo/operations/talkingAvatar/create.ts', 'The service may take no text']],
	},
	clonePath: { ifYes: [['nodes/AvatarVideo/operations/voice/clone.ts', 'otherPath']] },
	sameMessage: { ifYes: [['nodes/LiveAvatar/chat/answer.ts', 'const isOurs = id === messageId']] },
	closedIsThree: {
		ifYes: [['nodes/shared/jobs/kinds/index.ts', '"Completed" may mean a session that has ended']],
	},
};

/** The readings of the emulator that a report says. */
export const readingsOf = (answers: Answers): Partial<Readings> =>
	Object.assign({}, ...entriesOf(answers).map(([, { reading }, answer]) => (answer === 'no' ? reading : {})));

const entriesOf = (answers: Answers) =>
	(Object.entries(switches) as Array<[Question, Switch]>).flatMap(([id, each]) => {
		const found = answers[id];
		return found ? [[id, each, found.answer] as const] : [];
	});

/** What a report found to be as the nodes assume is no doubt, and has no line (service.md: Other readings). */
export function listOfReadings(answers: Answers): string {
	const lines = (Object.entries(switches) as Array<[Question, Switch]>).flatMap(([id, { row }]) => {
		if (!row || answers[id]?.answer === 'yes') return [];
		const [ifTheService, theNode, beforeABatch] = row;
		const seen = answers[id] && ` (it does, ${answers[id].at.slice(0, 10)})`;
		return [`- If it **${ifTheService}**${seen ?? ''}, the node ${theNode}. ${beforeABatch}.\n`];
	});
	return `${lines.join('')}\n`;
}

/** What a report changes beside that table, line by line: the emulator, and code that can be deleted. */
export const changesOf = (answers: Answers): string[] =>
	entriesOf(answers).flatMap(([id, { reading, ifYes = [], ifNo = [] }, answer]) => [
		...(reading && answer === 'no' ? [`emulator: ${JSON.stringify(reading)} is the default`] : []),
		...(answer === 'yes' ? ifYes : ifNo).map(([file, text]) => `${file}: "${text}" goes (${id})`),
	]);
