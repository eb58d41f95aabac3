import type { ServiceRequest } from '../../nodes/shared/service/request';
import type { FaultSpec } from '../emulator';
import { outcomeOf, type Outcome } from '../support/callNode';
import { TransportBench, create, read } from '../support/transportBench';

const bench = new TransportBench();

describe('the token', () => {
	const tokens = async (work: () => Promise<unknown>) => {
		const before = bench.emulator.tokensIssued;
		await work();
		return bench.emulator.tokensIssued - before;
	};
	const many = async (count: number, request: ServiceRequest) => {
		const outcomes: Outcome[] = [];
		bench.call.script = async (transport, waits) => {
			const all = Array.from({ length: count }, async () => await outcomeOf(transport, waits, request));
			outcomes.push(...(await Promise.all(all)));
		};
		await bench.start().finished;
		return outcomes.filter(({ error }) => error === undefined).length;
	};

	test('is fetched once for any number of parallel calls', async () => {
		expect(await tokens(async () => expect(await many(50, read)).toBe(50))).toBe(1);
	});

	test.each([200, 401] as const)('is renewed once when it expires in mid-run (HTTP %p)', async (status) => {
		bench.emulator.shapes.authHttpStatus = status;
		await bench.send(read);
		const stale = bench.engine.readCredential().accessToken;
		bench.emulator.expireTokens();
		expect(await tokens(async () => expect(await many(20, create)).toBe(20))).toBe(1);
		expect(bench.engine.readCredential().accessToken).not.toBe(stale);
	});

	test('that another run renewed in between is used', async () => {
		await bench.send(read);
		const fetched = await tokens(async () => {
			bench.call.script = async (transport, waits) => {
				const stale = bench.engine.readCredential();
				bench.emulator.expireTokens();
				await outcomeOf(transport, waits, read);
				const fresh = bench.engine.readCredential();
				bench.engine.saveCredential(stale);
				// While the request with the old token is on its way.
				bench.emulator.alter.request = ({ path }) => {
					if (path.endsWith(read.path)) bench.engine.saveCredential(fresh);
				};
				const late = await outcomeOf(transport, waits, read);
				delete bench.emulator.alter.request;
				expect(late.error).toBeUndefined();
			};
			await bench.start().finished;
		});
		expect(fetched).toBe(1);
	});

	test('that another process fetched, and that is rejected, is not replaced by an older one of this process', async () => {
		await bench.send(read);
		const { baseUrl, clientId, clientSecret } = bench.emulator;
		const answer = await fetch(`${baseUrl}/api/open/v3/getToken`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ clientId, clientSecret }),
		});
		const { token } = (await answer.json()) as { token: string };
		bench.engine.saveCredential({ ...bench.engine.readCredential(), accessToken: token });
		bench.emulator.expireTokens();
		const { error } = await bench.send(create);
		expect(error).toBeUndefined();
	});

	test('that is rejected thrice after it was renewed stops everything, and nothing was taken', async () => {
		const fault: FaultSpec = { kind: 'code', code: 1101, times: Infinity, match: { path: create.path } };
		const { error, waits } = await bench.send(create, fault);
		expect(error).toMatchObject({ code: 1101, stopsEverything: true, submitted: 'no' });
		expect(new Set(bench.sent(create).map(({ headers }) => headers.authorization)).size).toBe(4);
		expect(waits).toEqual([500, 1_000]);
	});

	test('that a gateway rejects with HTTP 401 is what the error is about: the key pair was accepted', async () => {
		const fault: FaultSpec = { kind: 'httpStatus', status: 401, times: Infinity, match: { path: read.path } };
		const { error } = await bench.send(read, fault);
		expect(error?.message).toBe('The service did not accept the access token, or it has expired');
	});

	test('of an earlier key pair is not used for a new one', async () => {
		await bench.send(read);
		bench.engine.saveCredential({
			...bench.engine.readCredential(),
			clientSecret: 'another-secret-another-secret-12',
		});
		const { error } = await bench.send(create);
		expect(error).toMatchObject({ submitted: 'no', stopsEverything: true });
		expect(error?.message).toContain('does not accept the Client ID and the Client Secret');
		expect(bench.sent(create)).toEqual([]);
	});

	test('that can not be had for the moment is tried for again', async () => {
		const { clientId = '', clientSecret = '' } = bench.emulator.accounts[1] ?? {};
		bench.engine.saveCredential({ ...bench.engine.readCredential(), clientId, clientSecret });
		const { error, waits } = await bench.send(create, {
			kind: 'httpStatus',
			status: 503,
			match: { path: 'getToken' },
		});
		expect(error).toBeUndefined();
		expect(waits).toHaveLength(1);
	});

	test('never leaves n8n in a header of ours', async () => {
		await bench.send(read);
		bench.emulator.expireTokens();
		await bench.send(read);
		const names = bench.emulator.requests.flatMap(({ headers }) => Object.keys(headers));
		expect(names.filter((name) => name.startsWith('x-'))).toEqual([]);
	});
});
