import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultSpec } from '../emulator';
import type { Bench } from './setUp';
import { single } from './engine';
import { byId, swapParameters, type WorkflowJson } from './workflow';

/*
 * Failures that can be provoked. A run has two rows, and the second one is bad where a row alone can be. Expressions of
 * row 2 have `bad` in them.
 */

export interface Case {
	name: string;
	type: string;
	parameters: INodeParameters;
	fault?: FaultSpec;
	input?: IDataObject[];
	/** Words of its next step. */
	says?: string;
	/** Changes what the service does. */
	prepare?: (bench: Bench) => void;
}

const CODES = [
	1003, 1005, 1006, 1007, 1008, 1009, 1010, 1015, 1016, 1101, 1102, 1103, 1104, 1108, 1109, 1200, 1201, 1202,
	1203, 1204, 1205, 1207, 1209, 1210, 1211, 1213, 1214, 1215, 1216, 1219, 1221, 1999, 4711,
];
const STATUSES = [400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 502, 503, 504];
const WORDS = JSON.stringify({ message: 'The face is too small' });
const BREAKS = ['reset', 'timeout', 'afterTakenReset', 'afterTakenTimeout', 'afterTakenBadJson'] as const;

const inRow2 = (good: unknown, bad: unknown) =>
	`={{ $json.row === 2 ? ${JSON.stringify(bad)} : ${JSON.stringify(good)} }}`;
const byUrl = (value: string) => ({ __rl: true, mode: 'url', value });

