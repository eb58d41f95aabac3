import { join } from 'node:path';
import type { ICredentialType } from 'n8n-workflow';
import { createLimit } from '../../nodes/shared/async/limit';
import type { FaultSpec } from '../emulator';
import { root } from '../support/build';
import { CallNode, outcomeOf, type Outcome } from '../support/callNode';
import { chain, node, startEngine, type Engine } from '../support/engine';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();

afterEach(() => {
	bench.emulator.shapes.tokensPerAccount = 'any';
	bench.emulator.shapes.requestsPerToken = Infinity;
});

/** Makes a node send creates, a few at a time, and returns their outcomes. */
function sends(call: CallNode, count: number, atATime: number): Outcome[] {
	const outcomes: Outcome[] = [];
	call.script = async (transport, waits) => {
		const limit = createLimit(atATime);
		const all = Array.from({ length: count }, async () => {
			await limit(async () => void outcomes.push(await outcomeOf(transport, waits, create)));
		});
		await Promise.all(all);
	};
	return outcomes;
}

const failed = (outcomes: Outcome[]) => outcomes.flatMap(({ error }) => (error ? [error.message] : []));

test.each([200, 401] as const)(
	'a token that expires in mid-run is renewed once (HTTP %p)',
	async (status) => {
		bench.emulator.shapes.authHttpStatus = status;
		await bench.send(read);
		const stale = bench.engine.readCredential().accessToken;
		bench.emulator.expireTokens();
		const before = bench.emulator.tokensIssued;
		const outcomes = sends(bench.call, 20, 20);
		await bench.start().finished;
		expect([outcomes.length, failed(outcomes)]).toEqual([20, []]);
		expect(bench.emulator.tokensIssued - before).toBe(1);
		expect(bench.engine.readCredential().accessToken).not.toBe(stale);
	},
);

test('a token that is still rejected after three renewals stops everything, and nothing is taken', async () => {
	const fault: FaultSpec = { kind: 'code', code: 1101, times: Infinity, match: { path: create.path } };
	const { error, waits } = await bench.send(create, fault);
	expect(error).toMatchObject({ errorCode: 1101, scope: 'run', submitted: 'no' });
	expect(new Set(bench.sent(create).map(({ headers }) => headers.authorization)).size).toBe(4);
	expect(waits).toEqual([500, 1_000]);
});

test('a token that a gateway rejects with HTTP 401 is named in the error, because the key pair was accepted', async () => {
	const fault: FaultSpec = { kind: 'httpStatus', status: 401, times: Infinity, match: { path: read.path } };
	const { error } = await bench.send(read, fault);
	expect(error?.message).toBe('The service did not accept the access token, or it has expired (HTTP 401)');
});

test('a token that is refused while other requests succeed ends only its own request', async () => {
	await bench.send(read);
	bench.emulator.faults.add({ kind: 'code', code: 1101, times: Infinity, match: { path: create.path } });
	let refused: Outcome | undefined;
	bench.call.script = async (transport, waits) => {
		waits.push = (ms) => {
			void outcomeOf(transport, [], read);
			return ms;
		};
		bench.emulator.faults.add({ kind: 'slow', delayMs: 50, match: { path: create.path } });
		const reading = async () => {
			while (refused === undefined) await outcomeOf(transport, [], read);
		};
		await Promise.all([reading(), outcomeOf(transport, [], create).then((outcome) => (refused = outcome))]);
	};
	await bench.start().finished;
	expect(refused?.error).toMatchObject({ errorCode: 1101, submitted: 'no', scope: 'row' });
});

describe('two processes with one credential', () => {
	const call = new CallNode();
	let other: Engine;

	beforeAll(async () => {
		const { emulator, engine } = bench;
		other = await startEngine({
			emulator,
			load: 'credentials',
			nodeTypes: { 'fake.call': call.type },
			beside: engine,
		});
		// It has its own memory of tokens.
		jest.isolateModules(() => {
			const path = join(root, 'dist/credentials/MediaGenerationApi.credentials.js');
			const module = jest.requireActual<Record<string, new () => ICredentialType>>(path);
			const type = new module.MediaGenerationApi!();
			(other.loaded.credentials as Map<string, ICredentialType>).set(type.name, type);
		});
	});
	afterAll(async () => await other.close());

	test.each([
		['an account that keeps one token', 'one', Infinity],
		['tokens that expire after a few requests', 'any', 10],
	] as const)('both complete their runs despite %s', async (_name, tokensPerAccount, requestsPerToken) => {
		Object.assign(bench.emulator.shapes, { tokensPerAccount, requestsPerToken });
		bench.call.usesRealClock = call.usesRealClock = true;
		const outcomes = [sends(bench.call, 30, 5), sends(call, 30, 5)];
		const begun = [bench.start(), other.start(chain(node('Call', 'fake.call')))];
		await Promise.all(begun.map(async ({ finished }) => await finished));
		expect(outcomes.map(({ length }) => length)).toEqual([30, 30]);
		expect(outcomes.flatMap(failed)).toEqual([]);
	});
});
