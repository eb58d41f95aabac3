import { inspect } from 'node:util';
import { readFault as readFaultAt } from '../../../nodes/shared/transport/faults';
import { hostsOf } from '../../../nodes/shared/transport/hosts';
import { serviceErrorOf } from '../../../nodes/shared/transport/readPayload';
import { TokenError } from '../../../nodes/shared/transport/tokenError';

const { service } = hostsOf({ baseUrl: 'https://api.example.com' });
const readFault = (thrown: unknown) => readFaultAt(thrown, service);
const wrapped = (cause: object) => Object.assign(new Error('wrapped by n8n'), { cause });
const network = (code: string, more: object = {}) =>
	wrapped(Object.assign(new Error(`net ${code}`), { code, isAxiosError: true, ...more }));

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
	'%s never reached the service',
	(code) => {
		expect(readFault(network(code)).trouble).toBe('notReached');
	},
);

test.each(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_BAD_RESPONSE', 'UNHEARD_OF'])(
	'%s may have reached the service',
	(code) => {
		expect(readFault(network(code)).trouble).toBe('unclear');
	},
);

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
	'%s on a connection that stood may have reached the service',
	(code) => {
		expect(readFault(network(code, { syscall: 'read' })).trouble).toBe('unclear');
		expect(readFault(network(code, { syscall: 'connect' })).trouble).toBe('notReached');
	},
);

test.each([
	['ERR_SSL_WRONG_VERSION_NUMBER', true],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', true],
	['EPROTO', true],
	['CERT_HAS_EXPIRED', false],
])('of a connection that %s broke, a create may have been taken: %p', (code, mayBeTaken) => {
	const fault = readFault(network(code));
	expect(fault.mayBeTaken).toBe(mayBeTaken);
	const request = { method: 'POST', path: '/x', intent: 'create', group: 'image' } as const;
	const refusal = { kind: 'refused', httpStatus: 0, ...fault } as const;
	expect(serviceErrorOf(request, refusal, 1).submitted).toBe(mayBeTaken ? 'unknown' : 'no');
	expect(serviceErrorOf({ ...request, intent: 'repeatable' }, refusal, 1).submitted).toBe('no');
});

test.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'])(
	'%s is not tried again',
	(code) => {
		const fault = readFault(network(code));
		expect(fault.trouble).toBe('final');
		expect(fault.message).toContain('secure connection');
	},
);

test('the error of a token is found five wrappers deep, and in a circle of errors the search ends', () => {
	const token = new TokenError('No token', 'Check the keys', false);
	const wrap = (cause: unknown) => Object.assign(new Error('Bad request'), { cause });
	expect(readFault(wrap(wrap(wrap(wrap(wrap(token))))))).toMatchObject({ message: 'No token' });
	const circle: Error = new Error('Bad request');
	circle.cause = circle;
	expect(readFault(circle)).toMatchObject({ message: expect.not.stringContaining('token') });
});

test('what n8n refused to send did not reach the service, and its reason is told', () => {
	const fault = readFault(Object.assign(new Error('Domain not allowed'), { name: 'NodeOperationError' }));
	expect(fault).toMatchObject({ trouble: 'final', isByN8n: true, stopsEverything: true });
	expect(fault.description).toContain('Domain not allowed');
});

test('a database of n8n that fails for a moment is no refusal of n8n', () => {
	expect(readFault(wrapped(new Error('Connection terminated')))).toMatchObject({
		...{ trouble: 'final', isByN8n: false, stopsEverything: false },
	});
});

test('a token that can not be had is told in the words of the credential', () => {
	const fault = readFault(wrapped(new TokenError('No token', 'Check the keys', false)));
	expect(fault).toEqual({
		trouble: 'final',
		message: 'No token',
		description: 'Check the keys',
		stopsEverything: true,
	});
	expect(readFault(new TokenError('Away', 'Wait', true))).toMatchObject({
		trouble: 'notReached',
		stopsEverything: false,
	});
});

test('nothing of the request is handed on', () => {
	const config = { headers: { Authorization: 'Bearer top-secret-token' } };
	expect(inspect(readFault(network('ECONNRESET', { config })), { depth: 9 })).not.toContain(
		'top-secret-token',
	);
});
