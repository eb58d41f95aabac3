import { setTimeout as pause } from 'node:timers/promises';
import { seal } from '../emulator/callbacks/envelope';
import { swap } from '../support/bench';
import { chain } from '../support/engine';
import { SPEED } from '../support/fastClock';
import { parkedBench } from '../support/parked';
import type { StoredRun } from '../support/storedRun';
import { freshNode } from '../support/webhookRequest';

/* A parked run that the service wakes up by its calls. A call only decides whether to wake, whatever it says. */

const { bench, store, swapNode, now } = parkedBench({ callbacks: { lost: true } });
const callback = { waitUsing: 'callback' };
const TYPE = 'n8n-nodes-media-generation.faceSwap';

/** The body of a signed call about a job. */
function signed(id: string, status = 3, clientSecret = bench.emulator.clientSecret, ageMs = 0): object {
	const { clientId } = bench.emulator;
	const content = { _id: id, status, type: 'faceswap', url: '' };
	return seal(content, { clientId, clientSecret }, Date.now() - ageMs, '1529');
}

async function storeJobs(count: number, parameters = {}): Promise<{ run: StoredRun; ids: string[] }> {
	const before = bench.created.length;
	const run = await store(swap({ ...callback, ...parameters }), count);
	expect(run.status).toBe('waiting');
	return { run, ids: bench.created.slice(before).map(({ id }) => id) };
}

test('a call that says that it is plain text is read, too', async () => {
	const { run, ids } = await storeJobs(1);
	bench.emulator.jobs.complete();
	// n8n gives such a body as text.
	expect(await run.call('Node', JSON.stringify(signed(ids[0]!)))).toBe(200);
	await run.settled();
	expect(run.status).toBe('success');
});

test('the service gets an address of this run, and the first call about an open job wakes it', async () => {
	const { run, ids } = await storeJobs(3);
	expect(bench.created.at(-1)!.webhookUrl).toMatch(/webhook-waiting\/\d+\/node-1/);
	bench.emulator.jobs.complete();
	expect(await run.call('Node', signed(ids[0]!))).toBe(200);
	await run.settled();
	expect([run.status, run.legs]).toEqual(['success', 2]);
	expect(run.result!.json('Node').map(({ status }) => status)).toEqual(Array(3).fill('completed'));
});

test('a plain call about an open job wakes the run, as the node reads the record itself', async () => {
	const { run, ids } = await storeJobs(1);
	bench.emulator.jobs.complete();
	expect(await run.call('Node', { _id: ids[0]!, status: 3 })).toBe(200);
	await run.settled();
	expect(run.status).toBe('success');
});

test('a hundred jobs that end together end the run in its second leg, however many calls come', async () => {
	const { run, ids } = await storeJobs(100);
	bench.emulator.jobs.complete();
	const answers = await Promise.all(ids.map(async (id) => await run.call('Node', signed(id))));
	await run.settled();
	expect(answers.filter((status) => status === 200)).toHaveLength(1);
	expect([run.status, run.legs]).toEqual(['success', 2]);
	expect(run.result!.json('Node')).toHaveLength(100);
});

test.each(['a/b', '%41', 'a b?c#d'])('a node with the ID %s gets calls', async (id) => {
	const before = bench.created.length;
	const { nodes, ...workflow } = swap(callback);
	const named = nodes.map((node) => (node.name === 'Node' ? { ...node, id } : node));
	await store({ ...workflow, nodes: named }, 1);
	const { pathname } = new URL(bench.created[before]!.webhookUrl!);
	expect(decodeURIComponent(pathname.split('/').at(-1)!)).toBe(id);
});

test('a call of a job that failed wakes it up, too', async () => {
	const { run, ids } = await storeJobs(1);
	bench.emulator.jobs.fail(ids[0]!, 'no light');
	await run.call('Node', signed(ids[0]!, 4));
	await run.settled();
	expect(run.legs).toBe(2);
	expect(run.result!.error?.message).toContain('no light');
});

