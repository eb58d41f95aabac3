import { inspect } from 'node:util';
import { z } from 'zod';
import { startEmulator, type Emulator, type FaultSpec } from '../emulator';
import { chain, node, startEngine, type Engine } from '../support/engine';
import { CallNode, outcomeOf, type Outcome } from '../support/callNode';
import type { ServiceRequest } from '../../nodes/shared/transport/types';

const read: ServiceRequest = {
	method: 'GET',
	path: 'faceswap/quota/info',
	intent: 'repeatable',
	group: 'faceSwap',
};
const create: ServiceRequest = {
	method: 'POST',
	path: 'content/image/createbyprompt',
	body: { prompt: 'a tree', scale: '1:1', webhookUrl: undefined },
	intent: 'create',
	group: 'image',
};
const call = new CallNode();
let emulator: Emulator;
let engine: Engine;

beforeAll(async () => {
	emulator = await startEmulator();
	engine = await startEngine({ emulator, load: 'credentials', nodeTypes: { 'fake.call': call.type } });
});

afterAll(async () => {
	await engine.close();
	await emulator.close();
});

beforeEach(() => {
	const { baseUrl, detectUrl, clientId, clientSecret } = emulator;
	engine.saveCredential({ baseUrl, detectUrl, clientId, clientSecret });
	engine.logs.clear();
	emulator.requests.length = 0;
	call.limits = { readTimeoutMs: 300, createTimeoutMs: 300 };
});

afterEach(() => {
	emulator.faults.clear();
	emulator.shapes.authHttpStatus = 200;
	emulator.shapes.avatarCreateMethod = 'POST';
});

const runCall = async () => await engine.run(chain(node('Call', 'fake.call')));

async function send(request: ServiceRequest, ...faults: FaultSpec[]): Promise<Outcome> {
	emulator.faults.add(...faults);
	let outcome: Outcome | undefined;
	call.script = async (transport, waits) => {
		outcome = await outcomeOf(transport, waits, request);
	};
	const { error } = await runCall();
	if (outcome === undefined) throw new Error(error?.message ?? 'The script did not run');
	return outcome;
}

const sent = ({ path }: ServiceRequest) => emulator.requestsTo(path);

test('a request carries the stored token, and its payload comes back', async () => {
	expect(await send(read)).toEqual({ data: { credit: expect.any(Number) }, waits: [] });
	expect(sent(read)[0]?.headers.authorization).toBe(`Bearer ${String(engine.readCredential().accessToken)}`);
});

test('the body goes as JSON, without what is undefined', async () => {
	await send(create);
	expect(sent(create)[0]?.body).toEqual({ prompt: 'a tree', scale: '1:1' });
});

test('face detection goes to its own host, or to the Base URL when there is none', async () => {
	const detect: ServiceRequest = {
		...read,
		host: 'detection',
		method: 'POST',
		path: '/detect',
		body: { image_url: 'x' },
	};
	await send(detect);
	expect(emulator.requestsTo('/detect')).toHaveLength(1);
	engine.saveCredential({ ...engine.readCredential(), detectUrl: '' });
	await send(detect);
	expect(emulator.requestsTo(`/detect`)).toHaveLength(2);
});

