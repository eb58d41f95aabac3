export type Answer = 'yes' | 'no' | 'not tried';

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
	callbacksRepeat: ['A callback is repeated until it gets HTTP 200', 'Let the trigger answer, or poll'],
	noVoice: ['No language of a translation wants a voice', 'Add the voice in Extra Fields (JSON)'],
	shortRecords: ['Records leave out empty fields of the interface', 'Nothing: the node ignores them'],
} satisfies Record<string, [assumption: string, ifNot: string]>;
export type Question = keyof typeof questions;

/** What the pass has found so far. It is kept between two calls, and holds no key. */
export interface Notes {
	answers: Partial<Record<Question, Answer>>;
	/** By the name of the step. */
	done: Record<string, { ms: number; credits?: number; seen: string[] }>;
	/** Paid steps that were begun. If one is not done, its job may be paid. */
	begun?: string[];
}

export function reportOf({ answers, done }: Notes, date: string): string {
	const rows = Object.entries(questions).map(([id, [assumption, ifNot]]) => {
		const answer = answers[id as Question] ?? 'not tried';
		return `| ${assumption} | ${answer} | ${answer === 'no' ? ifNot : ''} |`;
	});
	const steps = Object.entries(done).map(
		([name, { ms, credits, seen }]) =>
			`| ${name} | ${(ms / 1000).toFixed(1)} | ${credits ?? ''} | ${seen.join('; ').replaceAll('|', '/')} |`,
	);
	return [
		`# A pass on a live account, ${date}`,
		'| Assumption | Answer | Change |\n|---|---|---|',
		...rows,
		'',
		'| Step | Seconds | Credits | Seen |\n|---|---|---|---|',
		...steps,
		'',
	].join('\n');
}
