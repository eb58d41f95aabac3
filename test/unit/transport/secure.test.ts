import { MediaGenerationApi } from '../../../credentials/MediaGenerationApi.credentials';
import { toBeProven } from '../../../nodes/shared/transport/authenticate';

/** What the test of a credential says, when the service answers everything with success. */
async function tested(addresses: object): Promise<string> {
	const credential = { clientId: 'id', clientSecret: 'secret', detectUrl: '', ...addresses };
	toBeProven.add(credential);
	const httpRequest = async () => ({
		statusCode: 200,
		body: { code: 1000, token: 'token', data: {} },
		headers: {},
	});
	const type = new MediaGenerationApi();
	return await type.preAuthentication.call({ helpers: { httpRequest } }, credential as never).then(
		() => 'passed',
		({ message }: Error) => message,
	);
}

test.each([
	[{ baseUrl: 'http://api.example.com' }, 'Base URL'],
	[{ baseUrl: ' HTTP://203.0.113.7:8080/v' }, 'Base URL'],
	[{ baseUrl: 'https://api.example.com', detectUrl: 'http://detect.example.com' }, 'Face Detection URL'],
])('the test of a credential with %j says that its address is not secure', async (addresses, field) => {
	expect(await tested(addresses)).toBe(
		`The ${field} in the credential is not secure: it starts with http://, and anyone on the way can read the access token. Enter it with https://`,
	);
});

test.each([
	{ baseUrl: 'https://api.example.com' },
	{ baseUrl: 'http://localhost:8080', detectUrl: 'http://192.168.1.2' },
	{ baseUrl: 'http://media.internal' },
])('within the own network, or with https://, nothing is said: %j', async (addresses) => {
	expect(await tested(addresses)).toBe('passed');
});
