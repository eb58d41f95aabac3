import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWebhookData,
} from 'n8n-workflow';
import { additionalDataOf, startRun, type Instance } from './run';
import type { WorkflowJson } from './workflow';

const ID = '7';

/**
 * An execution as n8n keeps it in its database while it waits, and what n8n's webhook processes do with a call to it:
 * read it, ask the node, and where that gives items, run what was read. n8n 2 asks then that the execution still waits,
 * n8n 1 asks for nothing.
 */
export class StoredRun {
	status = 'new';
	/** How often it went on. */
	resumed = 0;
	/** Resolves when n8n has a slot for the run, before it asks whether it waits. */
	slot: () => Promise<void> = async () => {};
	private stored: IRunExecutionData | undefined;

	constructor(
		private readonly instance: Instance,
		private readonly json: WorkflowJson,
		private readonly nodes: INode[],
		private readonly asksWhetherItWaits: boolean,
	) {}

	/** Runs it until it waits or ends. */
	async start(): Promise<void> {
		await this.run();
	}

	/** A call for one of its nodes, in the process that has this node type; gives the status of the answer. */
	async call(nodeName: string, process: INodeType, body: object): Promise<number> {
		if (this.status !== 'waiting' || this.stored === undefined) return 409;
		const read = structuredClone(this.stored);
		const [entry] = read.executionData?.nodeExecutionStack ?? [];
		if (entry === undefined) throw new Error('Nothing is on the stack');
		entry.node.disabled = true;
		read.waitTill = undefined;
		read.resultData.runData[read.resultData.lastNodeExecuted ?? '']?.pop();

		let answered = 200;
		const { items } = await this.askNode(nodeName, process, body, read, (status) => (answered = status));
		if (items === undefined) return answered;
		entry.data.main = items;
		await this.slot();
		if (this.asksWhetherItWaits && this.statusNow() !== 'waiting') return 500;
		this.resumed += 1;
		void this.run(read);
		return answered;
	}

	private statusNow(): string {
		return this.status;
	}

	private async run(executionData?: IRunExecutionData): Promise<void> {
		this.status = 'running';
		const options = { mode: 'trigger' as const, executionId: ID };
		const { finished } = startRun(this.instance, this.json, this.nodes, {
			...options,
			...(executionData && { executionData }),
		});
		const ended: IRun = (await finished).run;
		this.stored = structuredClone(ended.data);
		this.status = ended.data.waitTill ? 'waiting' : ended.status;
	}

	private async askNode(
		nodeName: string,
		process: INodeType,
		body: object,
		read: IRunExecutionData,
		answer: (status: number) => void,
	) {
		const { nodeTypes } = this.instance;
		const connections = this.json.connections ?? {};
		const workflow = new Workflow({
			id: 'workflow-1',
			nodes: this.nodes,
			connections,
			active: true,
			nodeTypes,
		});
		const node = workflow.getNode(nodeName);
		if (node === null) throw new Error(`There is no node "${nodeName}"`);
		const httpResponse = { headersSent: false, writeHead: answer, end() {} };
		const additionalData = Object.assign(additionalDataOf(this.instance, ID), {
			httpRequest: { body, headers: {} },
			httpResponse,
		});
		const webhook = { webhookDescription: {} } as IWebhookData;
		const context = new WebhookContext(workflow, node, additionalData as never, 'trigger', webhook, [], read);
		const result = await process.webhook?.call(context);
		return { items: result?.workflowData };
	}
}
