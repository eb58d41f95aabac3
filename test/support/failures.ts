import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultSpec } from '../emulator';
import type { Bench } from './setUp';
import { single } from './engine';
import { tableOf } from './table';
import { byId, swapParameters, type WorkflowJson } from './workflow';

/** A failure of failures.txt. */
export interface Case {
	name: string;
	type: string;
	parameters: INodeParameters;
	fault?: FaultSpec;
	input?: IDataObject[];
	/** Words of its next step. */
	says?: string;
	/** Changes what the service does. */
	prepare: (bench: Bench) => void;
}

const byUrl = (value: string) => ({ __rl: true, mode: 'url', value });
const said = { inputText: 'Hi', voiceId: byId('voice-amy') };
/** Operations with the parameters that they need. */
const USUAL: Record<string, [operation: string, parameters: INodeParameters]> = {
	reage: ['reage.reageImage', { modifyImage: byUrl('{people-1.png}'), faceReage: 10 }],
	custom: ['custom.submit', { path: '/a', body: '{}', jobType: 'faceSwap' }],
	generate: ['image.generate', { prompt: 'a lighthouse' }],
	translate: [
		'translation.create',
		{ video: byUrl('{clip.mp4}'), sourceLanguage: byId('en'), language: byId('fr') },
	],
	speak: ['voice.textToSpeech', { inputText: 'Hello', voiceId: byId('nobody') }],
	talk: ['talkingAvatar.create', { avatarId: byId('eve2024'), ...said }],
	chat: ['chat.sendMessage', { question: 'Hello?' }],
};
const NODES = {
	faceSwap: /^(reage|face|job|custom)\./,
	imageGeneration: /^image\./,
	videoTranslation: /^translation\./,
	liveAvatar: /^(session|chat)\./,
	avatarVideo: /./,
};

/** `{ rows: [a, b] }`, `{ url }` and `{ id }` as n8n saves them. */
const saved = (_: string, value: Partial<Record<'rows' | 'url' | 'id', string>> | null) => {
	const { rows, url, id } = value ?? {};
	const [good, bad] = [...(rows ?? [])].map((each) => JSON.stringify(each));
	if (rows) return `={{ $json.row === 2 ? ${bad} : ${good} }}`;
	return url !== undefined ? byUrl(url) : id !== undefined ? byId(id) : value;
};

function caseOf(cells: string[], media: string): Case {
	const [name = '', of = '', given = '', service = '', says] = cells;
	const inMedia = (json: string) => json.replace(/\{([\w-]+\.\w+)\}/g, `${media}/$1`);
	const { input, ...parameters } = JSON.parse(inMedia(given) || '{}', saved);
	const { to, ...fault } = JSON.parse(service || '{}');
	const match = to === 'second create' ? { path: 'specifyimage', nth: 2 } : { path: to };
	const shared = {
		...{ input, says: says || undefined },
		fault: to && { times: Infinity, ...fault, match },
		prepare({ emulator }: Bench) {
			if (fault.status && !to) emulator.jobs.next(fault, { times: 2 });
		},
	};
	if (of === 'swap') {
		const calm = { concurrentSubmissions: 1, waitMethod: 'polling' };
		return { ...shared, name, type: 'faceSwap', parameters: swapParameters({ ...calm, ...parameters }) };
	}
	const [path, usual] = USUAL[of] ?? [of, {}];
	const [resource = '', operation = ''] = path.split('.');
	const [type = ''] = Object.entries(NODES).find(([, its]) => its.test(path)) ?? [];
	const needed = JSON.parse(inMedia(JSON.stringify(usual)));
	const all = { resource, operation, ...needed, ...parameters };
	return { ...shared, name: `${name} (${path})`, type, parameters: all };
}

export const casesAt = (media: string): Case[] =>
	tableOf(__dirname, 'failures.txt').flatMap((cells) => {
		const each = cells.join().includes('*') ? (cells.at(-1) ?? '').split(' ') : [''];
		return each.map((word) =>
			caseOf(
				cells.map((cell) => cell.replaceAll('*', word)),
				media,
			),
		);
	});

/** Each failed item of the node stays among the others. */
export const workflowOf = ({ type, parameters }: Pick<Case, 'type' | 'parameters'>): WorkflowJson =>
	single(type, parameters, { onError: 'continueRegularOutput' });
