import { CREDENTIAL_TYPE } from '../n8n/examples';
import { freePort } from '../n8n/ports';
import { credentialFor } from '../n8n/play';
import { useInstalled } from './installed';

/* What the Test button says, in the words that n8n shows. */

const { play } = useInstalled();
const WRONG_SECRET = 'wrong-secret-wrong-secret-123456';

async function tested(changes: Record<string, string> = {}) {
	const { client, credential, emulator } = play();
	return await client.testCredential(credential, CREDENTIAL_TYPE, { ...credentialFor(emulator), ...changes });
}
const REFUSED = 'The service does not accept the Client ID and the Client Secret. Copy both again';

test('a good key pair passes', async () => {
	expect(await tested()).toEqual({ status: 'OK', message: 'Connection successful!' });
});

test('a wrong secret is told, also after the right one has passed', async () => {
	expect(await tested()).toMatchObject({ status: 'OK' });
	const { status, message } = await tested({ clientSecret: WRONG_SECRET });
	expect([status, message]).toEqual(['Error', expect.stringContaining(REFUSED)]);
	expect(message).not.toContain(WRONG_SECRET);
	expect(await tested()).toMatchObject({ status: 'OK' });
});

test('an address that is not that of the service is told', async () => {
	const { status, message } = await tested({ baseUrl: play().emulator.mediaUrl });
	expect([status, message]).toEqual([
		'Error',
		expect.stringContaining('Check the Base URL in the credential'),
	]);
});

test('an address that is none is told', async () => {
	const { status, message } = await tested({ baseUrl: 'api.example.com' });
	expect([status, message]).toEqual(['Error', expect.stringContaining('has to start with https://')]);
});

test('a host at which nobody answers is told', async () => {
	const { status, message } = await tested({ baseUrl: `http://127.0.0.1:${await freePort()}` });
	expect([status, message]).toEqual(['Error', expect.stringContaining('connection was refused')]);
});

test('a host that is not known is told', async () => {
	const { status, message } = await tested({ baseUrl: 'http://no-such-host.invalid' });
	expect([status, message]).toEqual(['Error', expect.stringContaining('its host was not found')]);
});

test('a banned account is told', async () => {
	const banned = { clientId: 'emulator-client-banned', clientSecret: 'emulator-secret-of-a-banned-one!' };
	const { status, message } = await tested(banned);
	expect([status, message]).toEqual(['Error', expect.stringContaining('The account is banned')]);
});

test('no secret is in the log of n8n', async () => {
	await tested({ clientSecret: WRONG_SECRET });
	const log = play().server().logs();
	expect(log).not.toContain(WRONG_SECRET);
	expect(log).not.toContain(play().emulator.clientSecret);
});
