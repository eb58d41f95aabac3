import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { INodeType } from 'n8n-workflow';
import type { Resource } from '../../nodes/shared/operation/defineOperation';
import type * as Runner from '../../nodes/shared/run';
import type * as Waker from '../../nodes/shared/waiting/wakeUp';
import { root } from './build';

/** n8n's default limit of a payload. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A request with n8n's additions. */
export type Parsed = IncomingMessage & {
	rawBody?: Buffer;
	body?: unknown;
	query?: Record<string, string>;
	params?: object;
};

/**
 * A node type from its own modules, as in another process. Modules that it would load in its first run are loaded
 * immediately, because jest would take them from the modules of the test.
 */
export function freshNode(type: string): INodeType {
	const short = type.split('.').at(-1) ?? '';
	const name = short.charAt(0).toUpperCase() + short.slice(1);
	let made: INodeType | undefined;
	jest.isolateModules(() => {
		const file = join(root, `dist/nodes/${name}/${name}.node.js`);
		const exported: Record<string, new () => INodeType> = require(file);
		const NodeClass = exported[name];
		if (NodeClass === undefined) return;
		made = new NodeClass();
		if (made.execute === undefined) return;
		const { runNode }: typeof Runner = require(join(root, 'dist/nodes/shared/run/index.js'));
		const { resources }: { resources: Resource[] } = require(file);
		made.execute = async function () {
			return await runNode(this, resources);
		};
		const { wakeUpWebhook }: typeof Waker = require(join(root, 'dist/nodes/shared/waiting/wakeUp.js'));
		made.webhook &&= wakeUpWebhook;
	});
	if (made === undefined) throw new Error(`No class ${name}`);
	return made;
}

/** Reads and parses a body as n8n does before the node sees it. Returns the status of n8n's own refusal, or 200. */
export async function parse(request: Parsed): Promise<number> {
	request.rawBody = await buffer(request);
	if (request.rawBody.length > MOST_BYTES) return 500;
	const contentType = request.headers['content-type']?.split(';')[0] ?? '';
	const text = request.rawBody.toString('utf8');
	if (text === '') return 200;
	try {
		if (contentType === 'application/json') request.body = JSON.parse(text);
		if (contentType === 'application/x-www-form-urlencoded') {
			request.body = Object.fromEntries(new URLSearchParams(text));
		}
		if (contentType === 'text/plain') request.body = text;
		return 200;
	} catch {
		return 422;
	}
}

/** Answers, unless the node has answered. */
export function send(response: ServerResponse, status: number, message: string): void {
	if (response.headersSent) return;
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}
