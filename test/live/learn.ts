import type { Readings } from '../emulator/readings';
import { questions, type Notes, type Question } from './questions';

type Answers = Notes['answers'];

/** A switch of the nodes that a question keeps alive: what an answer makes of it. */
interface Switch {
	/** The reading of the emulator, which is its default after a "no". */
	reading?: Partial<Readings>;
	/** Files, and a text of the line where the code begins that only one of the answers needs. */
	ifYes?: Array<[file: string, text: string]>;
	ifNo?: Array<[file: string, text: string]>;
}

const READ = 'nodes/shared/jobs/read.ts';

export const switches: Partial<Record<Question, Switch>> = {
	notTaken: { reading: { tooFrequentTakes: true } },
	topLeft: {
		reading: { offsetsAtCenter: true },
		ifYes: [['nodes/AvatarVideo/elements/element.ts', 'export const placement']],
		ifNo: [['nodes/AvatarVideo/elements/element.ts', 'export const placement']],
	},
	wholePath: { reading: { pathIsCrop: true } },
	failedIsFree: { reading: { failedJobsCost: true } },
	wholeList: { reading: { listCap: 10 } },
	fourVariations: { reading: { variationIsOneImage: true } },
	liveListed: { reading: { liveAvatarsUnlisted: true } },
	anySize: { reading: { talkingOnly4K: true } },
	shortRecords: { reading: { fullRecords: true } },
	lipSyncAgain: { reading: { lipSyncOnce: true } },
	callbacksRepeat: { reading: { callbacksOnce: true } },
	sessionCodes: {
		reading: { sessionCodes: '1008 and 1009' },
		ifYes: [[READ, 'Some services answer so about a session that is closed']],
	},
	noVoice: {
		reading: { needVoiceId: true },
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
	const lines = Object.entries(questions).flatMap(([id, { ifTheService, theNode, beforeABatch }]) => {
		const found = answers[id as Question];
		if (!ifTheService || found?.answer === 'yes') return [];
		const seen = found && ` (it does, ${found.at.slice(0, 10)})`;
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
