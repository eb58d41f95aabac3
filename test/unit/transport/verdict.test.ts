import { hostsOf } from '../../../nodes/shared/transport/hosts';
import { judge } from '../../../nodes/shared/transport/verdict';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import fc from 'fast-check';
import { ofKnown } from '../../../nodes/shared/transport/outage';
import { readRetryAfter } from '../../../nodes/shared/transport/http';
import { Tries, type Refusal } from '../../../nodes/shared/transport/tries';

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
	[200, '<html>', 'unclear'],
	[200, undefined, 'unclear'],
	...[1005, 429].map((code): Judged => [200, { code }, 'refusedForNow']),
	...[1101, 1102, 401].map((code): Judged => [200, { code }, 'tokenRejected']),
	...[0, 200].map((code): Judged => [200, { code, data: { _id: 'a' } }, 'unclear']),
	...[500, 502, 599].map((code): Judged => [200, { code }, 'unclear']),
	...[404, 499, 600].map((code): Judged => [200, { code }, 'final']),
	[401, '', 'tokenRejected'],
	[429, '', 'refusedForNow'],
	...[199, 299, 408, 500, 599, 600].map((status): Judged => [status, '', 'unclear']),
	[502, '<html>', 'unclear'],
	...[300, 301, 400, 403, 405, 413].map((status): Judged => [status, '', 'final']),
	[404, '<html>', 'final'],
	[500, { code: 1000, data: {} }, 'unclear'],
])('HTTP %p with %p makes a create %p', (status, body, trouble) => {
	expect(judged(status, body)).toMatchObject({ kind: 'refused', trouble });
});

test.each([302, 400, 401, 403, 404, 500])('a create with code 1000 and HTTP %p was accepted', (status) => {
	const data = { _id: 'paid-1' };
	expect(judged(status, { code: 1000, data })).toMatchObject({ kind: 'answered', data, httpStatus: status });
	expect(judged(status, { code: 1000 })).toMatchObject({ trouble: 'unclear', errorCode: 1000 });
	const read: ServiceRequest = { ...request, intent: 'repeatable' };
	expect(judge({ status, body: { code: 1000, data } }, read, service).kind).not.toBe('answered');
});

const refusals = fc.record({
	trouble: fc.constantFrom('notReached', 'unclear', 'final'),
	retryAfterMs: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
});
const chance = fc.double({ min: 0, max: 0.999, noNaN: true });

/** The waits of a request that is refused each time, in milliseconds. */
function waitsOf(refusal: object, intent: ServiceRequest['intent'], random = 0, until = Infinity): number[] {
	const tries = new Tries({ ...request, intent });
	const refused = { kind: 'refused', message: 'No', next: 'runAgain', ...refusal } as Refusal;
	const clock = { now: () => 0, random: () => random };
	const waits: number[] = [];
	try {
		for (;;) waits.push(tries.waitAfter({ ...refused, token: `${waits.length}` }, until, clock));
	} catch {
		return waits;
	}
}

test('a create in doubt is never sent again, and a request with a final answer is not either', () => {
	fc.assert(
		fc.property(refusals, chance, (given, random) => {
			expect(waitsOf({ ...given, trouble: 'unclear' }, 'create', random)).toEqual([]);
			expect(waitsOf({ ...given, trouble: 'final' }, 'repeatable', random)).toEqual([]);
		}),
	);
});

const DOUBLED = [500, 1_000, 2_000, 4_000, 8_000];
test.each<[object, random: number, until: number, waits: number[]]>([
	[{ trouble: 'unclear' }, 0, Infinity, DOUBLED],
	[{ trouble: 'unclear' }, 0.5, Infinity, DOUBLED.map((wait) => 1.5 * wait)],
	[{ trouble: 'notReached' }, 0, Infinity, DOUBLED.slice(0, 4)],
	[{ trouble: 'noDatabase' }, 0, Infinity, [...DOUBLED, ...Array(6).fill(15_000)]],
	[{ trouble: 'tokenRejected' }, 0, Infinity, [0, 500, 1_000]],
	[{ trouble: 'unclear', retryAfterMs: 7_000 }, 0.5, Infinity, Array(5).fill(7_500)],
	[{ trouble: 'unclear', retryAfterMs: 60_000 }, 0, Infinity, [60_000, 60_000]],
	[{ trouble: 'unclear' }, 0, 1_500, [500]],
	[{ trouble: 'unclear' }, 0, 1_499, []],
	[{ trouble: 'broken' }, 0, Infinity, []],
])('a read that ends with %j, with chance %d and until %d, waits %j', (refusal, random, until, waits) => {
	expect(waitsOf(refusal, 'repeatable', random, until)).toEqual(waits);
});

test('all waits of a request together stay within two minutes, and end', () => {
	fc.assert(
		fc.property(refusals, chance, (given, random) => {
			const waits = waitsOf(given, 'repeatable', random);
			for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(given.retryAfterMs ?? 500);
			expect(waits.reduce((all, wait) => all + wait, 0)).toBeLessThanOrEqual(120_001);
			expect(waits.length).toBeLessThan(9);
		}),
	);
});

test.each([
	['7', 7_000],
	[7, 7_000],
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
