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
const judged = (status: number, body: unknown) => judge({ status, body }, request, service);

test.each<[string, number, unknown, object]>([
	['a code of the service counts more than HTTP 500', 500, { code: 1003 }, { errorCode: 1003 }],
	['a code about the token counts more than HTTP 429', 429, { code: 1101 }, { trouble: 'tokenRejected' }],
	['used-up credits count more than HTTP 429', 429, { code: 1006 }, { trouble: 'final', isForAll: true }],
	['HTTP 429 counts more than an unknown code', 429, { code: 4711 }, { trouble: 'refusedForNow' }],
	['the success code of another service is reported', 200, { code: 201 }, { errorCode: 201 }],
	['HTTP 500 counts if a code repeats it', 500, { code: 500 }, { trouble: 'unclear', httpStatus: 500 }],
	['HTTP 404 counts if a code repeats it', 404, { code: 404 }, { trouble: 'final', httpStatus: 404 }],
])('%s', (_name, status, body, verdict) => {
	expect(judged(status, body)).toMatchObject({ kind: 'refused', ...verdict });
});

test.each([999, 10_000, 50_000, 500_500])('%p is not a service code, so the HTTP status counts', (code) => {
	expect(judged(500, { code, msg: 'x' })).toMatchObject({ trouble: 'unclear', httpStatus: 500 });
});

test('the advice of a request counts for a rejected value only, and an address that has worked is not doubted', () => {
	const doubt = { say: 'Choose another avatar.', field: 'avatarId', suggestion: 'Ada' };
	const advised = (code: number) => judge({ status: 200, body: { code } }, { ...request, doubt }, service);
	expect(advised(1003)).toMatchObject({ description: doubt.say, field: 'avatarId' });
	expect(advised(1006)).not.toHaveProperty('field');
	const [gateway, refused] = [judged(503, ''), judged(200, { code: 1003 })];
	if (gateway.kind !== 'refused' || refused.kind !== 'refused') throw new Error('It was answered');
	expect(ofKnown(gateway)).toMatchObject({ next: 'runAgainLater', description: undefined });
	expect(ofKnown(refused)).toBe(refused);
});

test.each([1214, 1215])('after code %p only a patient request is sent again', (code) => {
	const close: ServiceRequest = { ...request, intent: 'repeatable', patient: true };
	expect(judge({ status: 200, body: { code } }, close, service)).toMatchObject({ trouble: 'unclear' });
	expect(judged(200, { code })).toMatchObject({ trouble: 'final' });
});

test.each([204, 200])('an empty HTTP %p is the success of a request that has nothing to answer', (status) => {
	const remove: ServiceRequest = { ...request, intent: 'repeatable', emptyIsDone: true };
	const done = { kind: 'answered', data: undefined, httpStatus: status };
	expect(judge({ status, body: '' }, remove, service)).toEqual(done);
	expect(judged(status, '')).toMatchObject({ trouble: 'unclear' });
});

type Judged = [status: number, body: unknown, trouble: string];
test.each<Judged>([
	[200, undefined, 'unclear'],
	...[1005, 429].map((code): Judged => [200, { code }, 'refusedForNow']),
	...[1101, 1102, 401].map((code): Judged => [200, { code }, 'tokenRejected']),
	...[0, 200].map((code): Judged => [200, { code, data: { _id: 'a' } }, 'unclear']),
	...[500, 502, 599].map((code): Judged => [200, { code }, 'unclear']),
	...[404, 499, 600].map((code): Judged => [200, { code }, 'final']),
	[429, '', 'refusedForNow'],
	...[199, 299, 408, 500, 599, 600].map((status): Judged => [status, '', 'unclear']),
	...[300, 301, 400, 403, 405, 413].map((status): Judged => [status, '', 'final']),
	[500, { code: 1000, data: {} }, 'unclear'],
])('HTTP %p with %p makes a create %p', (status, body, trouble) => {
	expect(judged(status, body)).toMatchObject({ kind: 'refused', trouble });
});

