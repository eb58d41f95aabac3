import { startEmulator } from '../emulator';
import { N8nClient } from './client';
import { checkLoaded, furnish, type Playground, type PlayOptions } from './play';

/** An n8n with the package that you started on this machine, such as an image. The tests remove nothing from it. */
export async function playExternally(address: string, options: PlayOptions = {}): Promise<Playground> {
	const baseUrl = address.replace(/\/+$/, '');
	const client = new N8nClient(baseUrl);
	await client.setupOwner().catch(async () => await client.login());
	const server = { baseUrl, logs: () => '' };
	await checkLoaded(client, server);
	const emulator = await startEmulator({ jobMs: [4000, 15_000], ...options.emulator });
	return {
		...(await furnish(client, emulator)),
		server: () => server,
		restart: async () => await Promise.reject(new Error('An n8n that runs elsewhere is not restarted')),
		close: async () => await emulator.close(),
	};
}
