import type { IConnections, INode, INodeParameters, IPinData } from 'n8n-workflow';
import { sendMessage } from '../../nodes/LiveAvatar/operations/chat/sendMessage';
import { createLimits, createOptions, createWaitOptions } from '../../nodes/shared/operation/settings';

/** A resource locator with an ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A workflow as n8n exports it, without the optional parts. */
export interface WorkflowJson {
	name?: string;
	nodes: NodeJson[];
	connections?: IConnections;
	settings?: Record<string, unknown>;
	pinData?: IPinData;
}

export type NodeJson = Pick<INode, 'name' | 'type'> & Partial<INode>;

/** Settings of a node: On Error, and the rest of its second tab. */
export type NodeSettings = Partial<INode>;

export const PACKAGE = 'n8n-nodes-media-generation';

/** Name of the node that starts these workflows, and returns the run's input. */
export const START = 'Start';

/** A node of this package by its short name, or another node by its full name. */
export function node(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	settings: NodeSettings = {},
): NodeJson {
	if (type.includes('.')) return { name, type, parameters, ...settings };
	return { name, type: `${PACKAGE}.${type}`, parameters: inLists(parameters), ...settings };
}

/** Start -> one node, named `Node`. With `continueErrorOutput`, failed items are on its output 1. */
export function single(
	type: string,
	parameters: INodeParameters = {},
	settings: NodeSettings = {},
): WorkflowJson {
	return chain(node('Node', type, parameters, settings));
}

/** Start -> first -> second -> ..., along the first outputs. */
export function chain(...nodes: NodeJson[]): WorkflowJson {
	const all = [node(START, 'n8n-nodes-base.manualTrigger'), ...nodes];
	return {
		nodes: all,
		connections: connect(...all.slice(1).map(({ name }, index) => [all[index]!.name, name] as Edge)),
	};
}

/** From node (and output) to node (and input). */
export type Edge = [from: string, to: string, output?: number, input?: number];

export function connect(...edges: Edge[]): IConnections {
	const connections: IConnections = {};
	for (const [from, to, output = 0, index = 0] of edges) {
		const outputs = ((connections[from] ??= {}).main ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type: 'main', index });
	}
	return connections;
}

/** Fills in IDs, positions, and versions, as n8n's editor does. */
export function completeNode(json: NodeJson, index: number, version: number): INode {
	const { credentials, ...rest } = json;
	return {
		id: `node-${index}`,
		typeVersion: version,
		position: [index * 200, 0],
		parameters: {},
		...rest,
		...(credentials === undefined ? {} : { credentials }),
	};
}

/** Faces as Face Mapper returns them, so a swap needs only one request. */
export const FACES = {
	targetImage: [{ path: 'http://127.0.0.1:9/group.png', opts: '1,2:3,4:5,6:7,8' }],
	sourceImage: [{ path: 'http://127.0.0.1:9/face.png', opts: '9,8:7,6:5,4:3,2' }],
};

/** The parameters of a swap of given faces in the item's `picture`. */
export const swapParameters = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'faceSwap',
	operation: 'swapImage',
	whichFaces: 'provided',
	modifyImage: '={{ $json.picture ?? "http://media.invalid/picture.png" }}',
	targetImage: JSON.stringify(FACES.targetImage),
	sourceImage: JSON.stringify(FACES.sourceImage),
	// Nobody answers at the addresses of these pictures.
	downloadResult: false,
	...parameters,
});

const LISTED = { waitOptions: createWaitOptions, limits: createLimits, options: createOptions };
const NO_LISTS = { waitOptions: {}, limits: {} };
type List = keyof typeof LISTED;

/**
 * Moves the settings of an operation, which a test may give by their names alone, into the lists on its screen.
 * @throws if a test gives an entry in a list in which no saved workflow has it
 */
function inLists(parameters: INodeParameters): INodeParameters {
	const lists: Record<List | 'top', INodeParameters> = { top: {}, waitOptions: {}, limits: {}, options: {} };
	const names = Object.keys(LISTED) as List[];
	const listed = parameters.resource === 'chat' ? { ...NO_LISTS, options: sendMessage.options } : LISTED;
	// Face Mapper and the trigger have no such lists.
	if (parameters.resource === undefined || names.some((name) => typeof parameters[name] === 'string'))
		return parameters;
	const listOf = (name: string, given: List | 'top') => names.find((list) => name in listed[list]) ?? given;
	for (const given of ['top', ...names] as const) {
		const own = given === 'top' ? parameters : parameters[given];
		for (const [name, value] of Object.entries(Object(own) as INodeParameters)) {
			if (name in LISTED) continue;
			const list = listOf(name, given);
			if (given !== 'top' && list !== given)
				throw new Error(`${name} is no entry of ${given}, but of ${list}`);
			lists[list][name] = value;
		}
	}
	const filled = names.filter((name) => Object.keys(lists[name]).length > 0);
	return { ...lists.top, ...Object.fromEntries(filled.map((name) => [name, lists[name]])) };
}
