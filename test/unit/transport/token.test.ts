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
	expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set(['t1']));
	expect(calls).toHaveLength(2);
});

test('a caller whose refused token came from another process gets a new token', async () => {
	const keys = freshPair();
	await fetchToken(token('ours').request, keys, 'first');
	expect(await fetchToken(token('new').request, keys, 'theirs')).toEqual('new');
	expect(await fetchToken(token('newer').request, keys, 'theirs')).toEqual('new');
});

test('callers share an exchange, but not if it returns the token that they were refused', async () => {
	const keys = freshPair();
	const answers: Array<(token: string) => void> = [];
	const request: HttpRequest = async () => {
		const value = await new Promise<string>((resolve) => answers.push(resolve));
		return { statusCode: 200, body: { code: 1000, token: value } };
	};
	const first = fetchToken(request, keys, 't1');
	const [second, third] = ['t2', 't3'].map(async (old) => await fetchToken(request, keys, old));
	answers[0]?.('t2');
	expect([await first, await third, answers.length]).toEqual(['t2', 't2', 2]);
	answers[1]?.('t4');
	expect(await second).toEqual('t4');
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
