import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Emulator } from '../../emulator';

/** What a call finds at the service, new for each one. */
export interface Scene {
	emulator: Emulator;
	media: (name: string) => string;
	/** An address for callbacks. */
	hook: string;
	/** Makes something by hand, brings it to its end, and gives its record. */
	make: (path: string, body: object) => Promise<Record<string, unknown>>;
}

/** An operation of a node with its fields filled in, and what the service must get and the node give then. */
export interface Call {
	/** `resource.operation`; a word behind it tells two calls of one operation apart. */
	name: string;
	node: string;
	/** The end of the path that the fields go to. */
	path: string;
	/** Where the fields are. Of headers only the names count; `message` is a chat message. */
	part: 'body' | 'query' | 'headers' | 'message';
	/** Prepares the service, and gives the parameters of the node. */
	parameters: (scene: Scene) => INodeParameters | Promise<INodeParameters>;
	/** The item that it is made for; default an empty one. */
	item?: INodeExecutionData;
	/** Every field that is sent. */
	sent: (scene: Scene, parameters: INodeParameters) => object;
	/** What must be so of the items that come out, beside that none failed. */
	gives?: (items: IDataObject[], parameters: INodeParameters) => boolean;
}

/** A resource locator with an id. */
export const locator = (value: string) => ({ __rl: true, mode: 'id', value });
