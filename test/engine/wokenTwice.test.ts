import { setTimeout as pause } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { seal } from '../emulator/callbacks/envelope';
import { FACES, setUp } from '../support/bench';
import { chain, node } from '../support/engine';
import { freshNode } from '../support/webhookRequest';

/* One suspended run, called in two webhook processes: n8n runs what each of them has read of it. */

const bench = setUp({ jobMs: 3_600_000, callbacks: { lost: true } });

const swapNode = (name: string, parameters: INodeParameters) =>
	node(name, 'faceSwap', {
		resource: 'faceSwap',
		operation: 'swapImage',
		whichFaces: 'provided',
		modifyImage: `http://127.0.0.1:9/${name}.png`,
		targetImage: JSON.stringify(FACES.targetImage),
		sourceImage: JSON.stringify(FACES.sourceImage),
		...parameters,
	});

async function until(isSo: () => boolean): Promise<void> {
	for (let tries = 0; !isSo(); tries++) {
		if (tries > 1_000) throw new Error('Waited in vain');
		await pause(10);
	}
}

const swaps = (afterwards: INodeParameters) =>
	chain(swapNode('First', { waitUsing: 'callback' }), swapNode('Second', afterwards));
const TYPE = 'n8n-nodes-media-generation.faceSwap';

/** The body of a call that a job is done. */
function callOf(id: string): object {
	const { clientId, clientSecret } = bench.emulator;
	const keys = { clientId, clientSecret };
	return seal({ _id: id, status: 3, type: 'faceswap', url: '' }, keys, Date.now(), '1529');
}

/** Calls as a sender does, again and again until it is told that all is well: a busy machine makes a call stale. */
async function untilTaken(call: () => Promise<number>): Promise<void> {
	for (let tries = 0; (await call()) !== 200; tries++) {
		if (tries > 100) throw new Error('The call is not taken');
		await pause(50);
	}
}

test('a run that n8n holds back for want of a slot is not woken up once more by the retry of the sender', async () => {
	const before = bench.created.length;
	const run = bench.engine.stored(swaps({ waitUsing: 'callback' }), 2);
	const slots: Array<() => void> = [];
	run.slot = async () => await new Promise<void>((enter) => slots.push(enter));
	await run.start();
	const { id = '' } = bench.created[before] ?? {};
	bench.emulator.jobs.complete(id);
	const process = freshNode(TYPE);
	const first = untilTaken(async () => await run.call('First', process, callOf(id)));
	await until(() => slots.length === 1);
	// A minute of the nodes' clock.
	await pause(3_000);
	expect(await run.call('First', process, callOf(id))).toBe(503);
	slots[0]?.();
	await first;
	await until(() => run.status === 'waiting');
	expect(run.resumed).toBe(1);
	expect(bench.created.slice(before)).toHaveLength(2);
});

test.each([
	[2, 'waits again', { waitUsing: 'callback' }, 'waiting'],
	[1, 'is over', { waitForCompletion: false }, 'success'],
] as const)(
	'n8n %i: a slow look does not put a run back that another process woke up and that %s: nothing is paid twice',
	async (version, _name, afterwards, status) => {
		const before = bench.created.length;
		const run = bench.engine.stored(swaps(afterwards), version);
		await run.start();
		expect(run.status).toBe('waiting');
		const { id = '' } = bench.created[before] ?? {};
		bench.emulator.jobs.complete(id);
		bench.emulator.requests.length = 0;
		bench.emulator.faults.add({
			kind: 'slow',
			delayMs: 1_500,
			times: 1,
			match: { path: 'listbyids' },
		});
		const slow = run.call('First', freshNode(TYPE), callOf(id));
		await until(() => bench.reads > 0);
		const other = freshNode(TYPE);
		await untilTaken(async () => await run.call('First', other, callOf(id)));
		await until(() => run.status === status);
		expect(await slow).toBe(503);
		await until(() => run.status === status);
		expect(run.resumed).toBe(1);
		expect(bench.created.slice(before)).toHaveLength(2);
	},
);
