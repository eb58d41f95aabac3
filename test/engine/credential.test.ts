import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEngine, type Engine } from '../support/engine';
import { startEmulator, type Emulator } from '../emulator';

let emulator: Emulator;
let engine: Engine;
const secret = () => emulator.clientSecret;

beforeAll(async () => {
	emulator = await startEmulator();
	engine = await startEngine({ emulator, load: 'credentials' });
});

afterAll(async () => {
	await engine.close();
	await emulator.close();
});

beforeEach(() => {
	const { baseUrl, detectUrl, clientId, clientSecret } = emulator;
	engine.saveCredential({ baseUrl, detectUrl, clientId, clientSecret, accessToken: '', fingerprint: '' });
	engine.logs.clear();
});

afterEach(() => {
	emulator.faults.clear();
	emulator.setBanned(false);
});

const messageOf = async (changes = {}) => {
	const { status, message } = await engine.testCredential(changes);
	expect(status).toBe('Error');
	expect(message).not.toContain(secret());
	expect(engine.logs.text()).not.toContain(secret());
	return message;
};

test('a right key pair passes, and its token is stored', async () => {
	expect(await engine.testCredential()).toEqual({ status: 'OK', message: 'Connection successful!' });
	expect(engine.readCredential().accessToken).not.toBe('');
	expect(engine.readCredential().fingerprint).not.toContain(secret());
});

test('a right key pair passes again and again, also before it is saved', async () => {
	const unsaved = { ...engine.readCredential() };
	for (let count = 0; count < 3; count++) {
		expect(await engine.testCredential()).toMatchObject({ status: 'OK' });
		engine.saveCredential(unsaved);
	}
});

test('a test leaves no header of its own on what it sends', async () => {
	await engine.testCredential();
	const [request] = emulator.requestsTo('/quota/info').slice(-1);
	expect(Object.keys(request!.headers).filter((name) => name.startsWith('x-'))).toEqual([]);
	expect(request!.headers.authorization).toMatch(/^Bearer \S+/);
});

test('pasted spaces and slashes do no harm', async () => {
	const { baseUrl, clientId, clientSecret } = emulator;
	const pasted = {
		baseUrl: ` ${baseUrl}/ `,
		clientId: ` ${clientId}\n`,
		clientSecret: `\t${clientSecret} `,
		detectUrl: `${emulator.detectUrl}/ `,
	};
	expect(await engine.testCredential(pasted)).toMatchObject({ status: 'OK' });
	expect(await engine.testCredential({ baseUrl: `${baseUrl}/api/open/v3/` })).toMatchObject({ status: 'OK' });
});

test('a wrong secret is told, also while the token of the right one is stored', async () => {
	await engine.testCredential();
	expect(await messageOf({ clientSecret: 'wrong-secret-wrong-secret-123456' })).toContain(
		'does not accept the Client ID and the Client Secret',
	);
});

test('a secret that the service no longer accepts is told, although the stored token still works', async () => {
	await engine.testCredential();
	emulator.faults.add({ kind: 'code', code: 1101, match: { path: 'getToken' } });
	expect(await messageOf()).toContain('does not accept the Client ID and the Client Secret');
});

test('a wrong URL is told from a wrong secret', async () => {
	expect(await messageOf({ baseUrl: `${emulator.baseUrl}/some/page` })).toContain('Base URL');
	expect(await messageOf({ baseUrl: emulator.mediaUrl })).toContain('Base URL');
});

test.each([
	['', 'The Base URL in the credential is empty'],
	['api.example.com', 'has to start with https://'],
	['https://', 'not a valid address'],
	['https://name:secret@example.com', 'user name or password'],
	['https://example.com/?a=1', 'after the path'],
])('the Base URL %p is told as what it is', async (baseUrl, sentence) => {
	expect(await messageOf({ baseUrl })).toContain(sentence);
});

test('an unreachable host is told', async () => {
	expect(await messageOf({ baseUrl: 'http://127.0.0.1:9' })).toContain('connection was refused');
	expect(await messageOf({ baseUrl: 'http://no-such-host.invalid' })).toContain('its host was not found');
});

test('an unreachable host is told also while a token is stored', async () => {
	await engine.testCredential();
	await emulator.offline();
	try {
		expect(await messageOf()).toContain('connection was refused');
	} finally {
		await emulator.online();
	}
});

test('a banned account is told', async () => {
	emulator.setBanned(true);
	expect(await messageOf()).toContain('The account is banned');
});

test('a ban that only the operations know is told', async () => {
	emulator.faults.add({ kind: 'code', code: 1200, match: { path: 'quota/info' } });
	expect(await messageOf()).toContain('The account is banned');
});

test('a missing key is told by its name on the screen', async () => {
	expect(await messageOf({ clientId: ' ' })).toContain('Client ID in the credential is empty');
	expect(await messageOf({ clientId: emulator.clientId, clientSecret: '' })).toContain(
		'Client Secret in the credential is empty',
	);
});

test('a gateway that answers for the service is told', async () => {
	emulator.faults.add({ kind: 'html', status: 502, match: { path: 'getToken' } });
	expect(await messageOf()).toContain('not available at the moment (HTTP 502)');
});

test('a token that the service gives and then refuses is told', async () => {
	emulator.faults.add({ kind: 'code', code: 1101, match: { path: 'quota/info' } });
	expect(await messageOf()).toContain('does not accept the access token that the service has just given');
});

test('the secret fields are masked on the screen', () => {
	const type = engine.loaded.credentials.get('mediaGenerationApi');
	const masked = type?.properties.filter(({ typeOptions }) => typeOptions?.password === true);
	expect(masked?.map(({ name }) => name)).toEqual(['clientSecret', 'accessToken']);
});

test('a redirect is told, and the token does not follow it to another host', async () => {
	const servers = await Promise.all(
		(
			[
				(_request, response) => void response.end('{"code": 1000, "data": {"credit": 1}}'),
				(request, response) => {
					if (request.url?.includes('getToken')) response.end('{"code": 1000, "token": "a-token"}');
					else if (request.url === '/detect') response.end('{"error_code": 7}');
					else response.writeHead(302, { location: `http://localhost:${portOf(0)}/elsewhere` }).end();
				},
			] satisfies RequestListener[]
		).map(async (listener) => {
			const received: unknown[] = [];
			const server = createServer((request, response) => {
				received.push(request.headers.authorization);
				response.setHeader('content-type', 'application/json');
				listener(request, response);
			});
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			return { server, received };
		}),
	);
	function portOf(index: number): number {
		return (servers[index]?.server.address() as AddressInfo).port;
	}
	try {
		expect(await messageOf({ baseUrl: `http://127.0.0.1:${portOf(1)}`, detectUrl: '' })).toContain(
			'moved to another address (HTTP 302)',
		);
		expect(servers[0]?.received).toEqual([]);
	} finally {
		for (const { server } of servers) server.close();
	}
});
