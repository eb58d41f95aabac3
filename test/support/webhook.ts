import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type Workflow,
} from 'n8n-workflow';
import { callWebhook, startRun, workflowOf, type Instance } from './run';
import type { RunResult } from './runResult';
import { close, listen } from './listen';
import { until } from './until';
import { freshNode } from './freshNode';
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

	private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
		const isTest = pathname === '/webhook-test/hook-1/callback';
		const isThere = isTest ? this.listening : pathname === '/webhook/hook-1/callback';
		if (!isThere || request.method !== 'POST') return void response.writeHead(404).end();
		const asked = { body: await text(request), query: Object.fromEntries(searchParams) };
		const workflow = this.workflow();
		const node = workflow.getNode(this.trigger.name);
		if (node === null) throw new Error('The workflow has no trigger');
		const mode = isTest ? 'manual' : 'webhook';
		const call = { instance: this.instance, executionId: '', process: this.process };
		const { main, status } = await callWebhook(call, workflow, node, asked, mode, null);
		response.writeHead(status).end();
		if (!isTest) await this.save(workflow);
		if (main === undefined) return;
		await this.run(main, mode);
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
