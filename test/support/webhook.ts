import { WebhookContext } from 'n8n-core';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type Workflow,
} from 'n8n-workflow';
import { additionalDataOf, startRun, workflowOf, type Instance } from './run';
import type { RunResult } from './runResult';
import { close, listen } from './listen';
import { until } from './until';
import { freshNode, parse, send, type Parsed } from './webhookRequest';
import type { WorkflowJson } from './workflow';

/**
 * An n8n with one active workflow that begins with a webhook node. It answers over HTTP, step by step as n8n's server
 * does. Each request gets its own copy of the static data from the "database", and the last one saved wins.
 */
export class WebhookServer {
	/** Every run that was started, in order, as soon as it has ended. */
	readonly runs: RunResult[] = [];
	/** Errors that `webhook()` threw. n8n would start a run with an empty item. */
	readonly thrown: unknown[] = [];
	/** The stored static data of the workflow, and how many times it was saved. */
	staticData = '{}';
	saves = 0;
	/** Whether someone listens for a test event, so the test address answers, too. */
	listening = false;
	private readonly server: Server;
	private readonly trigger: INode;
	/** A process with its own memory. Outside of jest the engine's process is the only one. */
	private readonly process?: INodeType;
	private underWay = 0;
	private origin = '';

	constructor(
		private readonly instance: Instance,
		private readonly json: WorkflowJson,
		private readonly nodes: INode[],
	) {
		const trigger = nodes.find(({ type }) => type.endsWith('Trigger'));
		if (trigger === undefined) throw new Error('The workflow has no trigger');
		this.trigger = trigger;
		if (typeof jest !== 'undefined') this.process = freshNode(trigger.type);
		this.server = createServer((request, response) => {
			this.underWay += 1;
			this.receive(request, response)
				.catch((error: unknown) => this.thrown.push(error))
				.finally(() => (this.underWay -= 1));
		});
	}

	async start(): Promise<this> {
		this.origin = await listen(this.server);
		return this;
	}

	get url(): string {
		return `${this.origin}/webhook/hook-1/callback`;
	}

	get testUrl(): string {
		return `${this.origin}/webhook-test/hook-1/callback`;
	}

	items(): IDataObject[] {
		return this.runs.flatMap((run) => run.json(this.trigger.name));
	}

	/** Waits until so many runs have ended, and a little longer to notice an extra run. */
	async untilRuns(count: number): Promise<IDataObject[]> {
		await until(() => this.runs.length >= count && this.underWay === 0);
		await pause(100);
		return this.items();
	}

	async close(): Promise<void> {
		await close(this.server);
	}

	private async receive(request: Parsed, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
		const isTest = pathname === '/webhook-test/hook-1/callback';
		const isThere = isTest ? this.listening : pathname === '/webhook/hook-1/callback';
		if (!isThere || request.method !== 'POST') return send(response, 404, 'not registered');
		request.query = Object.fromEntries(searchParams);
		request.params = {};
		const status = await parse(request);
		if (status !== 200) return send(response, status, 'n8n itself refuses it');

		const workflow = this.workflow();
		const node = workflow.getNode(this.trigger.name);
		const nodeType = this.process ?? workflow.nodeTypes.getByNameAndVersion(this.trigger.type);
		const [webhookDescription] = nodeType.description.webhooks ?? [];
		if (node === null || webhookDescription === undefined) throw new Error('The trigger has no webhook');
		const mode = isTest ? 'manual' : 'webhook';
		const additionalData = additionalDataOf(this.instance, '');
		Object.assign(additionalData, { httpRequest: request, httpResponse: response });
		const webhookData = {
			httpMethod: 'POST' as const,
			node: node.name,
			path: 'hook-1/callback',
			webhookDescription,
			workflowId: 'workflow-1',
			workflowExecuteAdditionalData: additionalData,
		};
		const context = new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null);
		const result = await nodeType.webhook?.call(context);
		if (result?.noWebhookResponse !== true) {
			if (response.headersSent) throw new Error('n8n answers a call that the node has answered');
			send(response, 200, 'Workflow was started');
		}
		if (!isTest) await this.save(workflow);
		if (result?.workflowData === undefined) return;
		await this.run(result.workflowData, mode);
		if (isTest) this.listening = false;
	}

	private async run(main: INodeExecutionData[][], mode: 'manual' | 'webhook'): Promise<void> {
		const executionData = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: this.trigger, data: { main }, source: null }] },
		});
		this.runs.push(await startRun(this.instance, this.json, this.nodes, { mode, executionData }).finished);
	}

	private workflow(): Workflow {
		const staticData: IDataObject = JSON.parse(this.staticData);
		return workflowOf(this.instance, this.json, this.nodes, { staticData });
	}

	/** A write takes a moment, and other requests continue meanwhile. */
	private async save({ staticData }: Workflow): Promise<void> {
		if (staticData.__dataChanged !== true) return;
		const written = JSON.stringify(staticData);
		await pause(2);
		this.staticData = written;
		this.saves += 1;
	}
}
