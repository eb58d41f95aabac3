import { testBlocks } from '../../support/table';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { z } from 'zod/v3';
import { sendMessage } from '../../../nodes/LiveAvatar/operations/chat/sendMessage';
import { close } from '../../../nodes/LiveAvatar/operations/session/close';
import { create } from '../../../nodes/LiveAvatar/operations/session/create';
import { pause } from '../../../nodes/LiveAvatar/operations/session/pause';
import type { Tools } from '../../../nodes/shared/operation/defineOperation';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { readAs } from '../../../nodes/shared/operation/readParameters';
import { Failure } from '../../../nodes/shared/service/failure';

/*
 * All that an operation of a live avatar does for its items: requests, messages, output, hints and log. A block of chat.txt
 * has a situation, and what comes of it. If you changed that on purpose, write it anew with WRITE_TABLES=yes, and read what
 * is different.
 */

const operations = { sendMessage, close, pause, create };
const block = z
	.object({
		of: z.enum(['sendMessage', 'close', 'pause', 'create']).default('sendMessage'),
		given: z.record(z.unknown()).default({}),
		items: z.array(z.record(z.unknown())).default([{}]),
		/** What the room sends after each question, the last also after later ones: payloads, or a close with its code. */
		replies: z.array(z.array(z.record(z.unknown()))).default([[]]),
		/** What the service answers by the end of the path, or the code with which it refuses. */
		answers: z.record(z.unknown()).default({}),
		/** HTTP states of the first handshakes. A 0 is none. */
		rejects: z.array(z.number()).default([]),
		tool: z.boolean().default(false),
		continues: z.boolean().default(false),
		/** Why n8n does not allow the address. */
		policy: z.string().optional(),
		/** Why it can't be closed, or the code. */
		noClose: z.union([z.string(), z.number()]).optional(),
		/** In milliseconds from the start. */
		stopAt: z.number().default(Infinity),
		endsAt: z.number().optional(),
		answerBy: z.number().default(Infinity),
	})
	.strict();
let now = block.parse({});
let said: string[] = [];
let codes: number[] = [];
let ids: string[] = [];
let rejects: number[] = [];
let server: WebSocketServer;

jest.mock('../../../nodes/shared/transport/lastTransport', () => ({
	createLastTransport: () => ({
		async send({ path, body }: { path: string; body: object }) {
			const [why, errorCode] = typeof now.noClose === 'string' ? [now.noClose] : ['Gone', now.noClose];
			if (now.noClose) throw new Failure(why, 'nothing', { errorCode });
			said.push(`${path} ${JSON.stringify(body)} at the end`);
		},
	}),
}));

beforeAll(async () => {
	const verifyClient = (_: unknown, done: (isRight: boolean, status?: number) => void) => {
		const status = rejects.shift();
		if (status !== 0) done(status === undefined, status);
	};
	server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient });
	await once(server, 'listening');
	server.on('connection', (socket, { url }) => {
		said.push(`connects to ${url}`);
		socket.on('close', (code) => codes.push(code));
		socket.on('message', (data) => {
			const { payload, ...envelope } = JSON.parse(String(data)) as Record<string, string>;
			const { message_id } = JSON.parse(payload ?? '') as { message_id: string };
			said.push(`sends ${JSON.stringify(envelope)} with ${payload}`);
			ids.push(message_id);
			for (const { close: code, id = 'its own', ...reply } of now.replies[ids.length - 1] ??
				now.replies.at(-1)!) {
				const named = id === 'its own' ? message_id : id === 'of the first' ? ids[0] : id;
				if (code === undefined) {
					socket.send(
						JSON.stringify({ payload: { message_id: named ?? undefined, ...reply }, from: 'server_1' }),
					);
				} else if (code === null) socket.close();
				else socket.close(Number(code), 'Why');
			}
		});
	});
});
afterAll(() => {
	server.clients.forEach((client) => client.terminate());
	server.close();
});

const START = Date.parse('2030-01-01T00:00:00Z');
/** The answer of the service in its scheme. */
type Answer = z.ZodType<unknown, z.ZodTypeDef, unknown>;

