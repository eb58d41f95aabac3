/** The riskiest assumptions of the nodes (docs/service.md: Other readings), and what to change where one is wrong. */
export const questions = {
	notTaken: [
		'A create that is refused with code 1005 was not taken',
		'Set Concurrent Submissions to 1 and report it: no node can be safe against this',
	],
	wholePath: [
		'`path` may be the whole image, and the points are its pixels',
		'Choose From Face Mapper (JSON), and give crops',
	],
	failedIsFree: ['Failed jobs cost nothing', 'Check images before a batch, and limit it with Maximum Jobs'],
	wholeList: ['A list call reads 100 IDs', 'Nothing: the node asks for the missing ones alone'],
	fourVariations: ['A variation is four images', 'Read resultUrl instead of resultUrls'],
	liveListed: ['The avatars for live sessions are in the list', 'Enter these avatars by their ID'],
	topLeft: ['Offsets are the upper-left corner of an element', 'Choose Placement › Center'],
	anySize: ['A talking avatar may have another size than 3840 x 2160', 'Leave the size to the node'],
	sessionCodes: [
		'An unknown session is code 1216',
		'Nothing: the node reads the session, and shows the other code with its text',
	],
	lipSyncAgain: [
		'A second lip sync of one video and language is taken',
		'Use the earlier result: code 1202 costs nothing',
	],
	callbacksRepeat: ['A callback is repeated within half an hour', 'Let the trigger answer, or poll'],
	noVoice: ['No language of a translation wants a voice', 'Add the voice in Extra Fields (JSON)'],
	shortRecords: ['Records leave out empty fields of the interface', 'Nothing: the node ignores them'],
	detectFree: ['Face detection costs nothing', 'Count it in the price of a swap'],
	quotaForAll: ['Code 1006 holds for all kinds of jobs', 'Run the other kinds in a run of their own'],
	fourStatuses: ['A job has no status beyond 1 to 4', 'Report the status: the node polls until its timeout'],
	ageRead: ['An age change is read like a swap', 'Report it: the node does not find the record'],
	cancelFails: ['A cancelled job reads as failed', 'Report the status that it has'],
	cancelFree: ['A cancelled job costs nothing', 'Expect the price of a job that you cancel'],
	deleteHides: ['A deleted result is in no list', 'Nothing: a Delete still succeeds'],
	sessionListPost: ['The list of sessions is a POST', 'Nothing: the node tries GET after HTTP 404 or 405'],
	pauseTaken: ['A session that streams can be paused', 'Close the session instead'],
	closedIsThree: ['A closed session has status 3', 'Nothing: the node reads the addresses, too'],
	sameMessage: ['An answer has the message_id of its question', 'Nothing: the node accepts another ID'],
	detailById: ['An avatar is read by its _id', 'Report it: Get of an avatar fails'],
	uploadPost: ['An avatar is uploaded by POST', 'Nothing: the node tries GET after HTTP 404 or 405'],
	uploadListed: ['An uploaded avatar is in the list of own avatars at once', 'Enter its ID by hand'],
	clonePath: [
		'A voice is copied by /audio/clone',
		'Nothing: the node tries /audio/create after HTTP 404 or 405',
	],
	messageResumes: ['A message resumes a paused session', 'Create a session for each talk'],
	videoAge: ['A video is made older as an image is', 'Report it: the node sends what is documented'],
	callbackSigned: [
		'A callback is signed, and opens with the Client Secret',
		'Choose Signed or Plain in Accept Callbacks',
	],
	callbackMs: ['The time of a callback is in milliseconds', 'Nothing: the node reads seconds, too'],
	otherStill: ['The still of a video may have another size', 'Give a still in the size of the video'],
	topDuration: ['An avatar video takes a duration at the top', 'Leave the total duration empty'],
	textSound: ['A talking avatar speaks a text', 'Make the sound with Voice, and give its address'],
} satisfies Record<string, [assumption: string, ifNot: string]>;
export type Question = keyof typeof questions;

/** What the pass has found so far. It is kept between two calls, and holds no key. */
export interface Notes {
	answers: Partial<Record<Question, { answer: 'yes' | 'no'; at: string }>>;
	/** Why a question is open, and since when. */
	open: Partial<Record<Question, string>>;
	/** By the name of the step. */
	done: Record<string, { ms: number; seen: string[] }>;
	/** Creates by step and label, noted before they are sent. `before` is the balance. */
	sent: Record<
		string,
		{
			at: string;
			code?: number;
			isInDoubt?: boolean;
			record?: { _id: string; [field: string]: unknown };
			before?: number;
		}
	>;
	/** Sessions that this pass opened and that are not closed yet. */
	sessions: string[];
	/** The open sessions before a create of a session that is in doubt. */
	sessionsBefore?: string[];
	/** From the create of a swap until it had moved the balance. */
	movesMs?: number;
	/** The path of the create that got code 1006 in this run. */
	outOfQuota?: string;
}

export const noNotes = (): Notes => ({ answers: {}, open: {}, done: {}, sent: {}, sessions: [] });

export function reportOf({ answers, open, done }: Notes, date: string): string {
	const rows = Object.entries(questions).map(([id, [assumption, ifNot]]) => {
		const found = answers[id as Question];
		const rest = found ? (found.answer === 'no' ? ifNot : '') : (open[id as Question] ?? '');
		return `| ${assumption} | ${found?.answer ?? 'not tried'} | ${rest.replaceAll('|', '/')} |`;
	});
	const steps = Object.entries(done).map(
		([name, { ms, seen }]) =>
			`| ${name} | ${(ms / 1000).toFixed(1)} | ${seen.join('; ').replaceAll('|', '/')} |`,
	);
	return [
		`# A pass on a live account, ${date}`,
		'| Assumption | Answer | Change, or why it is open |\n|---|---|---|',
		...rows,
		'',
		'| Step | Seconds | Seen |\n|---|---|---|',
		...steps,
		'',
	].join('\n');
}

/** Each guess of docs/service.md, by its words before the mark: the question that settles it, or why none can. */
export const guesses: Record<string, Question | `${string} ${string}`> = {
	'or under `data`': 'The pass reads the token at both places, as the nodes do.',
	'with HTTP 200': 'A live token lasts a year, so the pass meets no refused token.',
	'You may get HTTP 200': 'Errors of gateways come by chance. The report has the status of each.',
	'1016 is a': 'Nothing is known that makes a service answer it.',
	'1008 for a minute': 'It happens by chance. The pass polls on, as the nodes do.',
	'`reason` or `message`': 'Each reason is shown, whatever its name. The report has the record.',
	'open their addresses': 'A person opens the addresses in a private window while the pass asks.',
	'or file at first': 'It happens by chance. The pass polls on, as the nodes do.',
	'or seconds': 'callbackMs',
	'the names of records': 'callbackSigned',
	'without a signature is possible': 'callbackSigned',
	'`[x, y, width, height]`': 'The nodes do not use it for a job.',
	'an unreadable address': 'The node reads the file first, so that nothing depends on it.',
	'cancels age changes, and swaps': 'cancelFails',
	'still open': 'closedIsThree',
	"that you don't close costs credits":
		'To settle it would cost an open session, and the pass leaves none open.',
	'your `message_id`, or another': 'sameMessage',
	'refuses the question': 'Nothing is known that a room refuses.',
	'keeps the connection open': 'To settle it would cost minutes of a session.',
	'vatars stay': 'It takes longer than seven days, and an avatar of your own.',
	'a page short': 'The pass reads pages until one adds nothing.',
	'the nodes choose as follows': 'Each choice is a form that all clients use.',
};
