import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Emulator } from '../../emulator';

/** The setting of a call at the service, new for each call. */
export interface Scene {
	emulator: Emulator;
	media: (name: string) => string;
	/** An address for callbacks. */
	hook: string;
	/** Creates something without a node, completes it, and returns its record. */
	make: (path: string, body: object) => Promise<Record<string, unknown>>;
	/** What was made for the words of the call. */
	made: Map<string, Promise<unknown>>;
}

/** An operation with its fields filled in, the request that it must send, and a check of its items. */
export interface Call {
	/** `resource.operation`, followed by more words if an operation has several calls. */
	name: string;
	node: string;
	/** The end of the path of the request. */
	path: string;
	/** The place of the fields. Only the names of headers count. `message` is a chat message. */
	part: 'body' | 'query' | 'headers' | 'message';
	/** Prepares the service, and returns the parameters of the node. */
	parameters: (scene: Scene) => Promise<INodeParameters>;
	/** The input item, by default an empty item. */
	item: (scene: Scene) => Promise<INodeExecutionData>;
	/** Every field that is sent. */
	sent: (scene: Scene) => Promise<object>;
	/** What some of the returned items have, which must never include a failed item, and their number. */
	gives?: (scene: Scene) => Promise<{ some: object[]; count: number }>;
}
