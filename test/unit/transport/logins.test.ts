import { testBlocks } from '../../support/table';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod/v3';
import type * as Credentials from '../../../credentials/MediaGenerationApi.credentials';
import type * as Accounts from '../../../nodes/shared/transport/account';
import type * as Last from '../../../nodes/shared/transport/lastTransport';
import type * as Tokens from '../../../nodes/shared/transport/token';

/*
 * How requests are logged in: what goes to the service, what n8n stores, and what you read. A block of logins.txt has a
 * situation, and what comes of it. If you changed that on purpose, write it again with WRITE_TABLES=yes, and read what is
 * different.
 */

const PAIR = { baseUrl: 'https://api.example.com', clientId: 'id', clientSecret: 'secret-of-id' };
const block = z
	.object({
		credential: z.record(z.unknown()).default({}),
		/** By the end of a path, one for each request, the last also for later ones. A text is a token. */
		answers: z.record(z.array(z.unknown())).default({}),
		steps: z.array(z.union([z.string(), z.record(z.unknown())])),
	})
	.strict();
type Block = z.infer<typeof block>;

async function told(situation: string): Promise<string[]> {
	jest.resetModules();
	const {
		MediaGenerationApi,
	}: typeof Credentials = require('../../../credentials/MediaGenerationApi.credentials');
	const {
		openAccount,
		requireOneAccount,
	}: typeof Accounts = require('../../../nodes/shared/transport/account');
	const { createLastTransport }: typeof Last = require('../../../nodes/shared/transport/lastTransport');
	const { sendLoggedIn }: typeof Tokens = require('../../../nodes/shared/transport/token');
	const type = new MediaGenerationApi();
	const { credential, answers, steps } = block.parse(JSON.parse(situation));
	let stored: Record<string, unknown> = { ...PAIR, ...credential };
	const said: string[] = [];
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	let now = Date.parse('2030-01-01T00:00:00Z');
	let [lastMs, last] = [0, new AbortController()];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		[lastMs, last] = [ms, new AbortController()];
		return last.signal;
	});

	const httpRequest = async ({ abortSignal: _, ...options }: IHttpRequestOptions): Promise<unknown> => {
		const { method = 'GET', url, baseURL = '', headers, qs, body, ...others } = options;
		const own = Object.entries(others).filter(([name]) => !/^(json|encoding|returnF|ignoreH)/.test(name));
		const sent = [baseURL + url, JSON.stringify(headers), qs && JSON.stringify(qs), body && String(body)];
		said.push(`${method} ${[...sent, ...own.map((each) => each.join(': '))].filter(Boolean).join(' ')}`);
		const [, left] = Object.entries(answers).find(([end]) => url.endsWith(end)) ?? [];
		const answer = left && left.length > 1 ? left.shift() : left?.[0];
		await new Promise((resolve) => setImmediate(resolve));
		if (answer === 'silence') {
			said.push(`no answer for ${Math.floor(lastMs / 1_000)} s`);
			now += lastMs;
			last.abort();
			return await new Promise(() => undefined);
		}
		if (typeof answer === 'string' && /^[A-Z_]+$/.test(answer))
			throw Object.assign(new Error(answer), { code: answer, isAxiosError: true });
		const plain =
			typeof answer === 'string' ? { code: 1000, token: answer } : (answer ?? { code: 1000, data: 1 });
		return { statusCode: Object(plain).status ?? 200, body: Object(plain).page ?? plain };
	};
	const logIn = async (values: Record<string, unknown>) => {
		const stores = await type.preAuthentication.call({ helpers: { httpRequest } } as never, values as never);
		if (Object.keys(stores).length > 0) said.push(`stores the token ${String(stores.accessToken)}`);
		stored = { ...stored, ...stores };
		Object.assign(values, stores);
	};
	/** As n8n's: it logs in without a token, and after what looks like HTTP 401. */
	const httpRequestWithAuthentication = async (_: string, options: IHttpRequestOptions) => {
		const values = { accessToken: '', ...stored };
		if (values.accessToken === '') await logIn(values);
		const put = async () => await type.authenticate(values as never, options);
		const sent = await put().catch(async (error: Error & { response?: { status: number } }) => {
			if (error.response?.status !== 401) throw error;
			said.push(error.message);
			await logIn(values);
			return await put();
		});
		return await httpRequest(sent);
	};
	const helper = {
		getDecrypted: async () => (stored.raw instanceof Error ? await Promise.reject(stored.raw) : stored.raw),
	};
	const context = {
		helpers: { httpRequestWithAuthentication },
		getCredentials: async () => (stored.raw instanceof Error ? await Promise.reject(stored.raw) : stored),
		getNode: () => ({ credentials: { mediaGenerationApi: {} } }),
		additionalData: { credentialsHelper: helper },
	} as never;
	const url = `${PAIR.baseUrl}/api/open/v3/x`;

	async function take(step: Block['steps'][number]): Promise<void> {
		const { ask, rejected, payer, at, change, together, thrown, only, lastAfter } = Object(step);
		if (at !== undefined) now += at * 1_000;
		if (change) stored = { ...stored, ...change };
		if (thrown) stored.raw = Object.assign(new Error(thrown), only);
		if (together) await Promise.all(together.map(take));
		if (step === 'screen') said.push(...type.properties.map((field) => JSON.stringify(field)));
		if (step === 'type') said.push(JSON.stringify({ ...type, properties: 0 }));
		if (step === 'test') {
			const { request } = type.test;
			const headers = { ...(request.headers as Record<string, string>) };
			const asked = { ...request, headers, baseURL: PAIR.baseUrl } as IHttpRequestOptions;
			said.push(`the test gives ${JSON.stringify(await httpRequestWithAuthentication('', asked))}`);
		}
		if (step === 'open') {
			const { hosts: _, secrets: __, fingerprint: ___, ...account } = await openAccount(context);
			said.push(`opens ${JSON.stringify(account)}`);
		}
		if (step === 'one account') {
			await requireOneAccount(context, async (read) => await read());
			said.push('is one account');
		}
		if (lastAfter !== undefined) {
			const transport = createLastTransport(context);
			now += lastAfter * 1_000;
			await transport.send({ method: 'GET', path: '/x', intent: 'repeatable', group: 'image' }, z.unknown());
		}
		if (ask) {
			const options = { method: 'POST', url, headers: { a: 'b' }, ...ask } as const;
			const { token } = await sendLoggedIn(context, options, rejected, payer);
			said.push(`answered, with the token ${token}`);
		}
	}
	for (const step of steps) {
		await take(step).catch(({ message, details, scope, again, context: of }: Record<string, unknown>) => {
			const { next } = Object(of).token ?? {};
			said.push(`fails: ${String(message)} ${JSON.stringify({ next, ...Object(details), scope, again })}`);
		});
	}
	return said;
}

testBlocks(__dirname, 'logins.txt', told);