const CHECK = 'Check the Base URL in the credential (it leads to api.example.com), without /api/open/v3.';
const OPEN = 'First look for the job and its credits in your account at the service.';
const LATER = 'Run this item again later.';
const WORDS = 'The service says: Too dark.';
const NOT_TAKEN = 'The service did not accept the access token or the API Key';
const MAY = 'Check that the account may use this operation.';
const REFUSED = 'The service, or a gateway before it, refused the request';
test.each<[number, string, trouble: string, next: string, what: string, say: string, more?: object]>([
	[200, '', 'unclear', 'fixCredential', 'The service gave an answer that could not be read', CHECK],
	[302, '', 'final', 'fixCredential', 'The service has moved to another address', CHECK],
	[404, '', 'final', 'fixCredential', 'The service has no such operation', CHECK],
	[404, '', 'final', 'changeField', 'The service has no such operation', CHECK, { check: 'Choose' }],
	[
		413,
		'',
		'final',
		'changeFile',
		'The request is too large for the service',
		'Use a smaller image, or its URL.',
	],
	[503, '', 'unclear', 'runAgainLater', 'The service is not available at the moment', LATER],
	[400, 'Too dark', 'final', 'changeField', REFUSED, `${WORDS} Change the input as it says.`],
	[403, 'Too dark', 'final', 'fixCredential', REFUSED, `${WORDS} ${MAY}`],
	[403, '', 'final', 'fixCredential', REFUSED, 'Choose.', { check: 'Choose' }],
	[401, '', 'tokenRejected', 'fixCredential', NOT_TAKEN, 'Test the credential.'],
])('HTTP %p with %j is %s, and tells you to %s', (...[status, body, trouble, next, what, say, more]) => {
	const message = `${what} (HTTP ${status})`;
	const told = { message, next, description: say, httpStatus: status, serviceMessage: body };
	const verdict = judge({ status, body }, { ...request, ...more }, service);
	expect(verdict).toEqual({ kind: 'refused', trouble, ...told });
	const failed = failureOf(request, verdict as Refusal, 2);
	const isOpen = trouble === 'unclear';
	expect(failed.message).toBe(isOpen ? `${message}, so this job may be paid` : message);
	expect(failed.details).toEqual({
		...{ httpStatus: status, next: isOpen ? 'askService' : next, submitted: isOpen ? 'unknown' : 'no' },
		...{ ...(body && { serviceMessage: body }), description: `It was tried 2 times. ${isOpen ? OPEN : say}` },
	});
	expect(failureOf(request, verdict as Refusal, 1).details.description).toBe(isOpen ? OPEN : say);
});

/** What a request sends to a service that answers with a body, and its verdict. */
async function exchanged(of: Partial<ServiceRequest>, body?: unknown) {
	const send = jest.fn().mockResolvedValue(body === undefined ? 'no answer' : { statusCode: 200, body });
	const hosts = { service, detection: service };
	const time = { ms: 10_000, now: () => 0 };
	return { verdict: await exchange({ ...request, ...of }, { hosts }, new Secrets(), time, send), send };
}

test('a GET has the values of its body in its query, and a POST has its body as JSON', async () => {
	const of = { path: '/api/x', query: { e: 1 }, body: { a: [1], b: 'c', d: null } };
	const url = 'https://api.example.com/api/x';
	const get = { qs: { e: 1, a: '[1]', b: 'c', d: null }, headers: {}, url };
	const headers = { 'Content-Type': 'application/json' };
	const post = { qs: { e: 1 }, headers, body: '{"a":[1],"b":"c","d":null}', url };
	for (const [method, options] of Object.entries({ GET: get, POST: post })) {
		const { verdict, send } = await exchanged({ ...of, method: method as 'GET' });
		expect(verdict).toMatchObject({ trouble: 'unclear', httpStatus: 0 });
		expect(send.mock.calls[0][0]).toMatchObject(options);
	}
});

test('an answer may have 2 MB, or 16 MB if it is a list', async () => {
	const troubleOf = async (bytes: number, isList: boolean) =>
		Object((await exchanged({ isList }, Readable.from([Buffer.alloc(bytes, ' ')]))).verdict).trouble;
	expect([await troubleOf(2_000_000, false), await troubleOf(2_000_001, true)]).toEqual([
		'unclear',
		'unclear',
	]);
	expect([await troubleOf(2_000_001, false), await troubleOf(16_000_001, true)]).toEqual([
		'broken',
		'broken',
	]);
});

test.each([302, 400, 401, 403, 404, 500])('a create with code 1000 and HTTP %p was accepted', (status) => {
	const data = { _id: 'paid-1' };
	expect(judged(status, { code: 1000, data })).toMatchObject({ kind: 'answered', data, httpStatus: status });
	expect(judged(status, { code: 1000 })).toMatchObject({ trouble: 'unclear', errorCode: 1000 });
	const read: ServiceRequest = { ...request, intent: 'repeatable' };
	expect(judge({ status, body: { code: 1000, data } }, read, service).kind).not.toBe('answered');
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
	['1', 1_000],
	['1.5', 1_500],
	['0.999', undefined],
	['0', undefined],
	['0.2', undefined],
	['Thu, 01 Jan 1970 00:01:40 GMT', 40_000],
	['Thu, 01 Jan 1970 00:00:10 GMT', undefined],
	['soon', undefined],
	[undefined, undefined],
	[['7'], undefined],
])('Retry-After %p is read as %p ms', (header, expected) => {
	expect(readRetryAfter(header, 60_000)).toBe(expected);
});
