import type { Readings } from '../emulator/readings';
import type { Notes, Question } from './questions';

type Answers = Notes['answers'];

/** A switch of the nodes that a question keeps alive: what an answer makes of it. */
interface Switch {
	/** The reading of the emulator, which is its default after a "no". */
	reading?: Partial<Readings>;
	/** In the table "Other readings" of docs/service.md. */
	row?: [ifTheService: string, theNode: string, beforeABatch?: string];
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
			"can't be safe: it sends the create again, and you pay twice",
			'run `npm run live`. *Concurrent Submissions* 1 only makes the code rarer',
		],
	},
	topLeft: {
		...{
			reading: { offsetsAtCenter: true },
			row: [
				'reads offsets as the center',
				'shows a part of the avatar',
				'look at one video, and choose Placement › Center',
			],
		},
		ifYes: [['nodes/AvatarVideo/elements/element.ts', 'export const placement']],
		ifNo: [['nodes/AvatarVideo/elements/element.ts', 'export const placement']],
	},
	wholePath: {
		reading: { pathIsCrop: true },
		row: [
			'wants `path` to be a crop',
			'reports the failed job with its reason',
			'look at one swap, and give crops with From Face Mapper (JSON)',
		],
	},
	failedIsFree: {
		reading: { failedJobsCost: true },
		row: [
			'charges failed jobs',
			'sends nothing twice. A failed item has `submitted: yes`',
			'try one job that must fail, and compare the balance',
		],
	},
	wholeList: {
		reading: { listCap: 10 },
		row: ['returns at most 10 IDs of a list call', 'asks for the others alone'],
	},
	fourVariations: {
		reading: { variationIsOneImage: true },
		row: ['returns one image for a variation', 'returns `resultUrl` without `resultUrls`'],
	},
	liveListed: {
		reading: { liveAvatarsUnlisted: true },
		row: ['lists no avatars for live sessions', 'has an empty list', 'enter the avatar by its ID'],
	},
	anySize: {
		reading: { talkingOnly4K: true },
		row: [
			'takes talking avatars of 3840 x 2160 only',
			'sends that size. JSON of another size fails with 1003, unpaid',
		],
	},
	shortRecords: {
		reading: { fullRecords: true },
		row: ['returns all fields of the interface', 'ignores empty fields. `record` has all of them'],
	},
	lipSyncAgain: {
		reading: { lipSyncOnce: true },
		row: [
			'refuses a second lip sync with 1202',
			'fails the item with the reason, unpaid',
			'use the earlier result',
		],
	},
	callbacksRepeat: {
		reading: { callbacksOnce: true },
		row: ['sends each callback once', 'polls as well, so a lost callback costs minutes'],
	},
	sessionCodes: {
		...{
			reading: { sessionCodes: '1008 and 1009' },
			row: [
				'uses 1008 and 1009 for sessions',
				'reports them as other codes. A Close of a closed session still succeeds',
			],
		},
		ifYes: [[READ, 'Some services answer so about a session that is closed']],
	},
	noVoice: {
		...{
			reading: { needVoiceId: true },
			row: [
				'wants a voice for a language',
				'shows it in the list and in a hint',
				'add the voice in Extra Fields (JSON)',
			],
		},
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
		ifYes: [['nodes/shared/jobs/kinds/session.ts', '"Completed" may mean a session that has ended']],
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

/** What a report found to be as the nodes assume is no doubt, and has no row (service.md: Other readings). */
export function tableOfReadings(answers: Answers): string {
	const rows = (Object.entries(switches) as Array<[Question, Switch]>).flatMap(([id, { row }]) => {
		if (!row || answers[id]?.answer === 'yes') return [];
		const [ifTheService, theNode, beforeABatch = ''] = row;
		const isSo = answers[id] && `**It does** (${answers[id].at.slice(0, 10)}): it `;
		return [`| ${isSo ?? ''}${ifTheService} | ${theNode} | ${beforeABatch} |`];
	});
	return ['| If the service | the node | Before a batch |', '|---|---|---|', ...rows, '\n'].join('\n');
}

/** What a report changes beside that table, line by line: the emulator, and code that can be deleted. */
export const changesOf = (answers: Answers): string[] =>
	entriesOf(answers).flatMap(([id, { reading, ifYes = [], ifNo = [] }, answer]) => [
		...(reading && answer === 'no' ? [`emulator: ${JSON.stringify(reading)} is the default`] : []),
		...(answer === 'yes' ? ifYes : ifNo).map(([file, text]) => `${file}: "${text}" goes (${id})`),
	]);
