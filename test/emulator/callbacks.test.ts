import { createDecipheriv, createHash } from 'node:crypto';
import { z } from 'zod/v3';

import { sampleAccounts, type CallbackSettings, type Emulator } from './index';
import { until } from '../support/until';
import { Client, frozen, signedIn } from './support/client';
import { Receiver } from './support/receiver';

const envelope = z
	.object({ signature: z.string(), dataEncrypt: z.string(), timestamp: z.number(), nonce: z.string() })
	.strict();
let emulator: Emulator;
let client: Client;
let receiver: Receiver;
let webhookUrl: string;
beforeEach(async () => {
	({ emulator, client } = await signedIn(frozen));
	receiver = new Receiver();
	webhookUrl = await receiver.start();
});
afterEach(() => Promise.all([emulator.close(), receiver.stop()]));

const generate = async (by = client) =>
	(await by.post('/content/image/createbyprompt', { prompt: 'A lake', webhookUrl })).data;
const finished = async (settings: Partial<CallbackSettings> = {}) => {
	Object.assign(emulator.callbacks.settings, settings);
	const { _id } = await generate();
	emulator.advance(1000);
	await emulator.callbacks.flush();
	return _id;
};
const open = (body: unknown, { clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
	const { signature, dataEncrypt, timestamp, nonce } = envelope.parse(body);
	const text = [clientId, `${timestamp}`, nonce, dataEncrypt].sort().join('');
	if (createHash('sha1').update(text).digest('hex') !== signature) throw new Error('the signature is wrong');
	const iv = Buffer.from(clientId.padEnd(16, '\0')).subarray(0, 16);
	const decipher = createDecipheriv(`aes-${clientSecret.length * 8}-cbc`, clientSecret, iv);
	const plain = decipher.update(dataEncrypt, 'base64', 'utf8') + decipher.final('utf8');
	return z.record(z.unknown()).parse(JSON.parse(plain));
};

test.each(sampleAccounts.slice(0, 3))(
	'callbacks are signed with the secret of $clientId',
	async (account) => {
		const { _id } = await generate(
			await new Client(emulator, account.clientId, account.clientSecret).signIn(),
		);
		emulator.advance(1000);
		await emulator.callbacks.flush();
		expect(receiver.bodies.map((body) => open(body, account))).toMatchObject([
			{ _id, status: 2, type: 'image', url: '' },
			{ _id, status: 3, type: 'image', url: expect.stringContaining(String(_id)) },
		]);
	},
);

const plain = { mode: 'plain', processing: false } as const;
const url = expect.stringContaining('http');
test.each<[Partial<CallbackSettings>, unknown[]]>([
	[{ repeat: 2, outOfOrder: true, processing: true }, [3, 3, 2, 2].map((status) => ({ status }))],
	[{ fieldNames: 'image_status' }, [{ image_status: 3, image: url }]],
	[{ under: 'data' }, [{ data: { status: 3, url } }]],
	[{ under: 'list' }, [{ data: [{ status: 3 }] }]],
	[{ under: 'result' }, [{ data: { result: [{ status: 3 }] } }]],
	[{ idField: 'video_model_id' }, [{ video_model_id: expect.any(String) }]],
	[{ mode: 'signed', timestampIn: 'seconds' }, [{ timestamp: frozen.now() / 1000 + 1 }]],
	[{ mode: 'signed', signatureIn: 'capitals' }, [{ signature: expect.stringMatching(/^[0-9A-F]{40}$/) }]],
	[{ mode: 'signed', nonceAsNumber: true }, [{ nonce: expect.any(Number) }]],
])('%j changes what arrives', async (settings, bodies) => {
	await finished({ ...plain, ...settings });
	expect(receiver.bodies).toMatchObject(bodies);
	expect(emulator.callbacks.delivered.length).toBeGreaterThan(0);
});

test('forged callbacks come before the genuine one, and do not open', async () => {
	await finished({ forged: true, processing: false });
	const [first, second, genuine] = receiver.bodies;
	for (const body of [first, second]) expect(() => open(body, emulator)).toThrow();
	expect(open(genuine, emulator)).toMatchObject({ status: 3 });
});

test('a callback is sent again on anything but 200, and by itself when a job changes', async () => {
	await emulator.close();
	({ emulator, client } = await signedIn({ jobMs: 20, callbacks: { ...plain, retryMs: 1 } }));
	receiver.statuses = [503, 401, 204];
	receiver.closesKept = true;
	await generate();
	await until(() => receiver.bodies.length >= 4);
	expect(receiver.bodies).toMatchObject(Array(4).fill({ status: 3 }));
});

test('a callback can overtake the create answer, says why a job failed, and can be sent by hand', async () => {
	emulator.jobs.next({ status: 4, reason: 'Too dark', errorCode: 77 });
	Object.assign(emulator.callbacks.settings, { ...plain, beforeResponse: true });
	expect(await generate()).toMatchObject({ image_status: 4 });
	expect(receiver.bodies).toMatchObject([{ status: 4, error_code: 77, error_reason: 'Too dark', url: '' }]);
	expect(await emulator.callbacks.send(webhookUrl, { _id: 'x' }, { mode: 'signed' })).toBe(200);
	expect(open(receiver.bodies[1], emulator)).toEqual({ _id: 'x' });
	expect(await emulator.callbacks.send('http://127.0.0.1:1/', {})).toBe(0);
});
