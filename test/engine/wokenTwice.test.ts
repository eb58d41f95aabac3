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
		faceSelection: 'provided',
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

test.each([
	[2, 'waits again', { waitUsing: 'callback' }, 'waiting'],
	[1, 'is over', { waitForCompletion: false }, 'success'],
] as const)(
	'n8n %i: a slow look does not put a run back that another process woke up and that %s: nothing is paid twice',
	async (version, _name, afterwards, status) => {
		const before = bench.created.length;
		const run = bench.engine.stored(
			chain(swapNode('First', { waitUsing: 'callback' }), swapNode('Second', afterwards)),
			version,
		);
		await run.start();
		expect(run.status).toBe('waiting');
		const { id = '' } = bench.created[before] ?? {};
		bench.emulator.jobs.complete(id);
		const { clientId, clientSecret } = bench.emulator;
		const body = () =>
			seal({ _id: id, status: 3, type: 'faceswap', url: '' }, { clientId, clientSecret }, Date.now(), '1529');
		const type = 'n8n-nodes-media-generation.faceSwap';
		bench.emulator.requests.length = 0;
		bench.emulator.faults.add({
			kind: 'slow',
			delayMs: 1_500,
			times: 1,
			match: { path: 'listbyids' },
		});
		const slow = run.call('First', freshNode(type), body());
		await until(() => bench.reads > 0);
		expect(await run.call('First', freshNode(type), body())).toBe(200);
		await until(() => run.status === status);
		expect(await slow).toBe(503);
		await until(() => run.status === status);
		expect(run.resumed).toBe(1);
		expect(bench.created.slice(before)).toHaveLength(2);
	},
);
