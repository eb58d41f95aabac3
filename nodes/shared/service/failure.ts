import { isNextStep, NEXT_STEPS, safeStep, type Needed, type Needs, type NextStep } from './nextStep';
import { withoutAbsent, excerptOf, sentences } from './values';

/** Whether the service took the create; `unknown` may be paid. */
export type Submitted = 'yes' | 'no' | 'unknown';

/** This row alone; all rows of the run or the account; a row that is left out because another one failed. */
export type Scope = 'row' | 'run' | 'leftOut';

/** A failed item shows them. */
export interface FailureDetails extends Needs {
	/** The next step as a word (nextStep.ts). */
	next?: NextStep;
	/** The next step as a sentence, without a word on money, which follows from `submitted`. */
	description?: string;
	/** Names the task for a cancel. */
	jobId?: string;
	/** The name of the job's kind. */
	kind?: string;
	/** Jobs of the row that failed before. Nobody knows whether the service charges for them. */
	failedIds?: string[];
	/** The status of the job, in the node's words. */
	status?: string;
	/** The address of a result that could not be saved. */
	resultUrl?: string;
	/** The service's code (service.md: Errors). */
	errorCode?: number;
	/** For an answer without a code of the service. */
	httpStatus?: number;
	/** About the create of the row; absent for a read. */
	submitted?: Submitted;
	/** Your own name for the row. */
	reference?: string;
	/** Counted from 1, as n8n's panels do. */
	row?: number;
	/** Whether an earlier call or execution with the same key made the job. */
	duplicate?: boolean;
	/** The service's own words. */
	serviceMessage?: string;
	/** Its record of the job, if Simplify is off. */
	record?: object;
}

type Told = Omit<FailureDetails, 'next'>;
type Meaning = Partial<Pick<Failure, 'scope' | 'again'>>;

/** One value from a fault to the screen. Code decides on its fields, never on its words. It holds no secret. */
class FailureOfStep extends Error {
	override readonly name = 'Failure';
	readonly details: FailureDetails & { next: NextStep };
	readonly scope: Scope;
	/** `later`: refused only for now. `never`: n8n refuses to send it, and no wait helps. */
	readonly again?: 'later' | 'never';

	/** Without a description, the step has the sentence of its table. */
	constructor(message: string, step: NextStep, details: Told, { scope = 'row', again }: Meaning = {}) {
		super(message);
		const next = safeStep(step, details.submitted, details);
		// Its own words were about the other step.
		const words = next === step ? details.description : undefined;
		const description = words || NEXT_STEPS[next].say(details);
		this.details = { ...withoutAbsent({ ...details, description: description || undefined }), next };
		[this.scope, this.again] = [scope, again];
	}

	with(details: FailureDetails): Failure {
		const { next, ...all } = { ...this.details, ...details };
		return new FailureOfStep(this.message, next, all, this);
	}
}

export type Failure = FailureOfStep;
type Made = new <S extends NextStep>(of: string, step: S, told: Told & Needed<S>, is?: Meaning) => Failure;
/** It is made with what its step needs. */
export const Failure: Made = FailureOfStep;

/** The value of a parameter has to change. `field` is its label on the screen. */
export const wrongField = (
	field: string,
	message: string,
	description?: string,
	others: FailureDetails = {},
) => new Failure(message, 'changeField', { ...others, field, description });

export const asError = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Failure(String(thrown), 'retryExecution', {});

/** Operations with the same codes (service.md: Errors). */
export type ErrorGroup = 'token' | 'faceSwap' | 'liveAvatar' | 'videoTranslation' | 'image' | 'avatarVideo';

type Text = readonly [what: string, next: string];
type Texts = Readonly<Record<number, Text>>;

/** The service's own words say which of the three it is. */
const NOT_PAID: Text = ['The account has no plan or credit for it', 'Pay at the service, then run it again'];
export const MAX_FACES = 8;
export const TOO_MANY_FACES: Text = [
	`At most ${MAX_FACES} faces can be changed in one job`,
	'Set Which Faces to Choose Faces and leave some out, or change the result a second time',
];
const REJECTED = 'The service rejected a value, or a value is missing';

