import { createGzip, constants } from 'node:zlib';
import { Readable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { faceSwap, setUp } from '../support/bench';
import { OddHost, shortenDeadlines, trickle } from '../support/oddHost';

/* Answers that no good service gives: broken, too slow, or too large (counted after they are unpacked). */

const bench = setUp();
const read = bench.runner('faceSwap', 'credit.get');
const create = bench.runner('imageGeneration', 'image.generate', { prompt: 'A tree' });
const [READ, CREATE] = ['/faceswap/quota/info', '/content/image/createbyprompt'];
const host = new OddHost();
const MB = 1_000_000;

/** The bytes of the body that the odd host has sent. */
let sent = 0;
let accounts = 0;

/** A JSON text that begins like an answer, and continues for so many bytes. */
function* longJson(bytes: number): Generator<Buffer> {
	yield Buffer.from('{"code":1000,"data":{"credit":1,"_id":"a","filler":"');
	const part = Buffer.alloc(100_000, 'x');
	for (let left = bytes; left > 0; left -= part.length) {
		sent += part.length;
		yield part;
	}
	yield Buffer.from('"}}');
}

/** Puts the odd host in place of the service. Requests for a token get a good answer. */
function behindOddHost(answer: OddHost['answer']): void {
	host.answer = (request, response) => {
		if (!request.url?.includes('getToken')) return answer(request, response);
		response.setHeader('content-type', 'application/json');
		response.end('{"code": 1000, "token": "a-token"}');
	};
	const own = { baseUrl: host.url, detectUrl: '', accessToken: '' };
	// No token was just fetched for this key pair, and no create is in doubt.
	const clientId = `odd-${(accounts += 1)}`;
	bench.engine.saveCredential({ ...bench.engine.readCredential(), ...own, clientId });
}

/** Makes the host answer everything but the token with a long text. */
function answerWith(bytes: number, gzip = false): void {
	sent = 0;
	behindOddHost((_request, response) => {
		response.setHeader('content-type', 'application/json');
		const text = Readable.from(longJson(bytes));
		if (gzip) {
			response.setHeader('content-encoding', 'gzip');
			text.pipe(createGzip({ level: constants.Z_BEST_SPEED })).pipe(response);
		} else text.pipe(response);
		response.on('close', () => text.destroy());
	});
}

/* The slow answers come first, because requests of the other tests may reach the host late. */
const LONG_TEXT = JSON.stringify({ code: 1000, data: { credit: 1, _id: 'a' }, filler: 'x'.repeat(150) });

const answerSlowly: OddHost['answer'] = (_request, response) => {
	response.setHeader('content-type', 'application/json');
	trickle(LONG_TEXT, response);
};
const beginSlowly: OddHost['answer'] = (_request, response) => {
	trickle(`HTTP/1.1 200 OK\r\nx-filler: ${'x'.repeat(150)}\r\n\r\n`, response, response.socket!);
};

test.each([
	['body', answerSlowly],
	['head', beginSlowly],
])(
	'an answer whose %s comes byte by byte ends a read, which is sent again, and a create, which is in doubt',
	async (_part, answer) => {
		behindOddHost(answer);
		shortenDeadlines(200);
		expect(await read()).toMatchObject([{ error: 'The service did not answer in time' }]);
		expect(await create()).toMatchObject([{ details: { submitted: 'unknown' } }]);
		expect([READ, CREATE].map(requests)).toEqual([6, 1]);
	},
);

const requests = (path: string) => host.requests.filter(({ url }) => url?.includes(path)).length;

test.each([
	['never ends', Infinity, false],
	['unpacks to a gigabyte', 1_000 * MB, true],
])('an answer that %s is read up to 2 MB, and not requested again', async (_name, bytes, gzip) => {
	answerWith(bytes, gzip);
	expect(await read()).toMatchObject([{ error: 'The service gave an answer of more than 2 MB' }]);
	expect(requests(READ)).toBe(1);
	await host.settled();
	// Most of the gigabyte is never requested. The part that has not come yet is in the buffers of both sides.
	expect(sent).toBeLessThan(300 * MB);
});

test("a read is sent again if its answer breaks off or can't be unpacked", async () => {
	answerWith(0);
	const before = host.answer;
	const bodies: Array<(response: ServerResponse) => void> = [
		(response) => {
			response.writeHead(200, { 'content-length': 1_000 });
			response.write('{"code":1000');
			setTimeout(() => response.destroy(), 20);
		},
		(response) => {
			response.writeHead(200, { 'content-encoding': 'gzip' });
			response.end('this is not packed');
		},
	];
	host.answer = (request, response) => {
		const body = request.url?.includes('getToken') ? undefined : bodies.shift();
		return body ? body(response) : before(request, response);
	};
	expect(await read()).toMatchObject([{ credit: 1 }]);
	expect(requests(READ)).toBe(3);
});

test('Stop ends a request under way', async () => {
	jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
	const isAsked = new Promise<void>((resolve) => behindOddHost(() => resolve()));
	const running = bench.engine.start(faceSwap('credit', 'get'));
	await isAsked;
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	await host.settled();
	expect(requests(READ)).toBe(1);
});
