import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hostsOf } from '../../../nodes/shared/transport/hosts';
import { judge } from '../../../nodes/shared/transport/verdict';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import { ofKnown } from '../../../nodes/shared/transport/outage';
import { exchange, readRetryAfter } from '../../../nodes/shared/transport/http';
import { Secrets } from '../../../nodes/shared/transport/redact';
import { failureOf, Tries, type Refusal } from '../../../nodes/shared/transport/tries';

const request: ServiceRequest = { method: 'POST', path: '/x', intent: 'create', group: 'faceSwap' };
const { service } = hostsOf({ baseUrl: 'https://api.example.com' });

/** Each line: status | body | request | verdict | how a create fails by it after two tries, or a read. */
const LINES = readFileSync(join(__dirname, 'verdicts.txt'), 'utf8').trim().split('\n');
const shown = (fields: object) => JSON.stringify(fields).replaceAll('"', "'");

test.each(LINES.map((line) => [...line.split(' | ').slice(0, 3), line] as string[]))(
	'HTTP %s with %s to a request with %s',
	(...[status, body = '', of = '', line]) => {
		const asked: ServiceRequest = { ...request, ...JSON.parse(of) };
		const verdict = judge(
			{ status: Number(status), body: body ? JSON.parse(body) : undefined },
			asked,
			service,
		);
		const told = [status, body, of, shown({ ...verdict, body: undefined })];
		if (verdict.kind === 'refused') {
			const { message, details, scope, again } = failureOf(asked, verdict, 2);
			told.push(message, shown({ ...details, scope, again }));
			expect(shown(failureOf(asked, verdict, 1).details)).toBe(
				shown({ ...details, description: details.description?.replace('It was tried 2 times. ', '') }),
			);
		}
		expect(told.join(' | ')).toBe(line);
	},
);

test('an address that has worked is not doubted, but what the service says is told', () => {
	const judged = (status: number, body: unknown) => judge({ status, body }, request, service) as Refusal;
	const [gateway, ...others] = [judged(503, ''), judged(200, { code: 500 }), judged(404, '')];
	expect(ofKnown(gateway)).toEqual({ ...gateway, next: 'runAgainLater', description: undefined });
	expect(others.map(ofKnown)).toEqual(others);
});

/** What a request sends to a service that answers with a body, and its verdict. */
async function exchanged(of: Partial<ServiceRequest>, body?: unknown, ms = 10_000) {
	const send = jest.fn().mockResolvedValue(body === undefined ? null : { statusCode: 200, body });
	const hosts = { service, detection: service };
	const time = { ms, now: () => 0 };
	return { verdict: await exchange({ ...request, ...of }, { hosts }, new Secrets(), time, send), send };
}

test('a GET has the values of its body in its query, and a POST has its body as JSON', async () => {
	const of = { path: '/api/x', query: { e: 1 }, body: { a: [1], b: 'c', d: null } };
	const url = 'https://api.example.com/api/x';
	const get = { qs: { e: 1, a: '[1]', b: 'c', d: null }, headers: {}, url };
	const headers = { 'Content-Type': 'application/json' };
	const post = { qs: { e: 1 }, headers, body: '{"a":[1],"b":"c","d":null}', url };
	const any = {
		...{ json: true, encoding: 'stream', returnFullResponse: true, ignoreHttpStatusErrors: true },
		...{ disableFollowRedirect: true, abortSignal: expect.any(AbortSignal) },
	};
	for (const [method, options] of Object.entries({ GET: get, POST: post })) {
		const { verdict, send } = await exchanged({ ...of, method: method as 'GET' });
		expect(verdict).toMatchObject({ trouble: 'unclear', httpStatus: 0 });
		expect(send.mock.calls[0][0]).toEqual({ ...any, ...options, method });
	}
});

test('an answer may have 2 MB, or 16 MB if it is a list, and ends with its time', async () => {
	const endOf = async (bytes: number, of: { isList?: true }) => {
		const { verdict } = await exchanged(of, Readable.from([Buffer.alloc(bytes, ' ')]));
		return verdict.kind === 'refused' && `${verdict.message}: ${verdict.next}`;
	};
	const list = { isList: true } as const;
	const ends = [await endOf(2_000_000, {}), await endOf(2_000_001, list)];
	expect(ends).toEqual(
		Array(2).fill('The service gave an answer that could not be read (HTTP 200): fixCredential'),
	);
	const tooLarge = [await endOf(2_000_001, {}), await endOf(16_000_001, list)];
	expect(tooLarge).toEqual(
		[2, 16].map((mb) => `The service gave an answer of more than ${mb} MB: askService`),
	);
	const endless = new Readable({ read: () => undefined });
	expect((await exchanged({}, endless, 1)).verdict).toMatchObject({ trouble: 'unclear' });
	expect(endless.destroyed).toBe(true);
});

