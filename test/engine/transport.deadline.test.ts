import { getEventListeners } from 'node:events';
import { TransportBench, create, read } from '../support/transportBench';
import { OddHost, shortenDeadlines, trickle } from '../support/oddHost';
import { z } from 'zod/v3';
import { outcomeOf } from '../support/callNode';

const bench = new TransportBench();
const host = new OddHost();
const LONG_TEXT = JSON.stringify({ code: 1000, data: { credit: 1, _id: 'a' }, filler: 'x'.repeat(150) });

/** Puts the odd host before the service; the token is still the service's. */
function behindOddHost(answer: OddHost['answer']): void {
	host.answer = (request, response) => {
		if (!request.url?.includes('getToken')) return answer(request, response);
		response.setHeader('content-type', 'application/json');
		response.end('{"code": 1000, "token": "a-token"}');
	};
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: host.url, detectUrl: '' });
}

afterEach(() => jest.restoreAllMocks());

describe.each<[string, OddHost['answer']]>([
	[
		'body',
		(_request, response) => {
			response.setHeader('content-type', 'application/json');
			trickle(
				LONG_TEXT,
				response,
				(byte) => response.write(byte),
				() => response.end(),
			);
		},
	],
	[
		'head',
		(_request, response) => {
			const { socket } = response;
			const head = `HTTP/1.1 200 OK\r\nx-filler: ${'x'.repeat(150)}\r\n\r\n`;
			trickle(
				head,
				response,
				(byte) => socket?.write(byte),
				() => socket?.end(),
			);
		},
	],
])('an answer whose %s comes a byte at a time', (_part, answer) => {
	test('is not waited for: a read is sent again, and a create may have been taken', async () => {
		behindOddHost(answer);
		bench.call.limits = { readTimeoutMs: 300, createTimeoutMs: 300 };
		const reading = await bench.send(read);
		expect(reading.error).toMatchObject({ message: 'The service did not answer in time', submitted: 'no' });
		expect(reading.waits).toHaveLength(5);
		const creating = await bench.send(create);
		expect(creating.error).toMatchObject({ submitted: 'unknown', stopsEverything: false });
		expect(creating.waits).toEqual([]);
	});

	test('is let go by the end of the wait that it belongs to, and not sent again', async () => {
		behindOddHost(answer);
		let error: unknown;
		const ended: boolean[] = [];
		bench.call.script = async (transport) => {
			const until = Date.now() + bench.call.skippedMs + 500;
			error = await transport.send(read, z.unknown(), until).catch((thrown: unknown) => thrown);
			// Its own limit is a minute.
			ended.push(Date.now() + bench.call.skippedMs < until + 30_000);
		};
		const before = host.requests.length;
		await bench.start().finished;
		expect(error).toMatchObject({ message: 'The service did not answer in time' });
		expect(host.requests.slice(before).filter(({ url }) => !url?.includes('getToken'))).toHaveLength(1);
		expect(ended).toEqual([true]);
	});
});

test('a token that comes a byte at a time is not waited for', async () => {
	host.answer = (_request, response) =>
		trickle(
			LONG_TEXT,
			response,
			(byte) => response.write(byte),
			() => response.end(),
		);
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: host.url, accessToken: '' });
	shortenDeadlines(100);
	const { error } = await bench.send(read);
	expect(error).toMatchObject({ message: 'The service did not answer in time', stopsEverything: false });
});

test('a create has three minutes, a read one, a token half a minute', async () => {
	const times = shortenDeadlines(1);
	await bench.send(read);
	await bench.send(create);
	expect(new Set(times.mock.calls.map(([ms]) => ms))).toEqual(new Set([30_000, 60_000, 180_000]));
	times.mockClear();
	await bench.send(create);
	expect(times.mock.calls).toEqual([[180_000]]);
});

test('the signal of a run has no more listeners after its requests than before', async () => {
	const left: number[] = [];
	bench.call.script = async (transport, waits, context) => {
		const signal = context.getExecutionCancelSignal();
		if (signal === undefined) throw new Error('No signal');
		const count = () => getEventListeners(signal, 'abort').length;
		left.push(count());
		for (let sent = 0; sent < 20; sent++) await outcomeOf(transport, waits, read);
		left.push(count());
	};
	await bench.start().finished;
	expect(left).toEqual([left[0], left[0]]);
	expect(left).toHaveLength(2);
});
