import { createDecipheriv, createHash } from 'node:crypto';
import { z } from 'zod/v3';

import { sampleAccounts, startEmulator, type Emulator } from './index';
import { Client } from './support/client';
import { until } from '../support/until';
import { Receiver } from './support/receiver';

const envelope = z
	.object({
		signature: z.string(),
		dataEncrypt: z.string(),
		timestamp: z.number(),
		nonce: z.union([z.string(), z.number()]),
	})
	.strict();

describe('callbacks', () => {
	let emulator: Emulator;
	let client: Client;
	let receiver: Receiver;
	let webhookUrl: string;
	beforeEach(async () => {
		const start = Date.UTC(2030, 0, 1);
		emulator = await startEmulator({ jobMs: 1000, now: () => start });
		client = await new Client(emulator).signIn();
		receiver = new Receiver();
		webhookUrl = await receiver.start();
	});
	afterEach(async () => {
		await emulator.close();
		await receiver.stop();
	});

	const generate = async (by = client) =>
		(await by.post('/content/image/createbyprompt', { prompt: 'A lake', webhookUrl })).data;
	const settings = (changes: Partial<Emulator['callbacks']['settings']>) =>
		Object.assign(emulator.callbacks.settings, changes);
	const finish = async () => {
		emulator.advance(1000);
		await emulator.callbacks.flush();
	};

	function open(body: unknown, clientId: string, clientSecret: string): Record<string, unknown> {
		const { signature, dataEncrypt, timestamp, nonce } = envelope.parse(body);
		const text = [clientId, `${timestamp}`, `${nonce}`, dataEncrypt].sort().join('');
		if (createHash('sha1').update(text).digest('hex') !== signature)
			throw new Error('the signature is wrong');
		const iv = Buffer.from(clientId.padEnd(16, '\0')).subarray(0, 16);
		const decipher = createDecipheriv(`aes-${clientSecret.length * 8}-cbc`, clientSecret, iv);
		const plain = decipher.update(dataEncrypt, 'base64', 'utf8') + decipher.final('utf8');
		return z.record(z.unknown()).parse(JSON.parse(plain));
	}
	const opened = () => receiver.bodies.map((body) => open(body, emulator.clientId, emulator.clientSecret));

	it.each(sampleAccounts.slice(0, 3))(
		'are signed and encrypted with the secret of $clientId',
		async (account) => {
			const { _id } = await generate(
				await new Client(emulator, account.clientId, account.clientSecret).signIn(),
			);
			await finish();
			const contents = receiver.bodies.map((body) => open(body, account.clientId, account.clientSecret));
			expect(contents).toMatchObject([
				{ _id, status: 2, type: 'image', url: '' },
				{ _id, status: 3, type: 'image', url: expect.stringContaining(String(_id)) },
			]);
		},
	);

	it('come by themselves when a job changes', async () => {
		await emulator.close();
		emulator = await startEmulator({ jobMs: 20 });
		const signed = await new Client(emulator).signIn();
		await signed.post('/content/image/createbyprompt', { prompt: 'A lake', webhookUrl });
		await until(() => receiver.bodies.length >= 2);
		expect(opened()).toMatchObject([{ status: 2 }, { status: 3 }]);
	});

	it('come also when a job changes between two readings of the clock', async () => {
		await emulator.close();
		let readings = 0;
		const start = Date.UTC(2030, 0, 1);
		emulator = await startEmulator({ jobMs: (_, n) => 20 + n, now: () => start + ++readings });
		settings({ processing: false });
		client = await new Client(emulator).signIn();
		for (let n = 1; n <= 20; n++) {
			await generate();
			await until(() => receiver.bodies.length >= n);
		}
	});

	it('are sent again on anything but 200, until they are taken', async () => {
		settings({ retryMs: 1, processing: false });
		receiver.statuses = [503, 401, 204];
		await generate();
		await finish();
		await until(() => receiver.bodies.length >= 4);
		expect(opened().map(({ status }) => status)).toEqual([3, 3, 3, 3]);
	});

	it('say why a job failed', async () => {
		emulator.jobs.next({ status: 4, reason: 'Too dark', errorCode: 77 });
		await generate();
		await finish();
		expect(opened()[1]).toMatchObject({ status: 4, error_code: 77, error_reason: 'Too dark', url: '' });
	});

	it('can be plain, repeated, out of order, and named otherwise', async () => {
		settings({ mode: 'plain', repeat: 2, outOfOrder: true, fieldNames: 'video_status' });
		await generate();
		await finish();
		expect(receiver.bodies).toMatchObject([3, 3, 2, 2].map((video_status) => ({ video_status })));
	});

	it('can overtake the answer to the create call', async () => {
		settings({ beforeResponse: true });
		const { _id, image_status } = await generate();
		expect(opened().map(({ status }) => status)).toEqual([2, 3]);
		expect([opened()[1]?._id, image_status]).toEqual([_id, 3]);
	});

	it('can be lost', async () => {
		settings({ lost: true });
		await generate();
		await finish();
		expect(receiver.bodies).toEqual([]);
		expect(emulator.callbacks.delivered).toMatchObject([{ variant: 'lost' }, { variant: 'lost' }]);
	});

	it('can be late', async () => {
		settings({ lateMs: 30, processing: false });
		await generate();
		emulator.advance(1000);
		const flushed = emulator.callbacks.flush();
		expect(receiver.bodies).toEqual([]);
		await flushed;
		expect(receiver.bodies).toHaveLength(1);
	});

	it('can be forged: such bodies do not open', async () => {
		settings({ forged: true, processing: false });
		await generate();
		await finish();
		const results = receiver.bodies.map((body) => {
			try {
				return open(body, emulator.clientId, emulator.clientSecret).status;
			} catch {
				return 'refused';
			}
		});
		expect(results).toEqual(['refused', 'refused', 3]);
	});

	it('can have a nonce that is a number', async () => {
		settings({ nonceAsNumber: true });
		await generate();
		await finish();
		expect(typeof envelope.parse(receiver.bodies[0]).nonce).toBe('number');
		expect(opened()).toHaveLength(2);
	});

	it.each([
		['swapImage', 'faceswap'],
		['translation', 'video translate'],
		['talkingAvatar', 'avatar'],
		['audio', 'audio'],
	])('of %s say type %s', async (operation, type) => {
		settings({ mode: 'plain' });
		const url = `${emulator.mediaUrl}/short.mp4`;
		const face = [{ path: `${emulator.mediaUrl}/people-1.png`, opts: '1,1:2,1:1,2:1,3' }];
		const place = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
		const elements = [
			{ type: 'avatar', url, ...place },
			{ type: 'audio', url },
		];
		const calls: Record<string, [string, object]> = {
			swapImage: [
				'/faceswap/highquality/specifyimage',
				{ targetImage: face, sourceImage: face, modifyImage: face[0]?.path },
			],
			translation: ['/content/video/createbytranslate', { url, language: 'de' }],
			talkingAvatar: ['/talkingavatar/create', { width: 3840, height: 2160, avatar_from: 3, elements }],
			audio: ['/audio/create', { input_text: 'Hi', voice_id: 'voice-amy' }],
		};
		const [path = '', body = {}] = calls[operation] ?? [];
		expect(await client.post(path, { ...body, webhookUrl })).toMatchObject({ code: 1000 });
		await finish();
		expect(receiver.bodies).toMatchObject([{ type }, { type, status: 3 }]);
	});

	it('are out after a flush, also those that were under way before it', async () => {
		await generate();
		emulator.advance(1000);
		void emulator.callbacks.flush();
		await emulator.callbacks.flush();
		expect(receiver.bodies).toHaveLength(2);
	});

	it('come on a connection each: a kept one may be closed at any moment', async () => {
		receiver.closesKept = true;
		for (const _id of ['v', 'w', 'x', 'y'])
			expect(await emulator.callbacks.send(webhookUrl, { _id })).toBe(200);
	});

	it('can be sent by hand, as the service would', async () => {
		expect(await emulator.callbacks.send(webhookUrl, { _id: 'x', status: 3 })).toBe(200);
		expect(opened()).toEqual([{ _id: 'x', status: 3 }]);
		expect(await emulator.callbacks.send('http://127.0.0.1:1/', {})).toBe(0);
	});
});