describe('sending again', () => {
	const notTaken: FaultSpec[] = [
		{ kind: 'code', code: 1005, match: { path: create.path } },
		{ kind: 'httpStatus', status: 429, match: { path: create.path } },
	];
	test.each(notTaken)('a create that the service did not take is sent again: %j', async (fault) => {
		const { data, waits } = await send(create, fault);
		expect(data).toMatchObject({ _id: expect.any(String) });
		expect(waits).toHaveLength(1);
		expect(sent(create)).toHaveLength(2);
	});

	const unclear: FaultSpec[] = [
		{ kind: 'afterTakenReset' },
		{ kind: 'afterTakenTimeout', delayMs: 2_000 },
		{ kind: 'afterTakenHttpStatus', status: 502 },
		{ kind: 'afterTakenBadJson' },
		{ kind: 'reset' },
		{ kind: 'html', status: 200 },
		{ kind: 'empty' },
		{ kind: 'httpStatus', status: 503 },
	];
	test.each(unclear)('a create whose fate is unknown is sent once, and says so: %j', async (fault) => {
		const { error, waits } = await send(create, { ...fault, match: { path: create.path } });
		expect(error).toMatchObject({ submitted: 'unknown', stopsEverything: false });
		expect(error?.description).toContain('Before you run this item again');
		expect(waits).toEqual([]);
		expect(sent(create)).toHaveLength(1);
	});

	const passing: FaultSpec[] = [
		{ kind: 'reset' },
		{ kind: 'timeout', delayMs: 2_000 },
		{ kind: 'httpStatus', status: 500 },
		{ kind: 'badJson' },
		{ kind: 'html', status: 200 },
		{ kind: 'code', code: 1005 },
		{ kind: 'httpStatus', status: 429 },
	];
	test.each(passing)('what may be repeated is sent again: %j', async (fault) => {
		const { data, waits } = await send(read, { ...fault, times: 2, match: { path: read.path } });
		expect(data).toMatchObject({ credit: expect.any(Number) });
		expect(waits).toHaveLength(2);
	});

	test('the pause that the service asks for is kept', async () => {
		const fault: FaultSpec = {
			kind: 'code',
			code: 1005,
			headers: { 'Retry-After': '7' },
			match: { path: create.path },
		};
		expect((await send(create, fault)).waits).toEqual([7_000]);
	});

	test('it ends, and says how often it was sent', async () => {
		const { error, waits } = await send(read, {
			kind: 'httpStatus',
			status: 503,
			times: Infinity,
			match: { path: read.path },
		});
		expect(error).toMatchObject({ httpStatus: 503, submitted: 'no' });
		expect(error?.description).toContain(`It was sent ${waits.length + 1} times`);
	});

	test('too many requests for too long leave the create untaken', async () => {
		const before = emulator.jobs.created().length;
		const { error } = await send(create, {
			kind: 'code',
			code: 1005,
			times: Infinity,
			match: { path: create.path },
		});
		expect(error).toMatchObject({ code: 1005, submitted: 'no' });
		expect(emulator.jobs.created()).toHaveLength(before);
	});

	test('a create that never reached the service is sent when the service is back', async () => {
		let outcome: Outcome | undefined;
		await send(read);
		call.script = async (transport, waits) => {
			await emulator.offline();
			waits.push = (ms) => {
				void emulator.online();
				return ms;
			};
			outcome = await outcomeOf(transport, waits, create);
		};
		await runCall();
		await emulator.online().catch(() => undefined);
		expect(outcome?.error).toBeUndefined();
		expect(sent(create)).toHaveLength(1);
	});

	test('a service that stays away leaves the create untaken', async () => {
		engine.saveCredential({ ...engine.readCredential(), baseUrl: 'http://127.0.0.1:9' });
		const { error, waits } = await send(create);
		expect(error).toMatchObject({
			submitted: 'no',
			message: expect.stringContaining('could not be reached'),
		});
		expect(waits).toHaveLength(4);
	});
});

