import { startEmulator, type Emulator, type FaultSpec } from '../emulator';
import { startEngine, type Engine } from '../support/engine';
import { OddHost, shortenDeadlines } from '../support/oddHost';
import { faceSwap } from '../support/bench';

let emulator: Emulator;
let engine: Engine;
const host = new OddHost();

beforeAll(async () => {
	emulator = await startEmulator();
	engine = await startEngine({ emulator });
});
afterAll(async () => {
	await engine.close();
	await emulator.close();
});
beforeEach(() => {
	const { baseUrl, detectUrl, clientId, clientSecret } = emulator;
	engine.saveCredential({ baseUrl, detectUrl, clientId, clientSecret, accessToken: '', fingerprint: '' });
	emulator.requests.length = 0;
});
afterEach(() => {
	emulator.faults.clear();
	jest.restoreAllMocks();
});

const messageOf = async (changes = {}) => {
	const { status, message } = await engine.testCredential(changes);
	expect(status).toBe('Error');
	expect(message).not.toContain(emulator.clientSecret);
	return message;
};

describe('the test of a credential', () => {
	test('asks the host that detects faces, with the token that it has just got, and for nothing that costs', async () => {
		expect(await engine.testCredential()).toMatchObject({ status: 'OK' });
		const [asked, ...others] = emulator.requestsTo('/detect');
		expect(others).toEqual([]);
		expect(asked?.body).toEqual({ single_face: true });
		expect(asked?.headers.authorization).toBe(`Bearer ${String(engine.readCredential().accessToken)}`);
		expect(emulator.tokensIssued).toBeGreaterThan(0);
		expect(emulator.jobs.created()).toEqual([]);
	});

	test('fetches one token, also where none is stored', async () => {
		const before = emulator.tokensIssued;
		await engine.testCredential();
		expect(emulator.tokensIssued - before).toBe(1);
	});

	test('names a host that is dead', async () => {
		const message = await messageOf({ detectUrl: 'http://127.0.0.1:9' });
		expect(message).toContain('The face detection host could not be reached: the connection was refused');
		expect(message).toContain('Face Detection URL in the credential (it leads to 127.0.0.1:9)');
		expect(message).not.toContain('Base URL');
		expect(await messageOf({ detectUrl: 'https://no-such-host.invalid' })).toContain(
			'The face detection host could not be reached: its host was not found',
		);
	});

	test('names a host that detects no faces', async () => {
		const message = await messageOf({ detectUrl: emulator.mediaUrl });
		expect(message).toContain('The face detection host has no such operation (HTTP 404)');
		expect(message).toContain('Check the Face Detection URL in the credential');
	});

	test('says what to fill in where the Base URL detects no faces', async () => {
		for (const detectUrl of ['', '  ']) {
			expect(await messageOf({ detectUrl })).toContain(
				'The Face Detection URL in the credential is empty, so the node uses the Base URL',
			);
		}
	});

	const faults: Array<[string, FaultSpec, string]> = [
		[
			'a page',
			{ kind: 'html', status: 200 },
			'The face detection host gave an answer that could not be read',
		],
		[
			'a gateway',
			{ kind: 'html', status: 502 },
			'The face detection host is not available at the moment (HTTP 502)',
		],
		[
			'a redirect',
			{ kind: 'httpStatus', status: 302 },
			'The face detection host has moved to another address (HTTP 302)',
		],
		[
			'a refused token',
			{ kind: 'code', code: 1101 },
			'The face detection host does not accept the access token',
		],
	];
	test.each(faults)('names a host that answers with %s', async (_name, fault, sentence) => {
		emulator.faults.add({ ...fault, match: { path: '/detect' } });
		expect(await messageOf()).toContain(sentence);
	});

	test('takes whatever the host has against a request without a picture', async () => {
		emulator.faults.add({
			kind: 'code',
			code: 5003,
			msg: 'list index out of range',
			match: { path: '/detect' },
		});
		expect(await engine.testCredential()).toMatchObject({ status: 'OK' });
	});

	test('ends when the host does not', async () => {
		shortenDeadlines(20);
		host.answer = (_request, response) => void response.write('{');
		expect(await messageOf({ detectUrl: host.url })).toContain(
			'The face detection host did not answer in time',
		);
	});

	test('is the only one that asks it: a run that renews its token does not', async () => {
		await engine.run(faceSwap('credit', 'get'));
		expect(emulator.requestsTo('/detect')).toEqual([]);
	});
});

test('a detection that finds no host names it', async () => {
	engine.saveCredential({ ...engine.readCredential(), detectUrl: 'http://127.0.0.1:9' });
	const settings = { onError: 'continueRegularOutput' as const };
	const image = { image: emulator.mediaUrl + '/people-1.png' };
	const result = await engine.run(faceSwap('face', 'detect', image, settings));
	const [json] = result.json('Node');
	expect(json?.error).toContain('The face detection host could not be reached');
	expect(JSON.stringify(json)).toContain('127.0.0.1:9');
	expect(JSON.stringify(json)).not.toContain('Base URL');
});
