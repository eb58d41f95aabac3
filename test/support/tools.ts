import {
	NodeConnectionTypes,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { CREDENTIALS, node, PACKAGE, type Engine, type WorkflowJson } from './engine';
import { additionalDataOf, contextOf, workflowOf } from './run';
import { define } from './substitutes/define';
import { freshNode } from './freshNode';

/* Nodes as tools, and their callers: n8n's AI Agent, its MCP Server Trigger, and n8n Agents. */

export const MCP_TRIGGER = '@n8n/n8n-nodes-langchain.mcpTrigger';
export const AGENT = '@n8n/n8n-nodes-langchain.agent';

interface Invocable {
	name: string;
	description: string;
	invoke(input: object): Promise<unknown>;
}
const invocable = z.array(z.custom<Invocable>((tool) => typeof Object(tool).invoke === 'function'));

/** The tool that n8n's server makes of a node. */
export function toolOf(type: INodeType): [string, INodeType] {
	const { description } = type;
	const name = `${description.name}Tool`;
	const more = { name, inputs: [], outputs: [NodeConnectionTypes.AiTool] };
	const tool: INodeType = Object.assign(Object.create(type), { description: { ...description, ...more } });
	return [`${PACKAGE}.${name}`, tool];
}

/** A node that calls its tools with each of its items, at the same time, and returns their answers. */
function callerOfTools(name: string): [string, INodeType] {
	const type = define(
		name,
		async function () {
			const tools = invocable.parse(await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0));
			const answers = this.getInputData().map(async ({ json }) => {
				if (json.tool === 'list')
					return { json: { tools: tools.map(({ name, description }) => ({ name, description })) } };
				const tool = tools.find((each) => each.name === json.tool) ?? tools[0];
				try {
					// A model thinks before it calls again.
					if (json.afterMs) await new Promise((resolve) => setTimeout(resolve, Number(json.afterMs)));
					const answer = String(await tool?.invoke(json));
					return { json: JSON.parse(answer)[0] };
				} catch (error) {
					// n8n passes nothing on but the message.
					const [message, details = '{}'] = String(Object(error).message ?? error).split('\n\n');
					return { json: { error: message, details: JSON.parse(details), isError: true } };
				}
			});
			return [await Promise.all(answers)];
		},
		[],
		{ inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool] },
	);
	return [name, type];
}

/** The callers, and a tool of each node. */
export const toolsOf = (...names: string[]): Record<string, INodeType> =>
	Object.fromEntries([...callersOfTools(), ...names.map((name) => toolOf(freshNode(name)))]);
export const callersOfTools = () => [MCP_TRIGGER, AGENT].map(callerOfTools);

/** A caller with one tool named `Tool`. */
export function calledBy(caller: string, parameters: INodeParameters, type = 'faceSwapTool'): WorkflowJson {
	return {
		nodes: [node('Caller', caller), node('Tool', type, parameters)],
		connections: { Tool: { ai_tool: [[{ node: 'Caller', type: 'ai_tool', index: 0 }]] } },
	};
}

/** Calls a tool as n8n Agents do, without a workflow or an execution, and with another node ID at each call. */
export const callInAgents = async (...call: Parameters<typeof itemsInAgents>): Promise<IDataObject> =>
	(await itemsInAgents(...call))[0] ?? {};

export async function itemsInAgents(
	{ instance }: Engine,
	parameters: INodeParameters,
	input: IDataObject = {},
	type = 'faceSwapTool',
): Promise<IDataObject[]> {
	const called: INode = {
		id: crypto.randomUUID(),
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...node('Target Node', type, parameters),
		credentials: CREDENTIALS,
	};
	const workflow = workflowOf(instance, {}, [called], { id: undefined });
	const additionalData = { ...additionalDataOf(instance, ''), executionId: undefined, workflowId: undefined };
	const context = contextOf(called, workflow, additionalData, [{ json: input }]);
	const { execute } = instance.nodeTypes.getByNameAndVersion(called.type, 1);
	try {
		const output = await execute?.call(context);
		const [first] = Array.isArray(output) ? output : [];
		return (first ?? []).map(({ json }) => json);
	} catch (error) {
		return [{ error: error instanceof Error ? error.message : String(error) }];
	}
}