describe('answers', () => {
	test.each([
		[1003, false],
		[1006, true],
		[1200, true],
	])('code %p is explained, and %p for everything that follows', async (code, stopsEverything) => {
		const { error, waits } = await send(create, { kind: 'code', code, match: { path: create.path } });
		expect(error).toMatchObject({ code, stopsEverything, submitted: 'no' });
		expect(waits).toEqual([]);
	});

	test('an answer that misses something says what; of a create, that the service took it', async () => {
		const outcomes: unknown[] = [];
		call.script = async (transport) => {
			for (const request of [read, create]) {
				const needed = z.object({ _id: z.string(), missing: z.string() });
				outcomes.push(await transport.send(request, needed).catch((error: unknown) => error));
			}
		};
		await runCall();
		expect(outcomes).toEqual([
			expect.objectContaining({ submitted: 'no', description: expect.stringContaining('missing: Required') }),
			expect.objectContaining({
				submitted: 'yes',
				description: expect.stringContaining('The service took the request'),
			}),
		]);
	});

	test('a wrong address of the service points to the credential', async () => {
		const { error } = await send(read, { kind: 'html', status: 404, match: { path: read.path } });
		expect(error?.description).toContain('The Base URL in the credential may be wrong');
	});

	test('a redirect is not followed', async () => {
		const headers = { Location: `${emulator.mediaUrl}/people-3.png` };
		const { error } = await send(create, {
			kind: 'httpStatus',
			status: 302,
			headers,
			match: { path: create.path },
		});
		expect(error).toMatchObject({
			submitted: 'no',
			message: expect.stringContaining('moved to another address'),
		});
		expect(emulator.requests.filter(({ area }) => area === 'media')).toEqual([]);
	});

	test('an operation that moved to GET is found, and remembered', async () => {
		emulator.shapes.avatarCreateMethod = 'GET';
		const body = { url: `${emulator.mediaUrl}/people-1.mp4`, avatar_id: 'me', type: '1' };
		const upload: ServiceRequest = {
			...create,
			path: 'avatar/create',
			body,
			fallbackToGet: true,
			group: 'avatarVideo',
		};
		await send(upload);
		await send({ ...upload, body: { ...body, avatar_id: 'you' } });
		expect(sent(upload).map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
		expect(sent(upload)[1]?.query).toEqual(body);
	});
});

describe('the token', () => {
	const tokens = async (work: () => Promise<unknown>) => {
		const before = emulator.tokensIssued;
		await work();
		return emulator.tokensIssued - before;
	};
	const many = async (count: number, request: ServiceRequest) => {
		const outcomes: Outcome[] = [];
		call.script = async (transport, waits) => {
			const all = Array.from({ length: count }, async () => await outcomeOf(transport, waits, request));
			outcomes.push(...(await Promise.all(all)));
		};
		await runCall();
		return outcomes.filter(({ error }) => error === undefined).length;
	};

	test('is fetched once for any number of parallel calls', async () => {
		engine.saveCredential({ ...engine.readCredential(), clientId: ` ${emulator.clientId}` });
		expect(await tokens(async () => expect(await many(50, read)).toBe(50))).toBeLessThanOrEqual(1);
	});

	test.each([200, 401] as const)('is renewed once when it expires in mid-run (HTTP %p)', async (status) => {
		emulator.shapes.authHttpStatus = status;
		await send(read);
		const stale = engine.readCredential().accessToken;
		emulator.expireTokens();
		expect(await tokens(async () => expect(await many(20, create)).toBe(20))).toBe(1);
		expect(engine.readCredential().accessToken).not.toBe(stale);
	});

	test('that another run renewed in between is used', async () => {
		await send(read);
		const fetched = await tokens(async () => {
			call.script = async (transport, waits) => {
				const stale = engine.readCredential();
				emulator.expireTokens();
				await outcomeOf(transport, waits, read);
				const fresh = engine.readCredential();
				engine.saveCredential(stale);
				emulator.faults.add({ kind: 'slow', delayMs: 100, match: { path: read.path } });
				const late = outcomeOf(transport, waits, read);
				await new Promise((resolve) => setTimeout(resolve, 30));
				engine.saveCredential(fresh);
				expect((await late).error).toBeUndefined();
			};
			await runCall();
		});
		expect(fetched).toBe(1);
	});

	test('that is rejected twice stops everything, and nothing was taken', async () => {
		const fault: FaultSpec = { kind: 'code', code: 1101, times: Infinity, match: { path: create.path } };
		const { error } = await send(create, fault);
		expect(error).toMatchObject({ code: 1101, stopsEverything: true, submitted: 'no' });
		expect(sent(create)).toHaveLength(2);
	});

	test('of an earlier key pair is not used for a new one', async () => {
		await send(read);
		const { error } = await (async () => {
			engine.saveCredential({ ...engine.readCredential(), clientSecret: 'another-secret-another-secret-12' });
			return await send(create);
		})();
		expect(error).toMatchObject({ submitted: 'no', stopsEverything: true });
		expect(error?.message).toContain('does not accept the Client ID and the Client Secret');
		expect(sent(create)).toEqual([]);
	});

	test('that can not be had for the moment is tried for again', async () => {
		const { clientId = '', clientSecret = '' } = emulator.accounts[1] ?? {};
		engine.saveCredential({ ...engine.readCredential(), clientId, clientSecret });
		const { error, waits } = await send(create, {
			kind: 'httpStatus',
			status: 503,
			match: { path: 'getToken' },
		});
		expect(error).toBeUndefined();
		expect(waits).toHaveLength(1);
	});

	test('never leaves n8n in a header of ours', async () => {
		await send(read);
		emulator.expireTokens();
		await send(read);
		const names = emulator.requests.flatMap(({ headers }) => Object.keys(headers));
		expect(names.filter((name) => name.startsWith('x-'))).toEqual([]);
	});
});

describe('Stop', () => {
	afterEach(() => {
		call.usesRealClock = false;
	});

	test.each<[string, FaultSpec]>([
		[
			'a wait between tries',
			{ kind: 'code', code: 1005, headers: { 'Retry-After': '2' }, match: { path: read.path } },
		],
		['a request under way', { kind: 'timeout', match: { path: read.path } }],
	])('ends %s', async (_name, fault) => {
		await send(read);
		emulator.faults.add(fault);
		emulator.requests.length = 0;
		call.usesRealClock = true;
		call.limits = { readTimeoutMs: 60_000, createTimeoutMs: 60_000 };
		call.script = async (transport) => await transport.send(read, z.unknown());
		const running = engine.start(chain(node('Call', 'fake.call')));
		while (sent(read).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		await new Promise((resolve) => setTimeout(resolve, 30));
		running.stop();
		const { status, error } = await running.finished;
		expect(status).toBe('canceled');
		expect(error?.message).toContain('cancelled');
		expect(sent(read)).toHaveLength(1);
	});

	test('before a request sends nothing', async () => {
		await send(read);
		emulator.requests.length = 0;
		call.usesRealClock = true;
		let running: { stop(): void } | undefined;
		call.script = async (transport) => {
			running?.stop();
			await transport.send(create, z.unknown());
		};
		const started = engine.start(chain(node('Call', 'fake.call')));
		running = started;
		await started.finished;
		expect(sent(create)).toEqual([]);
	});
});

test('no secret is in any error or log, whatever goes wrong', async () => {
	const secrets = () => [emulator.clientSecret, String(engine.readCredential().accessToken)];
	await send(read);
	const faults: FaultSpec[] = [
		{ kind: 'reset' },
		{ kind: 'timeout', delayMs: 2_000 },
		{ kind: 'httpStatus', status: 500, body: `${emulator.clientSecret} ${secrets()[1]}` },
		{ kind: 'html', status: 404, body: `<html><title>${secrets()[1]}</title></html>` },
		{ kind: 'code', code: 1003, msg: `bad token ${secrets()[1]} of ${emulator.clientSecret}` },
		{ kind: 'code', code: 1101, times: 9 },
	];
	for (const fault of faults) {
		const { error } = await send(create, { ...fault, match: { path: create.path } });
		const told = inspect(error, { depth: 12, maxStringLength: null, showHidden: true });
		for (const secret of secrets()) expect(told).not.toContain(secret);
		emulator.faults.clear();
	}
	for (const secret of secrets()) expect(engine.logs.text()).not.toContain(secret);
});