test('a call only wakes: what it says is not believed', async () => {
	const { run, ids } = await storeJobs(1);
	await run.call('Node', signed(ids[0]!));
	await run.settled();
	expect(run.status).toBe('waiting');
	expect(run.waitTill! - now()).toBeLessThan(70_000);
	bench.emulator.jobs.fail(ids[0]!, 'no light');
	expect((await run.toTheEnd()).error?.message).toContain('no light');
});

test('calls of a job that goes on, of a foreign job, made up or unreadable ones do not wake it up', async () => {
	const { run, ids } = await storeJobs(2);
	const bodies = [
		signed(ids[0]!, 2),
		signed('aaaaaaaaaaaaaaaaaaaaaaaa'),
		{ _id: 'aaaaaaaaaaaaaaaaaaaaaaaa', status: 3 },
		{ signature: 'a'.repeat(40), dataEncrypt: 'AAAA', timestamp: Date.now(), nonce: '1' },
		{},
	];
	for (const body of bodies) expect(await run.call('Node', body)).toBe(200);
	await pause(5_000 / SPEED);
	expect(run.legs).toBe(1);
	bench.emulator.jobs.complete();
	for (const id of ids) await run.call('Node', signed(id));
	await run.settled();
	expect(run.status).toBe('success');
});

test('with a secret that can decrypt nothing the sender is asked to try again', async () => {
	const { run, ids } = await storeJobs(1);
	const before = bench.engine.readCredential();
	bench.engine.saveCredential({ ...before, clientSecret: 'short' });
	expect(await run.call('Node', signed(ids[0]!), freshNode(TYPE))).toBe(503);
	bench.engine.saveCredential(before);
	bench.emulator.jobs.complete();
	expect(await run.call('Node', signed(ids[0]!), freshNode(TYPE))).toBe(200);
	await run.settled();
	expect(run.status).toBe('success');
});

test('where nothing waits, it is said to the caller', async () => {
	const { run, ids } = await storeJobs(1);
	bench.emulator.jobs.complete();
	await run.call('Node', signed(ids[0]!));
	await run.settled();
	expect(await run.call('Node', signed(ids[0]!))).toBe(409);
});

test('two calls at the same moment, in two processes, run the node and what follows once', async () => {
	const { run, ids } = await storeJobs(1);
	bench.emulator.jobs.complete();
	const processes = [freshNode(TYPE), freshNode(TYPE)];
	const body = signed(ids[0]!);
	const answers = await Promise.all(processes.map(async (each) => await run.call('Node', body, each)));
	expect(answers.sort()).toEqual([200, 500]);
	await run.settled();
	expect(run.legs).toBe(2);
	expect(run.result!.runs('Node')).toHaveLength(1);
});

test('a call that gets lost costs a look by time: a minute after the jobs were made, and then after ten', async () => {
	const { run } = await storeJobs(1);
	// A call that came while n8n was about to store the run found nobody.
	expect(run.waitTill! - now()).toBeLessThan(70_000);
	await run.wake();
	expect(run.waitTill! - now()).toBeGreaterThan(9 * 60_000);
	bench.emulator.jobs.complete();
	expect((await run.toTheEnd()).json('Node')).toMatchObject([{ status: 'completed' }]);
	expect(run.legs).toBe(3);
});

test('in a row of two waits a call of the first does not wake up the second', async () => {
	const before = bench.created.length;
	const picture = 'http://127.0.0.1:9/second.png';
	const run = await store(
		chain(swapNode(callback), swapNode({ ...callback, modifyImage: picture }, {}, 'Second')),
		1,
	);
	bench.emulator.jobs.complete();
	const first = signed(bench.created[before]!.id);
	expect(await run.call('Second', first)).toBe(404);
	await run.call('Node', first);
	await run.settled();
	expect(run.status).toBe('waiting');
	await run.call('Second', first);
	await pause(3_000 / SPEED);
	expect(run.legs).toBe(2);
});

test('an n8n that the service can not reach is said before anything is paid', async () => {
	const before = bench.created.length;
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: 'https://api.example.com' });
	const run = await store(swap(callback), 2);
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: bench.emulator.baseUrl });
	expect(run.result!.error?.message).toContain(
		"Wait Method can't be Callback here: this n8n is at localhost:5678, which the service can't reach",
	);
	expect(bench.created).toHaveLength(before);
});
