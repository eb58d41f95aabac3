import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../nodes/shared/service/values';
import { startEmulator } from '../../emulator';
import { call as callService } from '../../emulator/client';
import { single, startEngine, type Engine } from '../../support/engine';
import type { Call, Scene } from './call';

/** What came of a call. */
interface Made {
	/** Why the service refused the request, or the node its item. */
	refusal: unknown;
	/** The fields as the service got them, and as the interface wants them. */
	sent: unknown;
	expected: object;
	items: IDataObject[];
	/** What some of the items must have, and how many items must come. */
	gives?: { some: object[]; count: number };
}

/** Makes calls of the table, each at its own service. */
export class Stage {
	private engine?: Engine;

	constructor() {
		afterAll(async () => await this.engine?.close());
	}

	/** Makes a call as its node does. */
	async make(call: Call): Promise<Made> {
		const emulator = await startEmulator({ jobMs: 0, live: { startMs: 0, parts: 1 } });
		try {
			const scene: Scene = {
				emulator,
				media: (name) => `${emulator.mediaUrl}/${name}`,
				// Nobody has to listen there.
				hook: 'http://127.0.0.1:9/hook',
				made: new Map(),
				make: async (path, body) => {
					const { data, msg } = await callService(emulator, path, body);
					const [record]: unknown[] = [data].flat();
					if (isObject(record) && record._id !== undefined) return record;
					throw new Error(`The service did not take ${path}: ${String(msg)}`);
				},
			};
			const parameters = await call.parameters(scene);
			this.engine ??= await startEngine({ emulator });
			this.engine.saveCredential(emulator.credential);
			const [resource = '', operation = ''] = (call.name.split(' ')[0] ?? '').split('.');
			const settings = { onError: 'continueRegularOutput' as const };
			const workflow = single(call.node, { resource, operation, ...parameters }, settings);
			const input = [await call.item(scene)];
			const items = (await this.engine.run(workflow, { input })).json('Node');
			const [refused] = emulator.requestsTo(call.path).flatMap(({ refusal }) => refusal ?? []);
			const [failed] = items.flatMap(({ error }) => error ?? []);
			const [sent, expected] = [sentTo(scene, call), await call.sent(scene)];
			const gives = await call.gives?.(scene);
			return { refusal: refused ?? failed, sent, expected, items, gives };
		} finally {
			await emulator.close();
		}
	}
}

/** The last request at the path of a call. Values of headers don't count. */
function sentTo({ emulator }: Scene, { path, part }: Call): unknown {
	if (part === 'message') {
		const { text = '{}' } = emulator.rooms.log.findLast(({ event }) => event === 'received') ?? {};
		return openMessage(text);
	}
	const request = emulator.requestsTo(path).at(-1);
	if (part !== 'headers') return request?.[part];
	const names = path === '/getToken' ? ['content-type'] : ['authorization'];
	return Object.fromEntries(names.filter((name) => request?.headers[name]).map((name) => [name, '']));
}

/** A chat message with its payload parsed, if the payload is JSON. */
function openMessage(text: string): Record<string, unknown> {
	const message: Record<string, unknown> = JSON.parse(text);
	try {
		return { ...message, payload: JSON.parse(String(message.payload)) as unknown };
	} catch {
		return message;
	}
}
