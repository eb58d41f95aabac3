import { Container } from '@n8n/di';
import { SsrfProtectionConfig } from '@n8n/config';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { z } from 'zod/v3';
import { ask, askOn, liveChat } from './liveAvatarSetup';

/* The chat against rooms of other habits than those of the emulator: where the interface can be read in two ways. */

const live = liveChat();
const question = z.object({ payload: z.string() });
const asked = z.object({ message_id: z.string(), question: z.string() });
type Asked = z.infer<typeof asked>;

let server: WebSocketServer;
let answer: (asked: Asked) => object[];
let handshakes = 0;
beforeAll(async () => {
	server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	await once(server, 'listening');
	server.on('connection', (socket) => {
		handshakes += 1;
		socket.on('message', (data) => {
			const { payload } = question.parse(JSON.parse(String(data)));
			for (const part of answer(asked.parse(JSON.parse(payload)))) {
				const frame = { type: 'chat', from: 'server_9', to: 'client_9' };
				socket.send(JSON.stringify({ ...frame, payload: JSON.stringify(part) }));
			}
		});
	});
});
afterAll(async () => {
	server.clients.forEach((client) => client.terminate());
	await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => (handshakes = 0));

const streamUrls = (host = '127.0.0.1') => {
	const { port } = server.address() as AddressInfo;
	const room = `ws://${host}:${port}/live`;
	return { clientChatRoomUrl: `${room}/client_9`, serverChatRoomUrl: `${room}/server_9` };
};
const askHere = async (parameters = {}, host?: string) =>
	await live.engine.run(ask(parameters), {
		input: [{ streamUrls: streamUrls(host), question: 'How are you?' }],
	});

test.each<[string, typeof answer]>([
	[
		'parts that are what is new',
		({ message_id }) => ['I am ', 'fine, ', 'thanks'].map((part) => ({ message_id, answer: part })),
	],
	[
		'parts that hold all so far',
		({ message_id }) =>
			['I am ', 'I am fine, ', 'I am fine, thanks'].map((part) => ({ message_id, answer: part })),
	],
	[
		'an id of the service',
		({ question: text }) => [
			{ message_id: 'other', question: 'Something else', answer: 'Not for you.' },
			{ message_id: 'srv-1', question: text, answer: 'I am fine, ' },
			{ message_id: 'srv-1', question: text, answer: 'thanks' },
		],
	],
	['no id', () => [{ answer: 'I am fine, thanks' }]],
])('an answer is understood in %s', async (_what, reading) => {
	answer = reading;
	const result = await askHere();
	expect(result.json('Node')).toMatchObject([{ answer: 'I am fine, thanks' }]);
});

describe.each(['absent', 'empty', 'respelt', 'asked'] as const)(
	'an answer under an id of the service, with its question %s',
	(answerQuestion) => {
		test.each([
			['as JSON', {}],
			['as base64', { payloadForm: 'base64' }],
			['after a byte order mark', { byteOrderMark: true }],
		])('and its payload %s is heard, and nothing else', async (_how, form) => {
			Object.assign(live.emulator.live, { answerId: 'own', answerQuestion, ...form });
			const result = await live.engine.run(ask(), {
				input: [{ ...(await live.open()), question: 'Is it late?' }],
			});
			expect(result.json('Node')).toMatchObject([
				{ answer: expect.stringMatching(/^You asked: Is it late\? That is .* answer of the avatar\.$/) },
			]);
		});
	},
);

test('what comes after a question that was not answered is not taken for the answer to the next one', async () => {
	let count = 0;
	answer = () => {
		count += 1;
		return count === 1 ? [] : [{ message_id: 'late', answer: 'An answer to the first question' }];
	};
	const item = { streamUrls: streamUrls() };
	const result = await live.engine.run(askOn({ options: { answerTimeout: 0.5, quietTime: 0.1 } }), {
		input: [
			{ ...item, question: 'One?' },
			{ ...item, question: 'Two?' },
		],
	});
	expect(result.json('Node', 1)).toMatchObject([
		{ error: expect.stringContaining('gave no answer') },
		{ error: expect.stringContaining('gave no answer') },
	]);
});

test('the other fields of the answer come out as its record when it is not to simplify, and not otherwise', async () => {
	const fields = { voice_id: 'v1', language: 'English', mode_type: 2, prompt: { from: 'text', content: '' } };
	answer = ({ message_id, question: text }) => [{ message_id, question: text, ...fields, answer: 'Fine' }];
	const [item] = (await askHere({ options: { simplify: false, quietTime: 0.2, messageId: 'm-1' } })).json(
		'Node',
	);
	expect(item).toEqual({
		question: 'How are you?',
		answer: 'Fine',
		messageId: 'm-1',
		streamUrls: streamUrls(),
		record: {
			type: 'chat',
			from: 'server_9',
			to: 'client_9',
			message_id: 'm-1',
			question: 'How are you?',
			...fields,
		},
	});
	expect((await askHere()).json('Node')[0]).not.toHaveProperty('record');
});

test('secret and token, which a service may repeat, come out of the chat neither whole nor in parts', async () => {
	const { clientSecret } = live.engine.readCredential();
	const keys = [String(clientSecret), 'token-of-the-service'];
	live.engine.saveCredential({ ...live.engine.readCredential(), accessToken: keys[1] ?? '' });
	answer = ({ message_id }) => [
		{ message_id, answer: `Your keys: ${keys.join(' ')} and ${keys[0]?.slice(0, 5)}` },
		{ message_id, answer: `${keys[0]?.slice(5)}.`, echo: { keys } },
	];
	const output = JSON.stringify((await askHere({ options: { simplify: false } })).json('Node'));
	expect(output).toContain('Your keys: *** *** and ***.');
	answer = ({ message_id }) => [{ message_id, code: 1777, msg: `no ${keys.join(' ')}` }];
	const refused = await askHere();
	const told = `${refused.error?.message} ${refused.error?.description}`;
	expect(told).toContain('***');
	for (const key of keys) expect(output + told + live.engine.logs.text()).not.toContain(key);
});

describe("under n8n's outbound policy", () => {
	const policy = () => Container.get(SsrfProtectionConfig);
	beforeEach(() => (policy().enabled = true));
	afterEach(() => (policy().enabled = false));

	test.each([
		['an IP address', '127.0.0.1'],
		['a host name that leads there', 'localhost'],
	])(
		'%s that is not allowed is not connected to, and the sentence says who can allow it',
		async (_what, host) => {
			answer = ({ message_id }) => [{ message_id, answer: 'internal' }];
			const { error } = await askHere({}, host);
			expect(error?.message).toBe(
				'The chat room is at an address that this n8n does not allow to connect to',
			);
			expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
			expect([handshakes, live.emulator.requests]).toEqual([0, []]);
		},
	);

	test('nothing is in the way of a room once the policy is off', async () => {
		policy().enabled = false;
		answer = ({ message_id }) => [{ message_id, answer: 'Fine' }];
		expect((await askHere()).json('Node')).toMatchObject([{ answer: 'Fine' }]);
	});
});
