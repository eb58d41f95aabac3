import { inspect } from 'node:util';
import { readFault as readFaultAt } from '../../../nodes/shared/transport/faults';
import { hostsOf } from '../../../nodes/shared/transport/hosts';
import { failureOf } from '../../../nodes/shared/transport/readPayload';
import { TokenError } from '../../../nodes/shared/transport/tokenError';
import { NodeApiError, UserError, type INode } from 'n8n-workflow';
import { openAccount } from '../../../nodes/shared/transport/openAccount';
import { Secrets } from '../../../nodes/shared/transport/redact';
import { Failure } from '../../../nodes/shared/service/failure';
import type { CallContext } from '../../../nodes/shared/transport/types';

const { service } = hostsOf({ baseUrl: 'https://api.example.com' });
const readFault = (thrown: unknown) => readFaultAt(thrown, service);
const wrapped = (cause: object) => Object.assign(new Error('wrapped by n8n'), { cause });
const network = (code: string, more: object = {}) =>
	wrapped(Object.assign(new Error(`net ${code}`), { code, isAxiosError: true, ...more }));

test.each([
	['never reached', 'notReached', 'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'],
	['may have reached', 'unclear', 'ECONNRESET EPIPE ECONNABORTED ETIMEDOUT ERR_BAD_RESPONSE UNHEARD_OF'],
])('a request that %s the service is marked as %s: %s', (_what, trouble, codes) => {
	const all = codes.split(' ');
	expect(all.map((code) => readFault(network(code)).trouble)).toEqual(all.map(() => trouble));
});

test.each([
	['ERR_SSL_WRONG_VERSION_NUMBER', true],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', true],
	['EPROTO', true],
	['CERT_HAS_EXPIRED', false],
])('a create whose connection broke with %s may have been accepted: %p', (code, mayBeTaken) => {
	const fault = readFault(network(code));
	expect(fault.mayBeTaken).toBe(mayBeTaken);
	const request = { method: 'POST', path: '/x', intent: 'create', group: 'image' } as const;
	const refusal = { httpStatus: 0, ...fault };
	expect(failureOf(request, refusal, 1).details.submitted).toBe(mayBeTaken ? 'unknown' : 'no');
	expect(failureOf({ ...request, intent: 'repeatable' }, refusal, 1).details.submitted).toBeUndefined();
});

test.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'])(
	'a request that failed with %s is not tried again',
	(code) => {
		const fault = readFault(network(code));
		expect(fault.trouble).toBe('final');
		expect(fault.message).toContain('secure connection');
	},
);

test('a request that n8n refused is final, and shows the reason', () => {
	const fault = readFault(Object.assign(new Error('Domain not allowed'), { name: 'NodeOperationError' }));
	expect(fault).toMatchObject({ trouble: 'final', isByN8n: true, isForAll: true });
	expect(fault.description).toContain('Domain not allowed');
});

test("a short failure of n8n's database does not count as a refusal by n8n", () => {
	expect(readFault(wrapped(new Error('Connection terminated')))).toMatchObject({
		...{ trouble: 'final', isByN8n: false, isForAll: false },
	});
});

test("a failed token exchange is reported with the credential's own message and advice", () => {
	const fault = readFault(wrapped(new TokenError('No token', 'Check the keys', false)));
	expect(fault).toEqual({
		kind: 'refused',
		trouble: 'final',
		message: 'No token',
		description: 'Check the keys',
		isForAll: true,
	});
	expect(readFault(new TokenError('Away', 'Wait', true))).toMatchObject({
		trouble: 'notReached',
		isForAll: false,
	});
});

test('a fault holds nothing of the request, such as the token', () => {
	const config = { headers: { Authorization: 'Bearer top-secret-token' } };
	expect(inspect(readFault(network('ECONNRESET', { config })), { depth: 9 })).not.toContain(
		'top-secret-token',
	);
});

const DELETED = new UserError('Credential with ID "7" does not exist for type "mediaGenerationApi".');
const opened = async (error: Error): Promise<unknown> => {
	const context = { getCredentials: async () => await Promise.reject(error) };
	return await openAccount(context as unknown as CallContext, new Secrets()).catch(
		(thrown: unknown) => thrown,
	);
};

test('a deleted credential is a final refusal by n8n, before a run and in the middle of it', async () => {
	const before = await opened(DELETED);
	expect(before).toMatchObject({ message: DELETED.message, scope: 'run', again: 'never' });

	const node: INode = { id: '1', name: 'Call', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
	const wrapped = Object.assign(new NodeApiError(node, {}), { cause: DELETED, message: DELETED.message });
	const fault = readFault(wrapped);
	const request = { method: 'GET', path: '/x', intent: 'create', group: 'image' } as const;
	const amid = failureOf(request, fault, 1);
	expect(amid).toMatchObject({ scope: 'run', again: 'never', details: { submitted: 'no' } });
	expect(amid.details.description).toContain(DELETED.message);
});

test('a credential that is unreadable for a moment does not count as a refusal by n8n', async () => {
	const error = await opened(new Error('Connection terminated'));
	expect(error).toBeInstanceOf(Failure);
	expect(error).toHaveProperty('again', undefined);
});
