import { AnswerTooLarge, readFault as readFaultAt } from '../../../nodes/shared/transport/faults';
import { hostsOf } from '../../../nodes/shared/transport/hosts';
import { failureOf } from '../../../nodes/shared/transport/tries';
import { NodeApiError, NodeOperationError, UserError, type INode, type JsonObject } from 'n8n-workflow';
import { z } from 'zod/v3';
import { Clock } from '../../support/clock';
import { createEnvironment } from '../../../nodes/shared/async/environment';
import { Outage } from '../../../nodes/shared/transport/outage';
import { RunTransport } from '../../../nodes/shared/transport/transport';
import { TokenError } from '../../../nodes/shared/transport/tokenError';
import type { CallContext } from '../../../nodes/shared/n8n/executionFacts';

const { service } = hostsOf({ baseUrl: 'https://api.example.com' });
const readFault = (thrown: unknown) => readFaultAt(thrown, service);
const node: INode = { id: '1', name: 'Call', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const wrapped = (cause: Error) => new NodeApiError(node, cause as unknown as JsonObject);
/** n8n before 2.34 drops the cause. */
const bare = (cause: Error) => Object.defineProperty(wrapped(cause), 'cause', { value: undefined });
const netError = (code: string, more: object = {}) =>
	Object.assign(new Error(`net ${code}`), { code, isAxiosError: true, ...more });
const network = (code: string, more: object = {}) => wrapped(netError(code, more));

const REACHED = 'ECONNRESET EPIPE ECONNABORTED ETIMEDOUT EHOSTUNREACH ERR_BAD_RESPONSE UNHEARD_OF';
const NOT_SECURE = 'CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT ERR_TLS_CERT_ALTNAME_INVALID';
test.each([
	['never reached', 'notReached', 'ECONNREFUSED ENOTFOUND EAI_AGAIN', {}],
	['never reached', 'notReached', 'ETIMEDOUT EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL', { syscall: 'connect' }],
	['may have reached', 'unclear', REACHED, {}],
	['may have reached', 'unclear', 'ECONNREFUSED ENOTFOUND', { syscall: 'write' }],
	['may not reach', 'final', NOT_SECURE, {}],
])('a request that %s the service is marked as %s: %s', (_what, trouble, codes, more) => {
	const faults = codes.split(' ').map((code) => readFault(network(code, more)));
	const said = faults.map((fault) => [fault.trouble, fault.message.includes('secure connection')]);
	expect(said).toEqual(faults.map(() => [trouble, trouble === 'final']));
	const isOwn = (code: string) => code.startsWith('DEPTH_ZERO');
	const steps = trouble === 'final' ? codes.split(' ').map(isOwn) : [];
	expect(faults.slice(0, steps.length).map(({ next }) => next === 'changeSetting')).toEqual(steps);
});

test.each([
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('a certificate of an authority that n8n does not know says so, and where to name it: %s', (code) => {
	for (const thrown of [network(code), bare(netError(code))])
		expect(readFault(thrown)).toMatchObject({
			...{ trouble: 'final', next: 'changeSetting' },
			message: expect.stringMatching(/^The service .*n8n does not know the authority of its certificate$/),
			description: expect.stringMatching(/^Set NODE_EXTRA_CA_CERTS to the file of its certificates/),
		});
});

test('an n8n that drops the cause of an error still lets a request count as sent, or as not sent', () => {
	const troubleOf = (code: string) => readFault(bare(netError(code))).trouble;
	expect(troubleOf('ECONNREFUSED')).toBe('notReached');
	expect(new Set(REACHED.split(' ').map(troubleOf))).toEqual(new Set(['unclear']));
});

test.each([
	['ERR_SSL_WRONG_VERSION_NUMBER', true],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', true],
	['EPROTO', true],
	['CERT_HAS_EXPIRED', false],
	[new AnswerTooLarge('2 MB'), true],
])('a create whose connection or answer broke with %s may have been accepted: %p', (why, mayBeTaken) => {
	const fault = readFault(typeof why === 'string' ? network(why) : why);
	const request = { method: 'POST', path: '/x', intent: 'create', group: 'image' } as const;
	const refusal = { httpStatus: 0, ...fault };
	expect(failureOf(request, refusal, 1).details.submitted).toBe(mayBeTaken ? 'unknown' : 'no');
	expect(failureOf({ ...request, intent: 'repeatable' }, refusal, 1).details.submitted).toBeUndefined();
});

const REASON = 'Correct the credential as this reason of n8n says: ';
const UNSENT = { trouble: 'byN8n', message: 'n8n did not send the request to the service' };
const ofNode = Object.assign(new NodeOperationError(node, 'x'), { code: '404' });
const [message, description, next] = ['a', 'b', 'runAgain'];
const ofOthers = [
	{ message, next },
	{ description, next },
	{ message, description, next: 'odd' },
].reduce((cause, token) => ({ context: { token }, cause }), {});
test.each<[string, unknown, object]>([
	['of a node', ofNode, { ...UNSENT, isForAll: true }],
	['of another package', ofOthers, { trouble: 'noDatabase' }],
	['of JavaScript', new TypeError('x'), { trouble: 'final', isForAll: false, description: `${REASON}x` }],
	['of n8n, a warning', new UserError('x', { level: 'warning' }), { trouble: 'final', isForAll: false }],
	['that is nothing', null, { trouble: 'final', isForAll: false, description: `${REASON}none` }],
	['of axios without a code', netError('', { code: undefined }), { trouble: 'unclear' }],
])('an error %s ends a request as %j', (_whose, thrown, refusal) => {
	expect(readFault(thrown)).toMatchObject(refusal);
});

test("a short failure of n8n's database is named, and waited for", () => {
	const message = "n8n's database can't be used: Connection terminated";
	const fault = readFault(wrapped(new Error('Connection terminated')));
	expect(fault).toMatchObject({ trouble: 'noDatabase', message });
});

test("n8n keeps or drops the cause of a failed token exchange, and the credential's message and advice stay", () => {
	for (const wrap of [wrapped, bare]) {
		const fault = readFault(wrap(new TokenError('No token', 'Check the keys')));
		expect(fault).toEqual({
			...{ kind: 'refused', trouble: 'final', message: 'No token', isForAll: true },
			...{ description: 'Check the keys', next: 'fixCredential' },
		});
		const later = { trouble: 'notReached', next: 'runAgainLater', isForAll: false };
		expect(readFault(wrap(new TokenError('Away', 'Wait', 'runAgainLater')))).toMatchObject(later);
	}
});

const DELETED = new UserError('Credential with ID "7" does not exist for type "mediaGenerationApi".');
const request = { method: 'GET', path: '/x', intent: 'create', group: 'image' } as const;

test('a deleted credential is a final refusal by n8n, before a run and in the middle of it', async () => {
	const getCredentials = async () => await Promise.reject(DELETED);
	const context = { getCredentials, getNode: () => ({}) } as unknown as CallContext;
	const sending = new RunTransport(context, createEnvironment()).send(request, z.unknown());
	await expect(sending).rejects.toMatchObject({ message: DELETED.message, scope: 'run', again: 'never' });
	const away = { getCredentials: async () => await Promise.reject(new Error('Connection terminated')) };
	const later = new RunTransport(away as unknown as CallContext, createEnvironment());
	await expect(later.send(request, z.unknown())).rejects.toMatchObject({
		...{ message: "n8n's database can't be used: Connection terminated", scope: 'run' },
		details: { next: 'runAgainLater', description: 'Check the database, and run this item again' },
	});
	const amid = failureOf(request, readFault(wrapped(DELETED)), 1);
	expect(amid).toMatchObject({ scope: 'run', again: 'never', details: { submitted: 'no' } });
	expect(amid.details.description).toContain(DELETED.message);
});

test('a create whose turn comes while the service is silent is not sent, and is sent after an answer to a later request', async () => {
	const outage = new Outage();
	const create = jest.fn().mockResolvedValue('made');
	const [read, before] = [{ ...request, intent: 'repeatable' } as const, outage.silence];
	outage.note(read, readFault(network('ECONNREFUSED')), true, before, 0);
	expect([await outage.send(create), create.mock.calls]).toEqual(['silent', []]);
	outage.note(request, { kind: 'answered', data: {}, httpStatus: 200 }, true, before, 1);
	expect(await outage.send(create)).toBe('silent');
	outage.note(request, { kind: 'answered', data: {}, httpStatus: 200 }, true, outage.silence, 2);
	expect(await outage.send(create)).toBe('made');
});

/** A transport whose credential can be read once. n8n puts a token on each request, and gets its answer. */
type Sent = { url: string; headers: Record<string, unknown> };
let accounts = 0;
function transportOf(answerTo: (sent: Sent) => { token?: string; body: unknown }) {
	const clientId = `id-${(accounts += 1)}`;
	const httpRequestWithAuthentication = async (_: string, { headers, url }: Sent) => {
		const { token, body } = answerTo({ headers, url });
		if (token !== undefined) Object.assign(headers, { Authorization: `Bearer ${token}` });
		return { statusCode: 200, body };
	};
	const credential = { baseUrl: 'https://api.example.com', clientId, clientSecret: 'secret' };
	const getCredentials = jest.fn().mockResolvedValueOnce(credential).mockRejectedValue(new Error('away'));
	const logger = { debug: () => undefined, warn: () => undefined };
	const getTimezone = () => 'UTC';
	const context = { getCredentials, getTimezone, logger, helpers: { httpRequestWithAuthentication } };
	const clock = new Clock();
	return { clock, transport: new RunTransport(context as unknown as CallContext, clock) };
}

test('a transport hides the current and all replaced tokens in its answers and errors', async () => {
	const tokens: string[] = [];
	let code = 1000;
	const { transport } = transportOf(() => {
		const token = `token-${tokens.length}`;
		tokens.push(token);
		return { token, body: { code, msg: tokens.join(' '), data: tokens.join(' ') } };
	});
	const send = async () => await transport.send(request, z.unknown());
	const owner = `id-${accounts} https://api.example.com/api/open/v3`;
	const seen = [transport.owner, await send(), await send(), transport.owner];
	expect(seen).toEqual(['', '***', '*** ***', owner]);
	code = 1003;
	await expect(send()).rejects.toMatchObject({ details: { serviceMessage: '*** *** ***' } });
});

test('the answer of a create is read even if its token can not be', async () => {
	const { transport } = transportOf(() => ({ body: { code: 1000, data: 'a job' } }));
	expect(await transport.send(request, z.unknown())).toBe('a job');
});

test('a token that is rejected after an outage is renewed, whatever tries the outage took', async () => {
	let count = 0;
	const { clock, transport } = transportOf(() => {
		if (++count < 5) throw network('ECONNREFUSED');
		return { token: `token-${count}`, body: count < 6 ? { code: 1101 } : { code: 1000, data: 'a list' } };
	});
	expect(await clock.run(transport.send({ ...request, intent: 'repeatable' }, z.unknown()))).toBe('a list');
});

test('a create that is sent again after a rejected token asks for its right again, so it is never called lost', async () => {
	const events: string[] = [];
	const { clock, transport } = transportOf(() => {
		events.push('send');
		return { token: `token-${events.length}`, body: { code: 1101, msg: 'expired' } };
	});
	const right = {
		take: async () => events.push('take') > 0,
		release: async () => void events.push('release'),
		...{ until: Infinity, leave: () => undefined },
	};
	const creating = transport.create({ ...request, intent: 'create' }, z.unknown(), right);
	await expect(clock.run(creating)).rejects.toMatchObject({ details: { submitted: 'no' } });
	const rejected = ['take', 'send', 'release'];
	expect(events).toEqual([...rejected, ...rejected, ...rejected, 'take', 'send']);
});

type Ending = number | 'ECONNREFUSED' | 'ECONNRESET' | 'CERT_HAS_EXPIRED';
const right = { take: async () => true, release: async () => undefined, leave: () => undefined };
/** Sends a read, then a create after each pause, and notes each request and each end with its time in ms. */
async function courseOf(pauses: number[], endOf: (path: string, count: number) => Ending) {
	const course: string[] = [];
	const failures: unknown[] = [];
	const { clock, transport } = transportOf(({ url, headers }) => {
		const path = url.slice(url.lastIndexOf('/'));
		const count = course.push(`${clock.elapsed} ${path} ${headers['x-rejected-token'] ?? ''}`.trim());
		const end = endOf(path, count);
		if (typeof end === 'string') throw network(end);
		return { token: `token-${count}`, body: { code: end, data: {} } };
	});
	await clock.run(transport.send({ ...request, path: '/read', intent: 'repeatable' }, z.unknown()));
	for (const pause of pauses) {
		clock.forwardTo(clock.time + pause);
		const creating = transport.create(request, z.unknown(), { ...right, until: clock.time + 3_600_000 });
		await clock.run(creating).catch((failure: unknown) => failures.push(failure));
	}
	return { course: course.join(', '), failures };
}

test('a create waits for the end of an outage, which free reads find out, also with a new token', async () => {
	const ends: Ending[] = [1000, ...Array<Ending>(8).fill('ECONNREFUSED'), 1101, 1003, 1000];
	const { course, failures } = await courseOf([0], (_, count) => ends[count - 1] ?? 1000);
	const probes =
		'0 /info, 750 /list, 2250 /info, 5250 /list, 11250 /info, 23250 /list, 45750 /info, 68250 /list';
	expect([course, failures]).toEqual([`0 /read, 0 /x, ${probes}, 68250 /list token-10, 68250 /x`, []]);
});

test('creates that end in doubt are sent one by one after pauses, and after five not at all for a minute', async () => {
	const pauses = [...Array<number>(7).fill(0), 59_999, 1];
	const { course, failures } = await courseOf(pauses, (path) => (path === '/x' ? 'ECONNRESET' : 1000));
	const sent = [0, 750, 2250, 5250, 11250, 23250, 83250].map((time) => `${time} /x, ${time} /info`);
	expect(course).toBe(`0 /read, ${sent.join(', ')}`.replace(/, 83250 .info$/, ''));
	const message = 'The service answers, but the last creates ended without an answer';
	const description = 'Run this item again from 2030-01-01 00:11 (UTC) on';
	const retryFrom = '2030-01-01T00:10:23.250Z';
	const details = { submitted: 'no', next: 'runAgainLater', retryFrom, description };
	expect(failures.slice(6, 8)).toEqual(
		Array(2).fill(expect.objectContaining({ message, details, scope: 'run' })),
	);
	const submitted = failures.map((failure) => Object(failure).details.submitted);
	expect(submitted.join()).toBe(`${'unknown,'.repeat(6)}no,no,unknown`);
});

test.each<[Ending, end: object]>([
	['CERT_HAS_EXPIRED', { details: { submitted: 'unknown' } }],
	['ECONNREFUSED', { message: 'The run was stopped' }],
])('a create under way that ends with %s after a Stop ends with %j', async (end, failure) => {
	const { clock, transport } = transportOf(() => {
		clock.stop();
		throw network(String(end));
	});
	const creating = transport.create(request, z.unknown(), { ...right, until: Infinity });
	await expect(clock.run(creating)).rejects.toMatchObject(failure);
});
