import { startEmulator } from '../emulator';
import { N8nClient } from './client';
import { CREDENTIAL_TYPE, importExamples } from './examples';
import { checkLoaded, credentialFor, type Playground, type PlayOptions } from './play';
import { makeTables } from './tables';

/**
 * An n8n that someone else has started, with this package in it, on this machine, as it has to reach the emulated service:
 * an image that npm does not have. Without an owner, or with that of an earlier run. It can't be restarted from here, and
 * what the tests leave in it stays.
 */
export async function playExternally(address: string, options: PlayOptions = {}): Promise<Playground> {
	const baseUrl = address.replace(/\/+$/, '');
	const client = new N8nClient(baseUrl);
	await client.setupOwner().catch(async () => await client.login());
	const server = { baseUrl, logs: () => '' };
	await checkLoaded(client, server);
	const emulator = await startEmulator({ jobMs: [4000, 15_000], ...options.emulator });
	const data = credentialFor(emulator);
	const credential = await client.createCredential('Emulated service', CREDENTIAL_TYPE, data);
	return {
		emulator,
		client,
		credential,
		workflows: await importExamples(client, credential, emulator.mediaUrl),
		tables: await makeTables(client, emulator.mediaUrl),
		server: () => server,
		restart: async () => await Promise.reject(new Error('An n8n that runs elsewhere is not restarted')),
		close: async () => await emulator.close(),
	};
}
