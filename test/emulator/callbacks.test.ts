import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

import { close, listen } from '../support/listen';
import type { CallbackSettings } from './index';
import { frozen, signedIn } from './support/client';

test.each<[Partial<CallbackSettings>, unknown[]]>([
	[{ repeat: 2, outOfOrder: true, processing: true }, [3, 3, 2, 2].map((status) => ({ status }))],
	[{ mode: 'signed', timestampIn: 'seconds' }, [{ timestamp: frozen.now() / 1000 + 1 }]],
	[{ mode: 'signed', signatureIn: 'capitals' }, [{ signature: expect.stringMatching(/^[0-9A-F]{40}$/) }]],
	[{ lost: true }, []],
])('with the settings %j the expected callbacks arrive', async (settings, expected) => {
	const bodies: unknown[] = [];
	const receiver = createServer((request, response) => {
		void json(request).then((body) => {
			bodies.push(body);
			response.end();
		});
	});
	const webhookUrl = await listen(receiver);
	const { emulator, client } = await signedIn(frozen);
	Object.assign(emulator.callbacks.settings, { mode: 'plain', processing: false, ...settings });
	await client.post('/content/image/createbyprompt', { prompt: 'A lake', webhookUrl });
	emulator.advance(1000);
	await emulator.callbacks.flush();
	expect(bodies).toMatchObject(expected);
	await emulator.close();
	await close(receiver);
});
