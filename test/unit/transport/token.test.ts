import { readAccount } from '../../../nodes/shared/transport/account';
import type { HttpRequest } from '../../../nodes/shared/transport/http';
import { fetchToken, refusedTokens } from '../../../nodes/shared/transport/token';

let pairs = 0;
const freshPair = () =>
	readAccount({
		baseUrl: 'https://api.example.com',
		clientId: `id-${(pairs += 1)}`,
		clientSecret: 'a-secret-of-someone',
	});
const answering = (body: unknown, statusCode = 200) => {
	const calls: unknown[] = [];
	const request: HttpRequest = async (options) => {
		calls.push(options);
		return { statusCode, body };
	};
	return { calls, request };
};
const token = (value: string) => answering({ code: 1000, token: value });

test('if the service returns the refused token again, all callers share one more request', async () => {
	const { request, calls } = token('t1');
	const keys = freshPair();
	const ask = async () => await fetchToken(request, keys, 't1');
	const fetched = await Promise.all(Array.from({ length: 20 }, ask));
	expect(new Set(fetched)).toEqual(new Set(['t1']));
	expect(calls).toHaveLength(2);
});

test('a caller whose refused token came from another process gets a new token', async () => {
	const keys = freshPair();
	await fetchToken(token('ours').request, keys, 'first');
	expect(await fetchToken(token('new').request, keys, 'theirs')).toEqual('new');
	expect(await fetchToken(token('newer').request, keys, 'theirs')).toEqual('new');
});

test('a caller does not share an exchange that returns the token it was refused', async () => {
	const keys = freshPair();
	const answers: Array<(token: string) => void> = [];
	const request: HttpRequest = async () => {
		const value = await new Promise<string>((resolve) => answers.push(resolve));
		return { statusCode: 200, body: { code: 1000, token: value } };
	};
	const first = fetchToken(request, keys, 't1');
	const second = fetchToken(request, keys, 't2');
	answers[0]?.('t2');
	expect(await first).toEqual('t2');
	answers[1]?.('t3');
	expect(await second).toEqual('t3');
});

test('a new token that was refused since is given to no other caller', async () => {
	const keys = freshPair();
	await fetchToken(token('dies-young').request, keys, 'first');
	expect(await fetchToken(token('x').request, keys, 'first')).toEqual('dies-young');
	refusedTokens.set('dies-young', true);
	expect(await fetchToken(token('next').request, keys, 'first')).toEqual('next');
	for (const older of ['first', 'dies-young']) {
		expect(await fetchToken(token('x').request, keys, older)).toEqual('next');
	}
});

test.each(['a token', 'a\ntoken', 'tökén', 'a'.repeat(8_001), '', 7, null])(
	'%j is refused as a token, because it does not fit into a header',
	async (given) => {
		const asked = fetchToken(answering({ code: 1000, token: given }).request, freshPair());
		await expect(asked).rejects.toThrow('gave no token');
	},
);

test.each([
	['a business code', 200, { code: 1101, msg: 'bad a-secret-of-someone' }, 'fixCredential', 'fixCredential'],
	['a ban', 200, { code: 1200 }, 'askService', 'askService'],
	['an unknown code', 200, { code: 4711 }, 'askService', 'runAgainLater'],
	['the code of a broken server', 200, { code: 500 }, 'runAgainLater', 'runAgainLater'],
	['too many requests', 200, { code: 1005 }, 'runAgainLater', 'runAgainLater'],
	['HTML', 200, '<html><title>Hello</title></html>', 'fixCredential', 'runAgainLater'],
	['nothing found', 404, '<html></html>', 'fixCredential', 'runAgainLater'],
	['a redirect', 302, '', 'fixCredential', 'runAgainLater'],
	['a server that broke', 500, '<html></html>', 'runAgainLater', 'runAgainLater'],
	['HTTP 429', 429, '', 'runAgainLater', 'runAgainLater'],
	['HTTP 401', 401, { message: 'no' }, 'fixCredential', 'fixCredential'],
	['nothing', 200, undefined, 'fixCredential', 'runAgainLater'],
])(
	'%s says the next step, also of keys that had a token, without the secret',
	async (...[, status, body, first, later]) => {
		const refusedAs = async (next: string, hadOne: boolean) => {
			const refused = fetchToken(answering(body, status).request, freshPair(), undefined, hadOne);
			await expect(refused).rejects.toMatchObject({ context: { token: { next } } });
			await expect(refused).rejects.toThrow(expect.not.stringContaining('a-secret-of-someone'));
		};
		await refusedAs(first, false);
		await refusedAs(later, true);
	},
);

test('a certificate of an unknown authority is a setting to change, and no credential to correct', async () => {
	const refusing: HttpRequest = async () =>
		await Promise.reject(Object.assign(new Error(), { code: 'SELF_SIGNED' }));
	const next = { context: { token: expect.objectContaining({ next: 'changeSetting' }) } };
	await expect(fetchToken(refusing, freshPair())).rejects.toMatchObject(next);
});
