import type { Readings } from '../emulator/readings';
import type { Notes, Question } from './questions';

type Answers = Notes['answers'];

/** A switch of the nodes that a question keeps alive: what an answer makes of it. */
interface Switch {
	/** The reading of the emulator, which is its default after a "no". */
	reading?: Partial<Readings>;
	/** The line of "Other readings" in docs/service.md, by its first words. */
	row?: string;
	/** Files, and a text of the line where the code begins that only one of the answers needs. */
	ifYes?: Array<[file: string, text: string]>;
	ifNo?: Array<[file: string, text: string]>;
}

const READ = 'nodes/shared/jobs/read.ts';

export const switches: Partial<Record<Question, Switch>> = {
	notTaken: { reading: { tooFrequentTakes: true }, row: 'takes a create that it refuses' },
	topLeft: {
		...{ reading: { offsetsAtCenter: true }, row: 'reads offsets as the center' },
		ifYes: [['nodes/AvatarVideo/elements/element.ts', 'export const placement']],
		ifNo: [['nodes/AvatarVideo/elements/element.ts', 'export const placement']],
	},
	wholePath: { reading: { pathIsCrop: true }, row: 'wants `path` to be a crop' },
	failedIsFree: { reading: { failedJobsCost: true }, row: 'charges failed jobs' },
	wholeList: { reading: { listCap: 10 }, row: 'returns at most 10 IDs' },
	fourVariations: { reading: { variationIsOneImage: true }, row: 'returns one image for a variation' },
	liveListed: { reading: { liveAvatarsUnlisted: true }, row: 'lists no avatars for live sessions' },
	anySize: { reading: { talkingOnly4K: true }, row: 'takes talking avatars of 3840 x 2160 only' },
	shortRecords: { reading: { fullRecords: true }, row: 'returns all fields of the interface' },
	lipSyncAgain: { reading: { lipSyncOnce: true }, row: 'refuses a second lip sync' },
	callbacksRepeat: { reading: { callbacksOnce: true }, row: 'sends each callback once' },
	sessionCodes: {
		...{ reading: { sessionCodes: '1008 and 1009' }, row: 'uses 1008 and 1009 for sessions' },
		ifYes: [[READ, 'Some services answer so about a session that is closed']],
	},
	noVoice: {
		...{ reading: { needVoiceId: true }, row: 'wants a voice for a language' },
		ifYes: [
			['nodes/VideoTranslation/operations/translation/create.ts', 'if (needsVoice)'],
			['nodes/shared/lists/catalog.ts', "needsVoice && 'needs a voice ID'"],
		],
	},
	textSound: {
		ifYes: [['nodes/AvatarVideo/operations/talkingAvatar/create.ts', 'The service may take no text']],
	},
	sameMessage: { ifYes: [['nodes/LiveAvatar/chat/answer.ts', 'function belonging(']] },
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

/** What a report changes, line by line: the emulator, the table of docs/service.md, and code that can be deleted. */
export function changesOf(answers: Answers): string[] {
	return entriesOf(answers).flatMap(([id, { reading, row, ifYes = [], ifNo = [] }, answer]) => [
		...(reading && answer === 'no' ? [`emulator: ${JSON.stringify(reading)} is the default`] : []),
		...(row ? [`docs/service.md, "${row} …" ${answer === 'yes' ? 'goes' : 'becomes a fact'}`] : []),
		...(answer === 'yes' ? ifYes : ifNo).map(([file, text]) => `${file}: "${text}" goes (${id})`),
	]);
}
