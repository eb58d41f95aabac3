import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../../../nodes/ImageGeneration/operations/image/generate';
import { claim, next, numbersOf, rootRow } from '../../../nodes/shared/claims/claims';
import { limitsOverTime } from '../../../nodes/shared/run/gate';
import type { Rows } from '../../../nodes/shared/claims/store';
import { claimOf, noteRoot, repeatMs } from '../../../nodes/shared/run/identity';
import * as build from '../../../nodes/shared/operation';
import { ClaimTable } from '../../support/claimTable';
import { Clock } from '../../support/clock';
import { listedOperations } from '../../support/operations';
import { rowOf } from './rows';

async function claimOfRequest(operation: build.CreateOperation, parameters: object, more = {}) {
	const context = {
		getNode: () => ({ id: 'node', type: 'one', name: 'One' }),
		getWorkflow: () => ({ id: 'workflow' }),
	};
	const account = async () => ({ identity: 'client' });
	const run = { context, account, items: [], once: async (_: string, make: () => unknown) => await make() };
	const leg = { run, operation, store: {}, state: { run: { root: '7' }, count: () => 0 } };
	const { settings } = rowOf('one', more);
	return await claimOf(
		leg as never,
		{ item: 0, settings, asks: operation.schema.parse(parameters) } as never,
	);
}

const url = (value: string) => ({ mode: 'url', value: `https://files.test/${value}` });
const id = (value: string) => ({ mode: 'id', value });
/** What a request has of them. Everything else has its default. */
const BASE: Readonly<Record<string, unknown>> = {
	...{ modifyImage: url('1.png'), modifyVideo: url('1.mp4'), targetFrame: url('2.png') },
	...{ sourcePicture: url('3.png'), video: url('4.mp4'), voice: url('5.mp3'), audio: url('6.mp3') },
	...{ prompt: 'A lighthouse', faceReage: 10 },
	...{ recordId: id('5f'), imageNumber: 2, avatarId: 'Ada', voiceId: 'eve', inputText: 'Hello', duration: 5 },
	...{ sourceLanguage: id('en'), language: id('fr'), path: '/content/video/create', body: '{ "a": 1 }' },
	voiceUrl: url('9.mp3'),
};
const face = '[{ "path": "https://files.test/face.png", "opts": "1,1:2,1:1,2:2,2" }]';
/** The other values of a field that has no choices. */
const OTHERS: Readonly<Record<string, unknown>> = {
	replacements: { face: [{ faceNumber: 2, sourcePicture: url('7.png') }] },
	...{ faceNumbers: '1, 3', targetImage: face, sourceImage: url('8.png'), mergeInterval: 3, width: 640 },
	...{ height: 480, ratio: '4:3', background: '#000000', rate: '1.2' },
	elementsJson: '[{ "type": "avatar", "avatar_id": "Ada" }]',
	elements: { element: [{ type: 'avatar', avatarId: 'Ada', scaleX: 1, layerNumber: 0 }] },
};

/** Values that belong together. */
const TOGETHER: ReadonlyArray<Record<string, unknown>> = [
	{ whichFaces: 'choose', replacements: OTHERS.replacements },
	{ whichFaces: 'choose', faceNumbers: OTHERS.faceNumbers },
	{ whichFaces: 'provided', targetImage: face, sourceImage: face },
	{ whichFaces: 'provided', targetImage: face },
	{ content: 'fields', elements: OTHERS.elements },
	{ content: 'json', elementsJson: OTHERS.elementsJson },
	{ size: 'custom', width: 640, height: 480, ratio: '4:3' },
];

function valuesOf(name: string, { fields }: build.Parameter): unknown[] {
	const [field] = fields(name);
	if (field?.type === 'boolean') return [true, false];
	if (field?.type === 'options')
		return (field.options ?? []).flatMap((each) => ('value' in each ? each.value : []));
	return name in OTHERS ? [OTHERS[name]] : [];
}

/** A line for each request: the operation with its needed fields, and then with each other value of a field. */
async function recordedNames(): Promise<string[]> {
	const lines: string[] = [];
	for (const { name, operation } of listedOperations()) {
		if (operation.type !== 'create') continue;
		const { parameters, options } = operation;
		const base = Object.fromEntries(
			Object.keys(parameters).flatMap((key) => (key in BASE ? [[key, BASE[key]]] : [])),
		);
		const changes = [
			{},
			...TOGETHER.filter((each) => Object.keys(each).every((key) => key in parameters)),
			...Object.entries(parameters).flatMap(([key, field]) =>
				valuesOf(key, field).map((value) => ({ [key]: value })),
			),
			...Object.entries(options).flatMap(([key, field]) =>
				valuesOf(key, field).map((value) => ({ options: { [key]: value } })),
			),
		];
		for (const change of changes) {
			const given = { options: {}, ...base, ...change };
			if (!operation.schema.safeParse(given).success) continue;
			lines.push(`${name} ${JSON.stringify(change)} ${(await claimOfRequest(operation, given)).name}`);
		}
	}
	const keyed = await claimOfRequest(generate, { ...BASE, options: {} }, { idempotencyKey: 'order 5' });
	const { rows, names } = rowsThatNote();
	await limitsOverTime(rows, 'node', 'UTC', [rowOf('one', { maxJobsPerDay: 5 })])[0]?.places.take(5, 0);
	const called = claim('call', 'request', 'place');
	return [
		...lines,
		`key ${keyed.name}`,
		`root ${rootRow('7', 'node')}`,
		`call ${called.name}, then ${next(called, 1_000).name}`,
		...names.map((each) => `day ${each}`),
		`id ${numbersOf('665f1c2ab0c1d2e3f4a5b6c7')?.join()}`,
	];
}

