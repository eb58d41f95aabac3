import type { INodeParameters } from 'n8n-workflow';
import { startEmulator, type FaultSpec } from '../emulator';
import { single, startEngine } from '../support/engine';
import { swapParameters, type WorkflowJson } from '../support/workflow';
import { start } from './main';

/*
 * Makes the most frequent messages appear on n8n's engine, and prints what happened, where, whether it was paid, and the
 * next step. Each run has three rows, and the second one is bad where a row alone can be.
 */

type Case = [name: string, workflow: WorkflowJson, fault?: Partial<FaultSpec>];

const swap = (parameters: INodeParameters = {}) => single('faceSwap', swapParameters(parameters));
const other = (resource: string, operation: string, parameters: INodeParameters = {}) =>
	single('faceSwap', { resource, operation, ...parameters });
const inRow2 = (good: string, bad: string) => `={{ $json.row === 2 ? '${bad}' : '${good}' }}`;

const CREATE_CODES = [
	1003, 1006, 1007, 1009, 1010, 1015, 1101, 1103, 1108, 1109, 1200, 1201, 1203, 1204, 1207, 1210, 4711,
];
const HTTP = [401, 404, 413, 502];

const casesAt = (media: string, image = `${media}/people-1.png`): Case[] => [
	...CREATE_CODES.map((code): Case => [
		`code ${code}`,
		swap({ concurrentSubmissions: 1 }),
		{ kind: 'code', code, msg: 'modifyImage: the file is 60 MB', match: { path: 'specifyimage', nth: 2 } },
	]),
	...HTTP.map((status): Case => [
		`HTTP ${status}`,
		swap({ concurrentSubmissions: 1 }),
		{ kind: 'html', status, body: '<h1>Bad gateway</h1>', match: { path: 'specifyimage' } },
	]),
	['a broken connection', swap(), { kind: 'afterTakenReset', times: 1, match: { path: 'specifyimage' } }],
	['an empty field', swap({ modifyImage: inRow2(image, '') })],
	['no address', swap({ modifyImage: inRow2(image, 'people.png') })],
	['an expression of a missing node', swap({ modifyImage: "={{ $('Gone').item.json.url }}" })],
	['a missing binary field', swap({ modifyImage: { __rl: true, mode: 'binary', value: 'photo' } })],
	[
		'no face',
		swap({ whichFaces: 'inOrder', modifyImage: `${media}/blank.png`, sourcePicture: `${media}/me.png` }),
	],
	['too many jobs', swap({ maxJobs: 2 })],
	['too little credit', swap({ minimumCredit: 1_000_000 })],
	['a failed job', swap({ modifyImage: inRow2(image, `${image}?doomed`) })],
	['a timeout', swap({ modifyImage: inRow2(image, `${image}?endless`), waitOptions: { timeout: 0.02 } })],
	['an unknown ID', other('job', 'get', { recordId: { __rl: true, mode: 'id', value: 'nobody' } })],
	['Cancel', other('job', 'cancel', { jobIds: 'nobody' })],
	['Custom API Call', other('faceSwap', '__CUSTOM_API_CALL__')],
];

async function main(): Promise<void> {
	const emulator = await startEmulator({
		jobMs: [10, 60],
		outcome: (_operation, _n, request) => {
			const text = JSON.stringify(request);
			if (text.includes('endless')) return { status: 3, jobMs: 3_600_000 };
			return text.includes('doomed') ? { status: 4, reason: 'the stage collapsed' } : undefined;
		},
	});
	const engine = await startEngine({ emulator });
	const cases = casesAt(emulator.mediaUrl);
	for (const [name, workflow, fault] of cases) {
		if (fault) emulator.faults.add({ kind: 'code', times: Infinity, ...fault });
		const { error } = await engine.run(workflow, { input: [1, 2, 3].map((row) => ({ row })) });
		emulator.faults.clear();
		const { row, field, submitted } = Object(error?.context.data) as Record<string, unknown>;
		console.log(`\n${name}\n  what   ${error?.message ?? 'no error'}`);
		console.log(`  where  ${[row && `row ${String(row)}`, field].filter(Boolean).join(', ') || '-'}`);
		console.log(`  paid   ${String(submitted ?? 'no, because Get and Cancel never pay')}`);
		console.log(`  next   ${error?.description?.replaceAll('\n\n', '\n         ') ?? '-'}`);
	}
	console.log(`\n${cases.length} messages`);
	await engine.close();
	await emulator.close();
}

start(main, 'The messages failed: ');
