import { createDecipheriv, createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod/v3';

import { close, listen } from '../support/listen';
import { until } from '../support/until';
import { sampleAccounts, type CallbackSettings, type Emulator } from './index';
import { Client, frozen, signedIn } from './support/client';

let emulator: Emulator;
let client: Client;
let webhookUrl: string;
let bodies: unknown[];
/** The statuses that the receiver answers with first; then it answers with 200. */
let statuses: number[];
const receiver = createServer((request, response) => {
	void json(request).then((body) => {
		bodies.push(body);
		response.writeHead(statuses.shift() ?? 200).end();
	});
});
beforeAll(async () => (webhookUrl = `${await listen(receiver)}/hook`));
beforeEach(async () => {
	({ emulator, client } = await signedIn(frozen));
	[bodies, statuses] = [[], []];
});
afterEach(async () => await emulator.close());
afterAll(async () => await close(receiver));

const generate = async (by = client) =>
	(await by.post('/content/image/createbyprompt', { prompt: 'A lake', webhookUrl })).data;
const finished = async (settings: Partial<CallbackSettings>, by = client) => {
	Object.assign(emulator.callbacks.settings, settings);
	const { _id } = await generate(by);
	emulator.advance(1000);
	await emulator.callbacks.flush();
	return _id;
};

const envelope = z
	.object({ signature: z.string(), dataEncrypt: z.string(), timestamp: z.number(), nonce: z.string() })
	.strict();
const open = (body: unknown, { clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
	const { signature, dataEncrypt, timestamp, nonce } = envelope.parse(body);
	const text = [clientId, `${timestamp}`, nonce, dataEncrypt].sort().join('');
	if (createHash('sha1').update(text).digest('hex') !== signature) throw new Error('the signature is wrong');
	const iv = Buffer.from(clientId.padEnd(16, '\0')).subarray(0, 16);
	const decipher = createDecipheriv(`aes-${clientSecret.length * 8}-cbc`, clientSecret, iv);
	return JSON.parse(decipher.update(dataEncrypt, 'base64', 'utf8') + decipher.final('utf8')) as unknown;
};

test.each(sampleAccounts.slice(0, 3))(
	'callbacks are sealed with the secret of $clientId',
	async (account) => {
		const _id = await finished(
			{},
			await new Client(emulator, account.clientId, account.clientSecret).signIn(),
		);
		expect(bodies.map((body) => open(body, account))).toEqual([
			{ _id, status: 2, type: 'image', url: '', progress: 20 },
			{ _id, status: 3, type: 'image', url: expect.stringContaining(String(_id)), deduction_credit: 1 },
		]);
	},
);

const plain = { mode: 'plain', processing: false } as const;
const url = expect.stringContaining('http');
test.each<[Partial<CallbackSettings>, unknown[]]>([
	[{ repeat: 2, outOfOrder: true, processing: true }, [3, 3, 2, 2].map((status) => ({ status }))],
	[{ fieldNames: 'image_status' }, [{ image_status: 3, image: url }]],
	[{ under: 'result', idField: 'id' }, [{ data: { result: [{ id: expect.any(String), status: 3, url }] } }]],
	[{ mode: 'signed', timestampIn: 'seconds' }, [{ timestamp: frozen.now() / 1000 + 1 }]],
	[{ mode: 'signed', nonceAsNumber: true }, [{ nonce: expect.any(Number) }]],
	[{ lost: true }, []],
])('%j changes the callbacks that arrive', async (settings, expected) => {
	await finished({ ...plain, ...settings });
	expect(bodies).toMatchObject(expected);
});

test('forged callbacks come before the genuine callback, and do not open', async () => {
	await finished({ forged: true, processing: false });
	for (const body of bodies.slice(0, 2)) expect(() => open(body, emulator)).toThrow();
	expect(open(bodies[2], emulator)).toMatchObject({ status: 3 });
});

test('a callback is sent again after any answer but 200', async () => {
	statuses = [503, 401, 204];
	await finished({ ...plain, retryMs: 1 });
	await until(() => bodies.length === 4);
	expect(bodies).toMatchObject(Array(4).fill({ status: 3 }));
});

test('a callback before the create answer says why the job failed', async () => {
	emulator.jobs.next({ status: 4, reason: 'Too dark', errorCode: 77 });
	Object.assign(emulator.callbacks.settings, { ...plain, beforeResponse: true });
	expect(await generate()).toMatchObject({ image_status: 4 });
	expect(bodies).toMatchObject([{ status: 4, error_code: 77, error_reason: 'Too dark', url: '' }]);
});
