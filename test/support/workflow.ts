import type { IConnections, INode, INodeParameters, INodeProperties, IPinData } from 'n8n-workflow';

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
export const completeNode = (json: NodeJson, index: number, version: number): INode => ({
	id: `node-${index}`,
	typeVersion: version,
	position: [index * 200, 0],
	parameters: {},
	...json,
});

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

/**
 * The lists of the screen in which a saved workflow has these settings. A test may give a setting by its name alone. The
 * lists do not come from the source, so a setting that moves in the source breaks tests as it would break workflows.
 */
const LISTS = {
	waitOptions: 'waitMethod timeout saveAfter onTimeout cancelOnStop toolTimeout',
	limits: 'maxJobs maxJobsPerDay minimumCredit concurrentSubmissions maxOpenJobs',
	options:
		'includeOtherFields reference idempotencyKey continueExecution dryRun binaryPropertyName fileName maxFileSize simplify extraFields',
};
const CHAT =
	'modeType promptContent promptFrom voiceId language sessionId clientChatRoomUrl serverChatRoomUrl messageId answerTimeout quietTime simplify';

function inLists(parameters: INodeParameters): INodeParameters {
	// Face Mapper and the trigger have no such lists.
	if (parameters.resource === undefined) return parameters;
	const placed = { ...parameters };
	for (const [list, names] of Object.entries(parameters.resource === 'chat' ? { options: CHAT } : LISTS)) {
		for (const name of names.split(' ').filter((each) => each in parameters)) {
			placed[list] = { ...Object(placed[list]), [name]: parameters[name] };
			Reflect.deleteProperty(placed, name);
		}
	}
	return placed;
}

/** @throws if parameters have a name, or an entry in a list, that no saved workflow of the node has */
export function checkPlaces(parameters: INodeParameters, fields: INodeProperties[]): void {
	for (const [name, value] of Object.entries(parameters)) {
		const own = fields.filter((field) => field.name === name);
		const entries = own.flatMap(({ options = [] }) => options.map((entry) => entry.name));
		const isList = own.some(({ type }) => /ollection$/.test(type)) && typeof value === 'object';
		const wrong = isList ? Object.keys(Object(value)).find((key) => !entries.includes(key)) : undefined;
		if (own.length === 0 || wrong)
			throw new Error(`A test gives ${name} ${wrong ?? ''}, which the node lacks`);
	}
}