type Given = Partial<Refusal & ServiceRequest> & { trouble: string; token?: string };
/** The waits of a request that is refused each time, in milliseconds. */
function waitsOf({ intent = 'repeatable', fallbackToGet, ...refusal }: Given, random: number, until: number) {
	const tries = new Tries({ ...request, intent, fallbackToGet });
	const refused = { kind: 'refused', message: 'No', next: 'runAgain', ...refusal } as Refusal;
	const clock = { now: () => 0, random: () => random };
	const waits: number[] = [];
	try {
		while (waits.length < 20)
			waits.push(tries.waitAfter({ token: `${waits.length}`, ...refused }, until, clock));
	} catch {}
	return waits;
}

const DOUBLED = [500, 1_000, 2_000, 4_000, 8_000];
test.each<[Given, random: number, until: number, waits: number[]]>([
	[{ trouble: 'unclear' }, 0, Infinity, DOUBLED],
	[{ trouble: 'unclear' }, 0.5, Infinity, DOUBLED.map((wait) => 1.5 * wait)],
	[{ trouble: 'notReached' }, 0, Infinity, DOUBLED.slice(0, 4)],
	[{ trouble: 'noDatabase' }, 0, Infinity, [...DOUBLED, ...Array(6).fill(15_000)]],
	[{ trouble: 'tokenRejected' }, 0, Infinity, [0, 500, 1_000]],
	[{ trouble: 'tokenRejected', token: 'of the service' }, 0, Infinity, [0]],
	[{ trouble: 'unclear', retryAfterMs: 7_000 }, 0.5, Infinity, Array(5).fill(7_500)],
	[{ trouble: 'unclear', retryAfterMs: 60_000 }, 0, Infinity, [60_000, 60_000]],
	[{ trouble: 'unclear' }, 0, 1_500, [500]],
	[{ trouble: 'unclear' }, 0, 1_499, []],
	[{ trouble: 'unclear', retryAfterMs: 60_001 }, 0, Infinity, [60_001]],
	[{ trouble: 'broken' }, 0, Infinity, []],
	[{ trouble: 'byN8n' }, 0, Infinity, []],
	[{ trouble: 'final', httpStatus: 404, fallbackToGet: true }, 0, Infinity, [0]],
	[{ trouble: 'final', httpStatus: 404, fallbackToGet: true, errorCode: 1008 }, 0, Infinity, []],
	[{ trouble: 'final', retryAfterMs: 1_000 }, 0, Infinity, []],
	[{ trouble: 'unclear', retryAfterMs: 1_000, intent: 'create' }, 0, Infinity, []],
])('a request that ends with %j, with chance %d and until %d, waits %j', (refusal, random, until, waits) => {
	expect(waitsOf(refusal, random, until)).toEqual(waits);
});

test.each([
	[0, 'run'],
	[1, 'row'],
])(
	'a token that is rejected twice, with %d other answers meanwhile, is a matter of the %s',
	(more, scope) => {
		let answers = 5;
		const tries = new Tries({ ...request, intent: 'repeatable' }, undefined, () => answers);
		const rejected = { trouble: 'tokenRejected', message: 'No', next: 'fixCredential', token: 't' } as never;
		const clock = { now: () => 0, random: () => 0 };
		expect(tries.waitAfter(rejected, Infinity, clock)).toBe(0);
		answers += more;
		expect(() => tries.waitAfter(rejected, Infinity, clock)).toThrow(expect.objectContaining({ scope }));
	},
);

test('a request that got no turn says why, and from when on it may be sent', () => {
	const failed = (retryAt: number | undefined, now: number) =>
		new Tries(request).tooEarly({ retryAt, until: 5, environment: { now: () => now } } as never, 'UTC')
			.details;
	const wait = 'Wait a minute, then run this item again.';
	const told = (description: string) => ({
		description,
		next: 'runAgainLater',
		submitted: 'no',
		errorCode: 1005,
	});
	const busy = (why: string) => told(`It waited for its turn, but ${why}. ${wait}`);
	expect(failed(undefined, 4)).toEqual(busy('the service took nothing for long'));
	expect(failed(undefined, 5)).toEqual(busy('the time of this item was up'));
	expect(failed(60_000, 5)).toEqual({
		...told(
			"The service takes no such request before 1970-01-01 00:01 (UTC), and this item can't wait so long. Run it again after that.",
		),
		retryFrom: '1970-01-01T00:01:00.000Z',
	});
});

test.each([
	['7', 7_000],
	[7, 7_000],
	[' 1 ', 1_000],
	['1.5', 1_500],
	['0.999', undefined],
	['0', undefined],
	['0.2', undefined],
	['Thu, 01 Jan 1970 00:01:40 GMT', 40_000],
	['1970-01-01T00:01:40+00:00', 40_000],
	['Thu, 01 Jan 1970 00:00:10 GMT', undefined],
	['soon', undefined],
	[undefined, undefined],
	[['7'], undefined],
])('Retry-After %p is read as %p ms', (header, expected) => {
	expect(readRetryAfter(header, 60_000)).toBe(expected);
});