/** The codes under their next step, which is the same in all groups (service.md: Errors, Shapes that vary). */
const TEXTS_BY_STEP: Readonly<Partial<Record<NextStep, Texts>>> = {
	runAgainLater: {
		1005: ['The service received too many requests', 'Wait a minute, then run this item again'],
		1015: ['The service could not process the file', 'Try later, then with another file'],
		1016: ['The service could not process the file', 'Try later, then with another file'],
		1108: ['The service could not generate the image', 'Try again later, then with another prompt'],
		1201: ['The service could not create the audio', 'Try again later, then with a shorter text'],
		1205: ['The service could not create the video', 'Try again later, then with another video'],
		1211: ['The service could not match the lips to the sound', 'Try again later, then with another video'],
		1214: ['The session is not ready yet', 'Wait until its status is streaming, then try again'],
		1215: ['The live avatar is busy', 'Try again in a minute'],
	},
	addCredits: {
		1006: ['The account has no credits left', 'Buy credits at the service, then run this item again'],
		1103: NOT_PAID,
		1104: NOT_PAID,
		1213: NOT_PAID,
		1221: NOT_PAID,
	},
	changeField: {
		1003: [REJECTED, 'Check that each field is filled in, and that the service can open each address'],
		1007: TOO_MANY_FACES,
		1008: ['The service does not know this ID', 'Give an ID of the kind that the field takes'],
		1010: [
			'This operation is not possible on this content',
			'Check that it is completed, and has this button',
		],
		1202: ['This video has lip sync in this language', 'Use the earlier result, or turn off Lip Sync'],
		1216: ['The session does not exist', 'Connect Session › Create before this node'],
		1219: ['The session is closed', 'Create a new session'],
	},
	changeFile: {
		1109: ['The service could not create the avatar video', 'Check that the service can open all files'],
		1203: ['The video has no sound', 'Use a video with an audio track in which someone speaks'],
		1204: ['The video is longer than 60 seconds', 'Cut it to 60 seconds or less'],
		1207: ['The video is larger than 300 MB', 'Compress it or lower its resolution'],
		1209: ["The service can't read the format of the video", 'Convert it to an MP4 with H.264 and AAC'],
		1210: ['The video has more than 30 frames per second', 'Convert it to 30 frames per second or fewer'],
	},
	fixCredential: {
		1009: ['The account may not use this content', 'Use the credential of the account that made it'],
		1101: ['The service did not accept the access token or the API Key', 'Test the credential'],
		1102: ['The request came without an access token', 'Check that no proxy removes its headers'],
	},
	askService: { 1200: ['The account is banned', 'Ask the support of the service to open the account'] },
};
export const CODE_TEXTS: Texts = Object.fromEntries(
	Object.values(TEXTS_BY_STEP).flatMap((texts) => Object.entries(texts)),
);
const STEPS = Object.keys(TEXTS_BY_STEP).filter(isNextStep);

/** Twice as many frames a second as a video to translate. */
const OF_AVATAR: Texts = {
	1210: ['The video has more than 60 frames per second', 'Convert it to 60 frames per second or fewer'],
};

export const TEXTS_BY_GROUP: Readonly<Partial<Record<ErrorGroup, Texts>>> = {
	token: {
		1101: ['The service does not accept the Client ID and the Client Secret', 'Copy both again'],
		1102: ['The Client ID or the Client Secret is missing', 'Fill in both in the credential'],
	},
	liveAvatar: {
		...OF_AVATAR,
		1003: ['The service rejected a value for the live avatar', 'Choose the avatar or session from its list'],
	},
	avatarVideo: OF_AVATAR,
};

export const isServiceCode = (code: number | undefined): code is number =>
	code !== undefined && code > 1_000 && code < 10_000;

export const isKnownCode = (code: number): boolean => code in CODE_TEXTS;

const NEEDS_OF_CODES: Readonly<Record<number, Pick<Needs, 'field' | 'suggestion'>>> = {
	1007: { field: 'Which Faces', suggestion: 'choose' },
	1202: { field: 'Lip Sync', suggestion: false },
	1216: { field: 'Session ID' },
	1219: { field: 'Session ID' },
};

const UNKNOWN: Text = ['The service refused the request', 'Compare the input with the words of the service'];

/** `by` names another answer of the service than a code. */
export function explainCode(code: number, said: string | undefined, group: ErrorGroup, by = `code ${code}`) {
	const [what, say] = textOfCode(code, group) ?? UNKNOWN;
	const next = STEPS.find((step) => code in (TEXTS_BY_STEP[step] ?? {})) ?? 'askService';
	const description = sentences(wordsOn(code, said), say);
	return { message: `${what} (${by})`, next, description, ...NEEDS_OF_CODES[code] };
}

/** The service's own words, where a code alone does not say enough. */
export function wordsOn(code: number, said = ''): string | undefined {
	const words = isVague(code) || !isKnownCode(code) ? excerptOf(said, 300) : '';
	return words === '' ? undefined : `The service says: ${words}`;
}

export const messageOf = (code: number, group: ErrorGroup): string | undefined =>
	textOfCode(code, group)?.[0];

const textOfCode = (code: number, group: ErrorGroup) => TEXTS_BY_GROUP[group]?.[code] ?? CODE_TEXTS[code];

const among =
	(...codes: number[]) =>
	(code: number | undefined) =>
		code !== undefined && codes.includes(code);

const isVague = among(1003, 1009, 1010, 1015, 1016, 1103, 1104, 1108, 1109, 1201, 1205, 1211, 1213, 1221);
export const isTooFrequent = among(1005);
export const isRejected = among(1003);
export const isNotNow = among(1214, 1215);
export const mayPass = among(1015, 1016, 1214, 1215);
export const isTokenRefused = among(1101, 1102);
export const isBanned = among(1200);

/** No other create of this account would be taken. */
export const isForAll = among(1006, 1103, 1104, 1200, 1213, 1221);
export const isNotFound = among(1008, 1216);
export const isAlreadyClosed = among(1219);
export const isNotAllowed = among(1009);
export const isOfOthers = among(1008, 1009);