function rowsThatNote() {
	const names: string[] = [];
	const insert = async (name: string) => Boolean(names.push(name));
	const rows: Rows = { store: 'one', insert, read: async () => undefined, remove: async () => {} };
	return { rows, names };
}

/*
 * An update must find the jobs of earlier executions, or a retry or a repeat over it pays again. So add lines to
 * recorded.txt (`npm run docs` does), and don't alter them once they are published (CONTRIBUTING.md: Change a recorded
 * name).
 */
test('every recorded name is the same in each version', async () => {
	const file = join(__dirname, 'recorded.txt');
	const known = () => readFileSync(file, 'utf8').split('\n').filter(Boolean);
	const names = await recordedNames();
	if (process.env.WRITE_CONTRACT !== undefined) {
		writeFileSync(file, `${[...new Set([...known(), ...names])].sort().join('\n')}\n`);
	}
	expect(known()).toEqual([...names].sort());
});

test('a new parameter or option that is not set, and another order, leave the hash of a request as it is', async () => {
	const old = { prompt: build.text('Prompt', {}), places: build.optionalNumber('Places', { default: 1 }) };
	const added = {
		flag: build.flag('New', { default: true }),
		list: build.list('New', { name: 'one', displayName: 'One', itemTitle: '' }, {}, {}),
	};
	const hashWith = async (parameters: build.Parameters, values: object = {}, settings = {}) => {
		const texts = { value: '', name: '', action: '', description: '' };
		const shape = { ...texts, kind: 'image' as const, to: { path: '/' }, plan: () => ({ body: {} }) };
		const operation = build.defineCreate({ ...shape, parameters, options: parameters });
		const given = { prompt: 'A lighthouse', places: 3, options: { prompt: 'Two', places: 4 }, ...values };
		return (await claimOfRequest(operation, given, settings)).request;
	};
	const hash = await hashWith(old);
	expect(await hashWith({ ...added, places: old.places, prompt: old.prompt })).toBe(hash);
	expect(await hashWith({ ...old, ...added }, { flag: false })).not.toBe(hash);
	expect(await hashWith(old, { options: { prompt: 'Two', places: 5 } })).not.toBe(hash);
	expect(await hashWith(old, {}, { extraFields: { seed: 2 } })).not.toBe(hash);
});

test.each([
	['trigger', {}, 1],
	['trigger', { One: [] }, 1],
	['retry', {}, 1],
	['retry', { One: [] }, 0],
])('a %s without a token that ran %j before notes %d roots', async (mode, runData, count) => {
	const table = new ClaimTable();
	const [node, workflow] = [{ id: 'node', name: 'One', type: 'one' }, { id: 'w' }];
	const of = () => ({ workflow, node: { ...node } }) as never;
	const context = {
		...{ node, getNode: () => node, getWorkflow: () => workflow, getMode: () => mode },
		...{ getExecutionId: () => '5', runExecutionData: { resultData: { runData } } },
		helpers: {
			checkProcessedAndRecord: async (items: number[], _: string, options: { mode: string }) =>
				await table.checkProcessedAndRecord(items, 'node', of(), options),
		},
	};
	await noteRoot({ context, environment: new Clock() } as never);
	expect(table.rows.size).toBe(count);
});

test.each([
	['trigger', '.agent', 3, 18],
	['trigger', '.mcpTrigger', 3, 17],
	['trigger', '.agent', 60, 25],
	['retry', '.agent', 3, 15],
])(
	'an equal call in a %s execution by a %s with a Timeout of %d minutes is the same job for %d minutes',
	(mode, type, timeout, minutes) => {
		const data = { getMode: () => mode, getExecuteData: () => ({ node: { type } }), additionalData: {} };
		const context = { ...data, getNode: () => ({ type: 'oneTool' }) };
		const run = { context, beganAt: 7, answerBy: (seconds: number) => 7 + (seconds || 600) * 1_000 };
		const { settings } = rowOf('one', { timeout, toolTimeout: 120 });
		expect(repeatMs(run as never, settings) / 60_000).toBe(minutes);
	},
);