export function casesAt(media: string): Case[] {
	const image = `${media}/people-1.png`;
	const face = `${media}/portrait-ada.png`;
	type Give = (name: string, given?: INodeParameters, more?: Partial<Case>) => Case;
	const swap: Give = (name, given, more) => ({
		...{ name, type: 'faceSwap', ...more },
		parameters: swapParameters({ concurrentSubmissions: 1, waitMethod: 'polling', ...given }),
	});
	/** Another operation of a node, with the parameters that it needs. */
	const operationOf = (type: string, path: string, usual: INodeParameters = {}): Give => {
		const [resource = '', operation = ''] = path.split('.');
		return (name, given, more) => ({
			...{ name: `${name} (${path})`, type, ...more },
			parameters: { resource, operation, ...usual, ...given },
		});
	};
	const other = (type: string, path: string, name: string, ...more: [INodeParameters?, Partial<Case>?]) =>
		operationOf(type, path)(name, ...more);
	/** All requests to a path meet a fault. */
	const at = (path: string, fault: FaultSpec): Partial<Case> => ({
		fault: { times: Infinity, ...fault, match: { path } },
	});
	const sent = (fault: FaultSpec): Partial<Case> => ({
		fault: { ...fault, match: { path: 'specifyimage', nth: 2 } },
	});
	const always = Infinity;
	const generate = operationOf('imageGeneration', 'image.generate', { prompt: 'a lighthouse' });
	const video = byUrl(`${media}/clip.mp4`);
	const languages = { sourceLanguage: byId('en'), language: byId('fr') };
	const translate = operationOf('videoTranslation', 'translation.create', { video, ...languages });
	const speech = { inputText: 'Hello', voiceId: byId('nobody') };
	const said = { avatarId: byId('eve2024'), inputText: 'Hi', voiceId: byId('voice-amy') };
	const talk = operationOf('avatarVideo', 'talkingAvatar.create', said);
	const chat = operationOf('liveAvatar', 'chat.sendMessage', { question: 'Hello?' });
	const speak = operationOf('avatarVideo', 'voice.textToSpeech', speech);
	const reage = operationOf('faceSwap', 'reage.reageImage', { modifyImage: byUrl(image), faceReage: 10 });
	const custom = operationOf('faceSwap', 'custom.submit', { path: '/a', body: '{}', jobType: 'faceSwap' });
	const detected = { whichFaces: 'inOrder', modifyImage: image, sourcePicture: face };
	const detection = (name: string, fault: FaultSpec) =>
		swap(`detection: ${name}`, detected, at('/detect', fault));
	const poll = (name: string, fault: FaultSpec, says?: string) =>
		swap(`poll: ${name}`, { waitOptions: { timeout: 1 } }, { ...at('listbyids', fault), says });
	type Outcome = Parameters<Bench['emulator']['jobs']['next']>[0];
	const ending = (outcome: Outcome, says?: string): Partial<Case> => ({
		says,
		prepare: ({ emulator }) => emulator.jobs.next(outcome, { times: 2 }),
	});
	const ends = (name: string, outcome: Outcome, given?: INodeParameters, says?: string) =>
		swap(`job: ${name}`, given, ending(outcome, says));
	const result = (name: string, fault: FaultSpec) =>
		swap(`result: ${name}`, { downloadResult: true }, at('/results/', fault));
	const key = { options: { idempotencyKey: 'one order' } };
	return [
		...CODES.map((code) =>
			swap(`code ${code}`, {}, sent({ kind: 'code', code, msg: 'image: 60 MB', times: always })),
		),
		swap(
			'code 1005, until Timeout',
			{ waitOptions: { timeout: 1 } },
			{ ...sent({ kind: 'code', code: 1005, times: always }), says: 'the time of this item was up' },
		),
		...[1015, 1108, 1205, 1215].map((code) =>
			swap(`code ${code}, once`, {}, sent({ kind: 'code', code, times: 1 })),
		),
		...STATUSES.map((status) =>
			swap(`HTTP ${status}, a page`, {}, sent({ kind: 'html', status, times: always })),
		),
		...STATUSES.map((status) =>
			swap(`HTTP ${status}, JSON`, {}, sent({ kind: 'badJson', status, body: WORDS, times: always })),
		),
		...BREAKS.map((kind) => swap(`create: ${kind}`, {}, sent({ kind, times: 1 }))),
		...BREAKS.map((kind) => generate(`create: ${kind}`, {}, at('createbyprompt', { kind, times: 1 }))),
		swap('create: another answer', {}, sent({ kind: 'badJson', body: '{"code":1000,"data":{}}', times: 1 })),
		...[1008, 1009].map((code) =>
			poll(`code ${code}`, { kind: 'code', code }, 'A retry with another account pays again'),
		),
		...[1101, 1200, 4711].map((code) => poll(`code ${code}`, { kind: 'code', code })),
		...[403, 404, 500].map((status) => poll(`HTTP ${status}`, { kind: 'html', status })),
		poll('broken', { kind: 'reset' }),
		...[1003, 1101, 1200, 4711].map((code) => detection(`code ${code}`, { kind: 'code', code })),
		...[403, 502].map((status) => detection(`HTTP ${status}`, { kind: 'html', status })),
		detection('broken', { kind: 'reset' }),
		swap('no face', { ...detected, modifyImage: inRow2(image, `${media}/blank.png`) }),
		swap('no image', { ...detected, modifyImage: inRow2(image, `${media}/gone.png`) }),
		swap('a new face too many', { ...detected, sourcePicture: inRow2(face, `${media}/people-3.png`) }),
		swap('no such face', { ...detected, whichFaces: 'choose', replacements: { face: [{ faceNumber: 7 }] } }),
		...[1015, 1108, 1203, 1205].map((errorCode) => ends(`code ${errorCode}`, { status: 4, errorCode })),
		ends('failed', { status: 4, reason: 'Too dark' }),
		ends('canceled', { status: 4, reason: 'The task was cancelled' }, {}, 'Another process of n8n did it'),
		generate('job: a refused text', {}, ending({ status: 4, reason: 'No such text' }, 'change Prompt')),
		ends('failed with a key', { status: 4, reason: 'Too dark' }, key),
		ends('a new status', { status: 9, reason: 'Under review' }),
		ends('slow', { status: 3, jobMs: 300_000 }, { waitOptions: { timeout: 1 } }),
		...[403, 404, 410, 500].map((status) => result(`HTTP ${status}`, { kind: 'html', status })),
		result('broken', { kind: 'reset' }),
		result('a page', { kind: 'html', status: 200 }),
		swap('a result too large', { downloadResult: true, options: { maxFileSize: 0.0001 } }),
		swap('an empty field', { modifyImage: inRow2(image, '') }),
		swap('a wrong expression', { modifyImage: '={{ $json.Picture }}' }),
		swap(
			'a dry run before',
			{ modifyImage: '={{ $json.resultUrl }}' },
			{ input: [{ dryRun: true }, { dryRun: true }] },
		),
		swap('no address', { modifyImage: inRow2(image, 'people.png') }),
		swap('two addresses', { modifyImage: inRow2(image, `${image}, ${face}`) }),
		swap(
			'no face lists',
			{ whichFaces: 'provided', targetImage: '={{ $json.targetImage }}' },
			{ says: 'No face lists came in: connect Face Mapper' },
		),
		...['timeout', 'saveAfter', 'maxJobs', 'maxJobsPerDay', 'maxOpenJobs', 'minimumCredit'].map((name) =>
			swap(`${name} of -1`, { [name]: inRow2(5, -1) }),
		),
		swap('concurrentSubmissions by row', { concurrentSubmissions: inRow2(2, 3) }),
		swap('too many jobs', { maxJobs: 1 }),
		swap('too many jobs today', { maxJobsPerDay: 1 }),
		swap('too little credit', { minimumCredit: 1_000_000 }),
		swap('an execution without jobs', { continueExecution: '999999' }),
		swap('a wrong number of an execution', { continueExecution: 'last' }),
		swap('a key of other parameters', { ...key, modifyImage: inRow2(image, face) }),
		swap('extra fields that are sent', { extraFields: '{"sourceImage":[]}' }),
		swap('a private callback address', { waitForCompletion: false, webhookUrl: 'not an address' }),
		reage('an age too high', { faceReage: inRow2(10, 300) }),
		reage('an age as a word', { faceReage: inRow2(10, 'old') }),
		other('faceSwap', 'face.detect', 'no image', { image: byUrl(`${media}/gone.png`) }),
		...[
			['faceSwap', 'job.get', 'recordId'],
			['imageGeneration', 'image.get', 'recordId'],
			['videoTranslation', 'translation.get', 'recordId'],
			['avatarVideo', 'video.get', 'recordId'],
			['avatarVideo', 'avatar.get', 'recordId'],
			['avatarVideo', 'voice.get', 'recordId'],
			['liveAvatar', 'session.get', 'sessionId'],
			['liveAvatar', 'session.close', 'sessionId'],
			['liveAvatar', 'session.pause', 'sessionId'],
		].flatMap(([type = '', operation = '', name = '']) => [
			other(type, operation, 'an unknown ID', { [name]: byId('nobody') }),
			other(type, operation, 'an empty ID', { [name]: byId('={{ $json.none }}') }),
			other(type, operation, 'HTTP 503', { [name]: byId('a1') }, at('/api/', { kind: 'html', status: 503 })),
		]),
		other('faceSwap', 'job.cancel', 'an unknown ID', { jobIds: 'nobody' }),
		other('faceSwap', 'job.delete', 'refused', { ids: 'a1' }, at('delbyids', { kind: 'code', code: 1009 })),
		generate('a wrong scale', { scale: 'wide' }),
		generate('code 1108', {}, at('createbyprompt', { kind: 'code', code: 1108, times: 1 })),
		generate('a banned word', {}, at('createbyprompt', { kind: 'code', code: 1108, msg: 'banned' })),
		other('imageGeneration', 'image.upscale', 'an unknown image', {
			recordId: byId('nobody'),
			imageNumber: 1,
		}),
		other('imageGeneration', 'image.vary', 'a fifth image', { recordId: byId('nobody'), imageNumber: 5 }),
		translate('the same language', { sourceLanguage: byId('fr') }),
		...[1202, 1203, 1204, 1207, 1210].map((code) =>
			translate(`code ${code}`, {}, at('video', { kind: 'code', code })),
		),
		speak('an unknown voice'),
		speak('a rate of 0 %', { rate: '0%' }),
		other('avatarVideo', 'avatarVideo.create', 'an unknown avatar', {
			...{ avatarId: byId('nobody'), sound: 'voice', voiceId: byId('voice-amy') },
		}),
		talk(
			'code 1003',
			{},
			{ ...at('talkingavatar/create', { kind: 'code', code: 1003 }), says: 'set Sound to Audio' },
		),
		other('liveAvatar', 'session.create', 'an unknown avatar', { avatarId: byId('nobody') }),
		chat('no room'),
		chat('no session to close', { closeWhenDone: true }),
		custom('an unknown path', { path: '/nowhere' }),
	];
}

/** Each failed item of the node stays among the others. */
export const workflowOf = ({ type, parameters }: Pick<Case, 'type' | 'parameters'>): WorkflowJson =>
	single(type, parameters, { onError: 'continueRegularOutput' });
