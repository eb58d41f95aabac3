import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { WorkflowExecute } from 'n8n-core';
import { Workflow, type INodeParameters } from 'n8n-workflow';
import { seal, startEmulator } from '../emulator';
import { startEngine } from './engine';
import { node, single } from './workflow';
import { AdditionalData } from './run';

/* Makes runs, calls to a parked run, and callbacks of a trigger, and tells how many of n8n's objects are alive then. */

const TIMES = Number(process.argv[2]);

/** What all kinds that are counted inherit from: one search of the heap, which is slow, finds them all. */
class Counted {
	declare isCounted: true;
}
const KINDS = [AdditionalData, Workflow, WorkflowExecute];
for (const { prototype } of KINDS) Object.setPrototypeOf(prototype, Counted.prototype);

/** n8n's objects that are alive, by their kinds, after a collection of garbage. */
async function alive() {
	// What a finished exchange still holds for a moment: sockets, ticks.
	for (let turn = 0; turn < 20; turn++) await pause(10);
	const found = queryObjects(Counted, { format: 'summary' });
	return KINDS.map(({ name }) => found.filter((text) => text.startsWith(`${name} `)).length);
}

const FACES = JSON.stringify([{ path: 'http://127.0.0.1:9/a.png', opts: '1,2:3,4:5,6:7,8' }]);
const swap = (parameters: INodeParameters) =>
	single('faceSwap', {
		resource: 'faceSwap',
		operation: 'swapImage',
		whichFaces: 'provided',
		modifyImage: 'http://127.0.0.1:9/a.png',
		targetImage: FACES,
		sourceImage: FACES,
		downloadResult: false,
		...parameters,
	});

async function inTurns(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
	for (let done = 0; done < count; done += 20) {
		await Promise.all(Array.from({ length: Math.min(20, count - done) }, async (_, i) => work(done + i)));
	}
}

async function main() {
	const emulator = await startEmulator({ jobMs: 3_600_000, callbacks: { lost: true } });
	const engine = await startEngine({ emulator });
	const { clientId, clientSecret } = emulator;
	const told = (id: string, type: string) =>
		JSON.stringify(
			seal({ _id: id, status: 3, type, url: '' }, { clientId, clientSecret }, Date.now(), '1529'),
		);
	// Where the run is called when the pause ends.
	const ownAddress = createServer().listen(0, '127.0.0.1');
	await once(ownAddress, 'listening');
	const woken = once(ownAddress, 'request');
	const { port } = ownAddress.address() as AddressInfo;
	const parked = await engine.store(swap({ waitUsing: 'callback', options: { storeAfter: 0 } }), {
		input: [{}, {}],
		instanceUrl: `http://127.0.0.1:${port}/`,
	});
	const trigger = await engine.listen({ nodes: [node('Trigger', 'mediaGenerationTrigger', {})] });
	const callback = async (id: string) => {
		const headers = { 'content-type': 'application/json' };
		const body = told(id, 'faceswap');
		await (await fetch(trigger.url, { method: 'POST', headers, body })).arrayBuffer();
	};
	const runOnce = async () => void (await engine.run(swap({ waitForCompletion: false })));
	const [first] = emulator.jobs.created();
	if (first === undefined) throw new Error('The parked run made no job');
	const call = async () => void (await parked.call('Node', told(first.id, 'faceswap')));

	// Once each, so that all is loaded.
	await runOnce();
	await callback(first.id);
	const before = await alive();
	const since = async () => (await alive()).map((count, kind) => count - (before[kind] ?? 0));

	await inTurns(TIMES, runOnce);
	const afterRuns = await since();
	const made = emulator.jobs.created().slice(-TIMES);
	emulator.jobs.complete();
	await inTurns(made.length, async (index) => await callback(made[index]?.id ?? ''));
	const started = trigger.runs.length;
	trigger.runs.length = 0;
	const afterCallbacks = await since();
	await inTurns(TIMES, call);
	const inPause = await since();
	const [, response] = await woken;
	response.end();
	const afterCalls = await since();
	process.send?.({ afterRuns, afterCallbacks, started, inPause, afterCalls }, () => process.exit(0));
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
