import { quoted } from './values';

/* The next step after a failure: one word that a program can follow, and the sentence that a person reads. */

/** The details that the steps need. */
export interface Needs {
	/** The job. */
	id?: string;
	/** With *Get* it reads the job. */
	resource?: string;
	/** The parameter, as on the screen. */
	field?: string;
	/** A value that the field would take. */
	suggestion?: unknown;
	/** An ISO date. Before, it would be refused again. */
	retryFrom?: string;
	/** Its number. */
	execution?: string;
	/** The line of a create in n8n's log has it. */
	lookFor?: string;
}

interface Step {
	takes?: readonly (keyof Needs)[];
	/** It can't do without them. `runAgainLater` gets its time where the item is made. */
	needs?: readonly (keyof Needs)[];
	say: (needs: Needs) => string;
}

/** The label of the operation that reads a job, such as "Job › Get". */
export const getOf = (resource = 'job') => `${resource.charAt(0).toUpperCase()}${resource.slice(1)} › Get`;

const STEPS = {
	runAgain: { say: () => 'Run this item again' },
	runAgainLater: {
		takes: ['retryFrom'],
		say: ({ retryFrom }) =>
			retryFrom === undefined ? 'Run this item again later' : `Run this item again from ${retryFrom} on`,
	},
	retryExecution: {
		takes: ['execution'],
		say: ({ execution = '' }) =>
			`Retry ${execution ? `execution ${execution}` : 'the execution'}, which reuses the jobs that were made`,
	},
	continueExecution: {
		takes: ['execution'],
		needs: ['execution'],
		say: ({ execution = 'the number of the execution that sent the jobs' }) =>
			`Enter ${execution} in Options › Continue Execution, and start the workflow with the same items`,
	},
	readJob: {
		takes: ['id', 'resource'],
		needs: ['id', 'resource'],
		say: ({ resource }) => `Read it later with ${getOf(resource)} and its ID`,
	},
	changeField: {
		takes: ['field', 'suggestion'],
		needs: ['field'],
		say: ({ field = 'the field', suggestion }) =>
			suggestion === undefined
				? `Enter another value in ${field}, or check its expression`
				: `Enter ${quoted(suggestion)} in ${field}`,
	},
	changeFile: {
		takes: ['field'],
		say: ({ field }) => `Use another file${field === undefined ? '' : ` in ${field}`}`,
	},
	changeSetting: { takes: ['field'], say: ({ field = 'the node' }) => `Change the settings of ${field}` },
	fixCredential: { say: () => 'Open the credential of this node, and test it' },
	addCredits: { say: () => 'Pay at the service, then run this item again' },
	askService: {
		takes: ['lookFor'],
		say: ({ lookFor }) =>
			lookFor === undefined
				? 'Ask the support of the service'
				: `Look for the job of ${lookFor} on the website of the service`,
	},
	nothing: { say: () => '' },
} as const satisfies Record<string, Step>;

export type NextStep = keyof typeof STEPS;

type NeedOf<S> = S extends { needs: ReadonlyArray<infer N extends keyof Needs> } ? N : never;
/** A step that is chosen at run time is held by the test of all failures. */
export type Needed<S extends NextStep> = NextStep extends S
	? object
	: Required<Pick<Needs, NeedOf<(typeof STEPS)[S]>>>;

export const NEXT_STEPS: Readonly<Record<NextStep, Step>> = STEPS;

export const isNextStep = (word: unknown): word is NextStep => typeof word === 'string' && word in STEPS;

/** The steps that end with the same item run again, which pays when a job exists, or may exist. */
const PAYS = new Set<NextStep>(['runAgain', 'runAgainLater', 'fixCredential', 'addCredits']);
/** A person takes them, and each read before that is refused, too. */
const OF_PERSONS = new Set<NextStep>(['fixCredential', 'addCredits']);

/** Nothing that may be paid is run again. A read that is run again only reads, also if its item goes to the create. */
export function safeStep(
	next: NextStep,
	submitted: 'yes' | 'no' | 'unknown' | undefined,
	needs: Needs,
): NextStep {
	if (!PAYS.has(next) || submitted === 'no' || (!submitted && OF_PERSONS.has(next))) return next;
	if (submitted === 'unknown') return 'askService';
	return needs.id !== undefined && needs.resource !== undefined ? 'readJob' : submitted ? 'askService' : next;
}