function benchOf({ given, items, answers, endsAt, policy, ...more }: typeof now) {
	const made = new Map<string, unknown>();
	const atEnd: Array<() => Promise<void>> = [];
	let elapsed = 0;
	const validateUrl = async () => ({ ok: policy === undefined, error: { message: policy } });
	const context = {
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter(name: string, _item: number, _usual: unknown, options?: { skipValidation: boolean }) {
			// n8n refuses another value than its screen would give.
			if (name === 'closeWhenDone' && !options?.skipValidation) throw new TypeError(name);
			return name.split('.').reduce((part, key) => Object(part)[key], given as unknown);
		},
		getNode: () => ({ type: more.tool ? 'liveAvatarTool' : 'liveAvatar', parameters: {} }),
		getCredentials: async () => ({ clientSecret: 'a secret of ours' }),
		continueOnFail: () => more.continues,
		addExecutionHints: (hint: { message: string; type: string }) =>
			said.push(`${hint.type}: ${hint.message}`),
		logger: { warn: (line: string) => said.push(`log: ${line}`) },
		customData: { set: (name: string, text: string) => said.push(`${name}: ${text}`) },
		additionalData: endsAt === undefined ? {} : { executionTimeoutTimestamp: START + endsAt },
		helpers: { getSecureEgressFilter: () => ({ validateUrl, createSecureLookup: () => undefined }) },
	};
	const environment = {
		now: () => START + elapsed,
		async sleep(ms: number) {
			if (ms !== 100) said.push(`sleeps ${ms}`);
			// The messages come meanwhile. Time passes only once the room has the question, or if it is to hang.
			await new Promise((resolve) => setTimeout(resolve, 1));
			if (ids.length > 0 || ms !== 100 || now.rejects.includes(0)) elapsed += ms;
			if (elapsed >= more.stopAt) throw new Error('The run was stopped');
		},
	};
	const transport = {
		async send({ method, path, query, body }: Record<string, unknown>, answer: Answer) {
			said.push(`${String(method)} ${String(path)} ${JSON.stringify(query ?? body)}`);
			const found = Object.entries(answers).find(([end]) => String(path).endsWith(end))?.[1];
			if (typeof found === 'number') throw new Failure('Refused', 'nothing', { errorCode: found });
			return answer.parse(found);
		},
	};
	const tools = {
		...{ context, environment, transport, atEnd: (clean: () => Promise<void>) => atEnd.push(clean) },
		answerBy: () => START + more.answerBy,
		once: (key: string, make: () => unknown) => made.get(key) ?? made.set(key, make()).get(key),
	};
	const all = items.map((_, item): Tools => ({ ...tools, item }) as never);
	return { all, atEnd, seconds: () => Math.floor(elapsed / 1_000) };
}

const room = () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function told(situation: string): Promise<string[]> {
	now = block.parse(JSON.parse(situation.replaceAll('ws://room', room())));
	[said, codes, ids, rejects] = [[], [], [], [...now.rejects]];
	const operation = operations[now.of];
	const { all, atEnd, seconds } = benchOf(now);
	if (operation.type === 'call') for (const tools of all) await operation.begin?.(tools);
	for (const tools of all) {
		try {
			const { schema, properties } = operation;
			const parameters = { question: 'Hi?', ...now.given };
			const { value } = readAs<{ value: (tools: Tools) => Promise<object> }>(schema, parameters, properties);
			said.push(`gives ${JSON.stringify(await value(tools))}`);
		} catch (error) {
			const { message, details } = toFailure(error);
			said.push(`fails: ${message} ${JSON.stringify(details)}`);
		}
		// An answer takes some looks at the room.
		const isLong = seconds() >= 10 || now.rejects.includes(0);
		if (isLong) said.push(`${now.rejects.includes(0) ? seconds() : 5 * Math.floor(seconds() / 5)} s passed`);
	}
	for (const clean of atEnd) await clean().catch((error: Error) => said.push(`ends with ${error.message}`));
	for (let looks = 0; server.clients.size > 0 && looks < 1_000; looks++)
		await new Promise((resolve) => setTimeout(resolve, 1));
	if (codes.length > 0) said.push(`connections ended with ${codes.join(', ')}`);
	const plain = (line: string) =>
		line.replaceAll(room(), 'ws://room').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>');
	return said.map(plain);
}

testBlocks(__dirname, 'chat.txt', told);
