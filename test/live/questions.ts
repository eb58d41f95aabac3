import texts from './questions.json';

interface Texts {
	assumption: string;
	/** What to change if it is wrong. */
	ifNot: string;
	/** Its line under "Other readings" in docs/service.md, if a person can do something before a batch. */
	ifTheService?: string;
	theNode?: string;
	beforeABatch?: string;
}
export type Question = keyof typeof texts;
/** The riskiest assumptions of the nodes (docs/service.md: Other readings). */
export const questions: Record<Question, Texts> = texts;

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
	const rows = Object.entries(questions).map(([id, { assumption, ifNot }]) => {
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
