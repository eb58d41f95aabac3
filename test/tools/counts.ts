/**
 * What a person meets on the way to a first result: nodes behind the trigger, fields to fill in, controls on the
 * screens. Counted from the descriptions that n8n loads, for this package and for n8n's own video nodes:
 * `npm run tool -- counts`. It installs n8n on first use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
import { printTable } from './bench/table';
import { installN8n, PROJECT_FOLDER } from '../n8n/install';

/** A node as a person picks it by its action, and what they then fill in or choose otherwise. */
type Step = [type: string, picked: INodeParameters, filledIn: INodeParameters];

const url = (value: string) => ({ __rl: true, mode: 'url', value });
const entry = (value: string) => ({ __rl: true, mode: 'list', value });
const DETECT = { resource: 'face', operation: 'detect' };
const person = { avatarId: entry('avatar') };

const TASKS: Array<[name: string, ...steps: Step[]]> = [
	[
		'Swap one face',
		['faceSwap', { operation: 'swapImage' }, { modifyImage: url('photo'), sourcePicture: url('face') }],
	],
	[
		'Swap two of three faces',
		[
			'faceSwap',
			{ operation: 'swapImage' },
			{
				modifyImage: url('photo'),
				whichFaces: 'choose',
				replacements: {
					// The number of the first is there already.
					face: [{ sourcePicture: url('face') }, { faceNumber: 3, sourcePicture: url('face') }],
				},
			},
		],
	],
	[
		'Swap faces in a video',
		[
			'faceSwap',
			{ operation: 'swapVideo' },
			{ modifyVideo: url('video'), targetFrame: url('still'), sourcePicture: url('face') },
		],
	],
	[
		'Swap with Face Mapper',
		...['photo', 'face'].map((picture): Step => ['faceSwap', DETECT, { image: url(picture) }]),
		['faceMapper', {}, {}],
		['faceSwap', { operation: 'swapImage' }, { whichFaces: 'provided' }],
	],
	[
		'Change ages',
		[
			'faceSwap',
			{ resource: 'reage', operation: 'reageImage' },
			{ modifyImage: url('photo'), faceReage: 20 },
		],
	],
	['Generate images', ['imageGeneration', { resource: 'image', operation: 'generate' }, { prompt: 'A cat' }]],
	[
		'Translate a video, with lip sync',
		[
			'videoTranslation',
			{ resource: 'translation', operation: 'create' },
			{ video: url('video'), sourceLanguage: entry('en'), language: entry('de'), lipsync: true },
		],
	],
	[
		'Avatar video',
		['avatarVideo', { resource: 'avatarVideo', operation: 'create' }, { ...person, voiceId: entry('voice') }],
	],
	[
		'Talking avatar',
		[
			'avatarVideo',
			{ resource: 'voice', operation: 'textToSpeech' },
			{ inputText: 'Hello', voiceId: entry('voice') },
		],
		['avatarVideo', { resource: 'talkingAvatar', operation: 'create' }, person],
	],
	[
		'Live chat',
		['liveAvatar', { resource: 'session', operation: 'create' }, person],
		['liveAvatar', { resource: 'chat', operation: 'sendMessage' }, { question: 'Hello' }],
		['liveAvatar', { resource: 'session', operation: 'close' }, {}],
	],
	[
		'Start when a job is done',
		['mediaGenerationTrigger', {}, {}],
		[
			'faceSwap',
			{ operation: 'swapImage' },
			{
				...{ modifyImage: url('photo'), sourcePicture: url('face') },
				...{ waitForCompletion: false, webhookUrl: 'https://example.com' },
			},
		],
	],
	[
		"Video by n8n's own OpenAI",
		['openAi', { resource: 'video', operation: 'generate' }, { modelId: entry('model'), prompt: 'A cat' }],
	],
	[
		"Video by n8n's own Gemini",
		[
			'googleGemini',
			{ resource: 'video', operation: 'generate' },
			{ modelId: entry('model'), prompt: 'A cat' },
		],
	],
];

const versionsOf = ({ version }: INodeTypeDescription) => [version].flat();
const newestOf = (type: INodeTypeDescription) => Math.max(...versionsOf(type));

/** The screen of a node: its controls. What is still missing is a mistake of the table above. */
function controlsOf(type: INodeTypeDescription, given: INodeParameters): number {
	const node: INode = {
		id: '',
		name: type.name,
		type: type.name,
		typeVersion: newestOf(type),
		position: [0, 0],
		parameters: {},
	};
	const { properties } = type;
	const parameters = NodeHelpers.getNodeParameters(properties, given, true, false, node, type) ?? {};
	const missing = NodeHelpers.getNodeParametersIssues(properties, { ...node, parameters }, type);
	if (missing) throw new Error(`${type.name}: ${JSON.stringify(missing)}`);
	const shown = properties.filter((property) =>
		NodeHelpers.displayParameter(parameters, property, node, type),
	);
	const isControl = ({ type: kind, name }: { type: string; name: string }) =>
		!['hidden', 'notice'].includes(kind) && !['resource', 'operation'].includes(name);
	const names = new Set(shown.filter(isControl).map(({ name }) => name));
	const unknown = Object.keys(given).filter((name) => !shown.some((property) => property.name === name));
	if (unknown.length > 0) throw new Error(`${type.name} does not show ${unknown.join(', ')}`);
	return names.size;
}

/** Values that were filled in, in lists too. */
function fieldsOf(value: unknown): number {
	if (typeof value !== 'object' || value === null || '__rl' in value) return 1;
	return Object.values(value).reduce((sum: number, inner) => sum + fieldsOf(inner), 0);
}

async function main(): Promise<void> {
	const n8n = await installN8n();
	const own = readTypes(PROJECT_FOLDER);
	const theirs = readTypes(join(n8n.folder, 'node_modules', '@n8n', 'n8n-nodes-langchain'));
	const typeOf = (name: string) => {
		const named = [...own, ...theirs].filter((type) => type.name === name);
		const [newest] = named.sort((a, b) => newestOf(b) - newestOf(a));
		if (!newest) throw new Error(`There is no node ${name}.`);
		return newest;
	};
	console.log(`n8n ${n8n.version}`);
	const rows = TASKS.map(([name, ...steps]) => [
		name,
		String(steps.length),
		String(steps.reduce((sum, [, , filledIn]) => sum + fieldsOf(filledIn), 0)),
		steps.map(([type, picked, filledIn]) => controlsOf(typeOf(type), { ...picked, ...filledIn })).join(' + '),
	]);
	printTable(['', 'nodes', 'fields to fill in', 'controls on the first screens'], rows);
}

function readTypes(folder: string): INodeTypeDescription[] {
	return JSON.parse(
		readFileSync(join(folder, 'dist', 'types', 'nodes.json'), 'utf8'),
	) as INodeTypeDescription[];
}

main().catch((cause: unknown) => {
	console.error(cause);
	process.exitCode = 1;
});
