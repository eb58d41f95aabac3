import { join } from 'node:path';
import type { ICredentialType } from 'n8n-workflow';
import { createLimit } from '../../nodes/shared/async/limit';
import { root } from '../support/build';
import { CallNode, outcomeOf, type Outcome } from '../support/callNode';
import { chain, node, startEngine, type Engine } from '../support/engine';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();

afterEach(() => {
	bench.emulator.shapes.tokensPerAccount = 'any';
	bench.emulator.shapes.requestsPerToken = Infinity;
});

/** Has a node send creates, a few at a time, and gives what became of them. */
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

test('tokens that die after a few requests end no run', async () => {
	bench.emulator.shapes.requestsPerToken = 8;
	bench.call.usesRealClock = true;
	const outcomes = sends(bench.call, 60, 5);
	await bench.start().finished;
	expect(outcomes).toHaveLength(60);
	expect(failed(outcomes)).toEqual([]);
});

test('tokens that die after three requests, and eight refusals, fail no create', async () => {
	bench.emulator.shapes.requestsPerToken = 3;
	bench.call.usesRealClock = true;
	bench.emulator.faults.add({ kind: 'code', code: 1005, times: 8, match: { path: create.path } });
	const outcomes = sends(bench.call, 60, 5);
	await bench.start().finished;
	expect(failed(outcomes)).toEqual([]);
	expect(outcomes).toHaveLength(60);
});

test('one token that is refused three times, while others are answered, ends its own call alone', async () => {
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
	expect(refused?.error).toMatchObject({ code: 1101, submitted: 'no', stopsEverything: false });
});

test('a service that gives the refused token again says itself what is wrong', async () => {
	await bench.send(read);
	const { accessToken } = bench.engine.readCredential();
	bench.emulator.faults.add(
		{
			kind: 'badJson',
			times: Infinity,
			body: JSON.stringify({ code: 1000, token: accessToken }),
			match: { path: 'getToken' },
		},
		{ kind: 'code', code: 1101, times: Infinity, match: { path: create.path } },
	);
	const { error } = await bench.send(create);
	expect(error).toMatchObject({ code: 1101, stopsEverything: true, submitted: 'no' });
	expect(bench.sent(create)).toHaveLength(2);
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
		// What it remembers of tokens is its own.
		jest.isolateModules(() => {
			const path = join(root, 'dist/credentials/MediaGenerationApi.credentials.js');
			const module = jest.requireActual<Record<string, new () => ICredentialType>>(path);
			const type = new module.MediaGenerationApi!();
			(other.loaded.credentials as Map<string, ICredentialType>).set(type.name, type);
		});
	});
	afterAll(async () => await other.close());

	test.each([
		['and an account that keeps one token', 'one', Infinity],
		['and tokens that die after a few requests', 'any', 10],
	] as const)('%s end no run of either', async (_name, tokensPerAccount, requestsPerToken) => {
		Object.assign(bench.emulator.shapes, { tokensPerAccount, requestsPerToken });
		bench.call.usesRealClock = call.usesRealClock = true;
		const outcomes = [sends(bench.call, 30, 5), sends(call, 30, 5)];
		const begun = [bench.start(), other.start(chain(node('Call', 'fake.call')))];
		await Promise.all(begun.map(async ({ finished }) => await finished));
		expect(outcomes.map(({ length }) => length)).toEqual([30, 30]);
		expect(outcomes.flatMap(failed)).toEqual([]);
	});
});
