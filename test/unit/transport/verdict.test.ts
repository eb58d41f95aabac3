import { hostsOf } from '../../../nodes/shared/transport/hosts';
import { judge } from '../../../nodes/shared/transport/verdict';
import type { ServiceRequest } from '../../../nodes/shared/service/request';

const request: ServiceRequest = { method: 'POST', path: '/x', intent: 'create', group: 'faceSwap' };
const { service } = hostsOf({ baseUrl: 'https://api.example.com' });
const judged = (status: number, body: unknown) => judge({ status, body }, request, service);

test('a code of the service counts for more than the HTTP status', () => {
	expect(judged(500, { code: 1003, msg: 'x' })).toMatchObject({ trouble: 'final', code: 1003 });
	expect(judged(503, { code: 1005 })).toMatchObject({ trouble: 'refusedForNow' });
	expect(judged(400, { code: 1101 })).toMatchObject({ trouble: 'tokenRejected' });
	expect(judged(429, { code: 1101 })).toMatchObject({ trouble: 'tokenRejected' });
	expect(judged(429, { code: 1006 })).toMatchObject({ trouble: 'final', code: 1006, stopsEverything: true });
	expect(judged(429, { code: 4711 })).toMatchObject({ trouble: 'refusedForNow' });
});

test('a gateway that repeats its status as a code is not the service', () => {
	expect(judged(500, { code: 500, msg: 'x' })).toMatchObject({ trouble: 'unclear', httpStatus: 500 });
	expect(judged(404, { code: 404 })).toMatchObject({ trouble: 'final', httpStatus: 404 });
});

test('a fault of a server that comes as a code with HTTP 200 leaves open whether a create was taken', () => {
	for (const code of [500, 502, 599]) expect(judged(200, { code })).toMatchObject({ trouble: 'unclear' });
	for (const code of [404, 499, 600]) expect(judged(200, { code })).toMatchObject({ trouble: 'final' });
});

test('a code that means success elsewhere leaves open whether a create was taken', () => {
	for (const code of [0, 200, 201]) {
		expect(judged(200, { code, data: { _id: 'a' } })).toMatchObject({ trouble: 'unclear', code });
	}
});

test.each([999, 10_000, 50_000, 500_500])('%p is no code of the service: the HTTP status counts', (code) => {
	expect(judged(500, { code, msg: 'x' })).toMatchObject({ trouble: 'unclear', httpStatus: 500 });
});

test.each([1214, 1215])(
	'the code %p is asked again where the request is patient, and not elsewhere',
	(code) => {
		const close: ServiceRequest = { ...request, intent: 'repeatable', patient: true };
		expect(judge({ status: 200, body: { code } }, close, service)).toMatchObject({ trouble: 'unclear' });
		expect(judged(200, { code })).toMatchObject({ trouble: 'final' });
	},
);

test.each([
	[200, '<html>', 'unclear'],
	[200, undefined, 'unclear'],
	[200, { code: 1005 }, 'refusedForNow'],
	[200, { code: 1006 }, 'final'],
	[429, '', 'refusedForNow'],
	[408, '', 'unclear'],
	[500, '', 'unclear'],
	[502, '<html>', 'unclear'],
	[503, '', 'unclear'],
	[504, '', 'unclear'],
	[301, '', 'final'],
	[400, '', 'final'],
	[403, '', 'final'],
	[404, '<html>', 'final'],
	[405, '', 'final'],
	[413, '', 'final'],
	[500, { code: 1000, data: {} }, 'unclear'],
])('HTTP %p with %p is %p', (status, body, trouble) => {
	expect(judged(status, body)).toMatchObject({ kind: 'refused', trouble });
});

test.each([
	[200, { code: 1101 }],
	[200, { code: 1102 }],
	[401, ''],
])('HTTP %p with %p is a rejected token', (status, body) => {
	expect(judged(status, body)).toMatchObject({ kind: 'refused', trouble: 'tokenRejected' });
});

test.each([302, 400, 401, 403, 404, 500])('code 1000 with HTTP %p: the service took the create', (status) => {
	const data = { _id: 'paid-1' };
	expect(judged(status, { code: 1000, data })).toEqual({ kind: 'answered', data });
	expect(judged(status, { code: 1000 })).toMatchObject({
		kind: 'refused',
		trouble: 'unclear',
		code: 1000,
	});
	const read: ServiceRequest = { ...request, intent: 'repeatable' };
	expect(judge({ status, body: { code: 1000, data } }, read, service).kind).not.toBe('answered');
});
