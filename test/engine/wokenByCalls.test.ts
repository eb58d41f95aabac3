import { setTimeout as pause } from 'node:timers/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seal } from '../emulator/callbacks/envelope';
import { swap } from '../support/bench';
import { chain } from '../support/engine';
import { TestCredentialsHelper } from '../support/credentials';
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

test('the service gets an address of this run, and when signed calls have told of all jobs, it goes on at once', async () => {
	const { run, ids } = await storeJobs(3);
	expect(bench.created.at(-1)!.webhookUrl).toMatch(/webhook-waiting\/\d+\/node-1/);
	bench.emulator.jobs.complete();
	for (const [index, id] of ids.entries()) {
		expect(await run.call('Node', signed(id))).toBe(200);
		expect(run.legs).toBe(index < ids.length - 1 ? 1 : 2);
	}
	await run.settled();
	expect(run.status).toBe('success');
	expect(run.result!.json('Node').map(({ status }) => status)).toEqual([
		'completed',
		'completed',
		'completed',
	]);
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
		{ seal: 'x'.repeat(43) },
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

test('many calls at once open the credential once, and renewed keys are known a few seconds later', async () => {
	const { run, ids } = await storeJobs(10);
	const before = bench.engine.readCredential();
	const process = freshNode(TYPE);
	const open = jest.spyOn(TestCredentialsHelper.prototype, 'getDecrypted');
	bench.emulator.jobs.complete();
	await Promise.all(ids.slice(2).map(async (id) => await run.call('Node', signed(id), process)));
	expect(open).toHaveBeenCalledTimes(1);

	const clientSecret = 'another-secret-1';
	bench.engine.saveCredential({ ...before, clientSecret });
	const time = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(time + 6_000);
	for (const id of ids.slice(0, 2)) await run.call('Node', signed(id, 3, clientSecret), process);
	expect(open).toHaveBeenCalledTimes(2);
	jest.restoreAllMocks();
	bench.engine.saveCredential(before);
	expect((await run.toTheEnd()).json('Node')).toHaveLength(10);
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
	// A call that was long under way is handled otherwise: so no time passes, however slow the machine is.
	jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const body = signed(ids[0]!);
	const answers = await Promise.all(processes.map(async (each) => await run.call('Node', body, each)));
	jest.restoreAllMocks();
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
		"is not possible here: this n8n is at localhost:5678, which the service can't reach",
	);
	expect(bench.created).toHaveLength(before);
});

describe('where several processes take calls, or the calls are not signed', () => {
	let server: Server;
	const sealed: object[] = [];
	let target: StoredRun | undefined;
	let path: string | undefined;
	/** So many calls n8n is too busy for. */
	let refusals = 0;
	beforeAll(async () => {
		server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				// Calls of runs before this one may come late.
				if (request.url !== path) return void response.writeHead(404).end();
				const body: object = JSON.parse(Buffer.concat(chunks).toString());
				sealed.push(body);
				if (refusals-- > 0) return void response.writeHead(503).end();
				void target?.call('Node', body).then((status) => response.writeHead(status).end());
			});
		}).listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
	});
	beforeEach(() => {
		sealed.length = 0;
		refusals = 0;
	});
	afterAll(() => server.close());
	const reachable = () => ({ instanceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });

	async function storeReachable(count: number, settings = {}) {
		const before = bench.created.length;
		const run = await store(swap(callback, settings), count, reachable());
		target = run;
		const { pathname, search } = new URL(bench.created.at(-1)!.webhookUrl!);
		path = pathname + search;
		sealed.length = 0;
		return { run, ids: bench.created.slice(before).map(({ id }) => id) };
	}

	test('it wakes up by a call of its own, after a pause in the calls', async () => {
		const { run, ids } = await storeReachable(4);
		bench.emulator.jobs.complete();
		const processes = [freshNode(TYPE), freshNode(TYPE)];
		const before = now();
		await pause(200);
		for (const [index, id] of ids.entries()) await run.call('Node', signed(id), processes[index % 2]);
		const [last, usual] = [Date.now(), (now() - before) / ids.length];
		expect(run.legs).toBe(1);
		while (run.status !== 'success') await pause(20);
		expect(run.legs).toBe(2);
		// Ten times the usual time between two calls, on the nodes' fast clock.
		const quiet = Number(Object(sealed[0]).at) - last;
		expect(quiet).toBeGreaterThan((0.8 * Math.min(60_000, 10 * usual)) / SPEED);
	});

	/** Another try, which makes failed jobs again, may create something on each leg. */
	const createsMore = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	test('where nothing more is created, a call wakes it up however long it was under way', async () => {
		const { run, ids } = await storeReachable(1);
		bench.emulator.jobs.complete();
		expect(await run.call('Node', signed(ids[0]!, 3, undefined, 60_000))).toBe(200);
		expect(run.legs).toBe(2);
		await run.settled();
		expect(run.status).toBe('success');
		expect(sealed).toEqual([]);
	});

	test('a call that was long under way does not wake it up as n8n read it then: a new call does', async () => {
		const { run, ids } = await storeReachable(1, createsMore);
		bench.emulator.jobs.complete();
		expect(await run.call('Node', signed(ids[0]!, 3, undefined, 10_000))).toBe(200);
		expect(run.legs).toBe(1);
		while (run.status !== 'success') await pause(20);
		expect(sealed[0]).toEqual({ seal: expect.any(String), at: expect.any(Number) });
		expect(run.legs).toBe(2);
	});

	test.each([
		[2_999, 2],
		[3_000, 1],
	])('a call that was under way for %i ms leaves it with %i legs for now', async (ageMs, legs) => {
		const { run, ids } = await storeReachable(1, createsMore);
		bench.emulator.jobs.complete();
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		refusals = 1;
		await run.call('Node', signed(ids[0]!, 3, undefined, ageMs));
		jest.restoreAllMocks();
		expect(run.legs).toBe(legs);
		while (run.status !== 'success') await pause(20);
	});

	test('so it is with its own calls, and one that n8n refuses comes again, one at a time', async () => {
		const { run, ids } = await storeReachable(1, createsMore);
		bench.emulator.jobs.complete();
		refusals = 2;
		for (let times = 0; times < 5; times++) await run.call('Node', signed(ids[0]!, 3, undefined, 10_000));
		while (sealed.length === 0) await pause(5);
		expect(await run.call('Node', { ...sealed[0], at: Date.now() - 10_000 })).toBe(503);
		expect(run.legs).toBe(1);
		while (run.status !== 'success') await pause(20);
		expect(sealed).toHaveLength(3);
		expect(run.legs).toBe(2);
	});

	test('after four refusals another call of the service begins anew', async () => {
		const { run, ids } = await storeReachable(1, createsMore);
		bench.emulator.jobs.complete();
		const late = signed(ids[0]!, 3, undefined, 10_000);
		refusals = 4;
		await run.call('Node', late);
		while (sealed.length < 4) await pause(20);
		await pause(200);
		expect(run.legs).toBe(1);
		await run.call('Node', late);
		while (run.status !== 'success') await pause(20);
		expect(sealed).toHaveLength(5);
	});

	test('calls about a foreign job wake it up neither at once nor after a pause', async () => {
		const { run } = await storeReachable(1);
		const foreign = 'aaaaaaaaaaaaaaaaaaaaaaaa';
		for (const body of [{ _id: foreign, status: 3 }, signed(foreign)]) await run.call('Node', body);
		await pause(5_000 / SPEED);
		expect(sealed).toEqual([]);
		expect(run.legs).toBe(1);
	});

	test('calls without end do not keep it asleep: the pause that collects them has an end', async () => {
		const { run, ids } = await storeReachable(2);
		bench.emulator.jobs.complete();
		// A pause after each of them would never end.
		for (let calls = 0; calls < 2_000 && sealed.length === 0; calls++) {
			await run.call('Node', { _id: ids[0], status: 3 });
			await pause(10);
		}
		expect(sealed).not.toEqual([]);
		while (run.status !== 'success') await pause(20);
		expect(run.legs).toBe(2);
	});

	test('a plain call wakes it up, too, and many of them once', async () => {
		const { run, ids } = await storeReachable(1);
		bench.emulator.jobs.complete();
		for (let times = 0; times < 20; times++) await run.call('Node', { _id: ids[0], status: 3 });
		while (run.status !== 'success') await pause(20);
		expect(sealed).toHaveLength(1);
	});
});
