import { now, sleep, uptimeNow, within, type Process } from './clock';
import '../support/environment';
import { createRequire } from 'node:module';
import { DataDeduplicationService, WebhookContext } from 'n8n-core';
import type { IDataObject, INode, IRunExecutionData, IWebhookData } from 'n8n-workflow';
import { TestCredentialsHelper } from '../support/credentials';
import { TestNodeTypes } from '../support/nodeTypes';
import { dataForRetry } from '../support/retry';
import {
	additionalDataOf,
	startRun,
	timeoutOf,
	workflowOf,
	type Instance,
	type Running,
} from '../support/run';
import type { RunResult } from '../support/runResult';
import { substitutes } from '../support/substitutes';
import { completeNode, START, type WorkflowJson } from '../support/workflow';
import { ProcessedData } from './database';
import type { Faults } from './faults';
import type { BuiltPackage } from './loader';

/** What n8n writes executions with. */
const {
	parse,
	stringify,
}: { parse: (text: string) => IRunExecutionData; stringify: (data: unknown) => string } =
	createRequire(__filename)('flatted');
const CREDENTIAL = 'mediaGenerationApi';
const RESTART_MS = 20_000;
/** Bull takes a job from a dead worker after so long. */
const STALLED_MS = 60_000;

export interface N8nPlan {
	workers: number;
	ids: 'small' | 'large' | 'uuid';
	mode: 'trigger' | 'manual';
	/** EXECUTIONS_TIMEOUT in seconds. */
	timeout: number;
}

/** A row of n8n's table of executions. */
export interface Execution {
	id: string;
	status: 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed';
	mode: 'trigger' | 'manual' | 'retry';
	retryOf?: string;
	/** As it was at the start. */
	workflow: WorkflowJson;
	nodes: INode[];
	input: IDataObject[];
	/** What n8n has saved of it, as text. Empty: only its start. */
	data: string;
	/** The nodes that began in this leg, which n8n's log of events knows. */
	begun: string[];
	startedAt: number;
	endedAt?: number;
	legs: number;
	result?: RunResult;
	slot?: Slot;
	running?: Running;
	/** Its recovery noted that these nodes had begun. */
	recovered: string[];
}

interface Slot {
	name: string;
	process: Process;
	instance: Instance;
}

export class N8n {
	readonly executions: Execution[] = [];
	readonly table: ProcessedData;
	private readonly slots: Slot[] = [];
	private readonly stored: TestCredentialsHelper;
	private main!: Slot;
	private count: number;
	private readonly waiters: Array<() => void> = [];

	constructor(
		private readonly plan: N8nPlan,
		private readonly built: BuiltPackage,
		private readonly faults: Faults,
		private readonly trace: (line: string) => void,
		credential: IDataObject,
	) {
		this.count = plan.ids === 'large' ? 4_000_000_000 : 40;
		this.table = new ProcessedData(faults);
		Reflect.set(DataDeduplicationService, 'instance', undefined);
		void DataDeduplicationService.init(this.table);
		this.stored = new TestCredentialsHelper(new Map(), new TestNodeTypes());
		this.main = this.boot('main');
		for (let worker = 1; worker <= plan.workers; worker++) this.slots.push(this.boot(`worker ${worker}`));
		if (plan.workers === 0) this.slots.push(this.main);
		this.saveCredential(credential);
	}

	private helper(): TestCredentialsHelper {
		return this.main.instance.credentialsHelper as TestCredentialsHelper;
	}

	saveCredential(data: IDataObject): void {
		this.helper().save('credential-1', CREDENTIAL, 'Media account', data as never);
	}

	readCredential(): IDataObject {
		return this.helper().read('credential-1') as IDataObject;
	}

	deleteCredential(): void {
		this.helper().delete('credential-1');
	}

	private boot(name: string): Slot {
		const process: Process = { name, isAlive: true };
		const { nodes, credential } = within(process, () => this.built.load());
		const nodeTypes = new TestNodeTypes();
		nodeTypes.add([...substitutes, ...nodes]);
		const credentialsHelper = new TestCredentialsHelper(
			new Map([[CREDENTIAL, credential]]),
			nodeTypes,
			this.stored,
		);
		return { name, process, instance: { nodeTypes, credentialsHelper, url: 'https://n8n.night.net/' } };
	}

	/** A process dies, and starts again after a while. */
	kill(process: Process, where: string): void {
		if (!process.isAlive) return;
		process.isAlive = false;
		this.trace(`${process.name} dies ${where}`);
		const lost = this.executions.filter(
			(each) => each.status === 'running' && each.slot?.process === process,
		);
		void within(undefined, async () => {
			await sleep(RESTART_MS);
			const fresh = this.boot(process.name);
			const place = this.slots.findIndex((slot) => slot.process === process);
			if (place >= 0) this.slots[place] = fresh;
			if (process.name === 'main') this.main = fresh;
			this.trace(`${process.name} is back`);
			if (process.name !== 'main') await sleep(STALLED_MS);
			for (const execution of lost) this.recover(execution);
			if (process.name === 'main')
				for (const execution of this.executions) if (execution.status === 'waiting') this.watch(execution);
		});
	}

	/** n8n gives each node that had begun an artificial run. */
	private recover(execution: Execution): void {
		execution.recovered = execution.begun.filter((name) => name !== START);
		this.end(execution, 'crashed');
	}

	/** Starts a workflow. */
	async start(workflow: WorkflowJson, input: IDataObject[], mode = this.plan.mode): Promise<Execution> {
		const execution = this.add({ workflow, nodes: this.nodesOf(workflow), input, mode });
		this.run(execution);
		return await this.ended(execution);
	}

	/** *Retry* in the list of executions, with the workflow as it was or as it is now. */
	async retry(old: Execution, current?: WorkflowJson): Promise<Execution> {
		const workflow = current ?? old.workflow;
		const nodes = current ? this.nodesOf(current) : old.nodes;
		const { input } = old;
		const execution = this.add({ workflow, nodes, input, mode: 'retry', retryOf: old.id });
		execution.recovered = old.recovered;
		if (old.data !== '') {
			const data: IRunExecutionData = parse(old.data);
			const failed = { run: { data } } as unknown as RunResult;
			execution.data = stringify(dataForRetry(failed, current ? nodes : []));
		}
		this.run(execution);
		return await this.ended(execution);
	}

	stop(execution: Execution): void {
		if (execution.status === 'waiting') this.end(execution, 'canceled');
		else execution.running?.stop();
	}

	/** Resolves when it neither runs nor waits. */
	async ended(execution: Execution): Promise<Execution> {
		while (execution.status === 'running' || execution.status === 'waiting')
			await new Promise<void>((resolve) => this.waiters.push(resolve));
		return execution;
	}

	private add(given: Pick<Execution, 'workflow' | 'nodes' | 'input' | 'mode' | 'retryOf'>): Execution {
		this.count += 1;
		const hex = Math.floor(Math.random() * 2 ** 48)
			.toString(16)
			.padStart(12, '0');
		const id =
			this.plan.ids === 'uuid' ? `${hex.slice(0, 8)}-${hex.slice(8)}-4000-8000-${hex}` : String(this.count);
		const rest = { data: '', begun: [], startedAt: now(), legs: 0, recovered: [] };
		const execution: Execution = { id, status: 'running', ...rest, ...given };
		this.executions.push(execution);
		return execution;
	}

	private nodesOf({ nodes }: WorkflowJson): INode[] {
		return nodes.map((json, index) => {
			const { version, credentials } = this.main.instance.nodeTypes.getByNameAndVersion(
				json.type,
			).description;
			const latest = Array.isArray(version) ? Math.max(...version) : version;
			const used = credentials
				? { credentials: { [CREDENTIAL]: { id: 'credential-1', name: 'Media account' } } }
				: {};
			return completeNode({ ...json, ...used }, index, latest);
		});
	}

	private end(execution: Execution, status: Execution['status']): void {
		execution.status = status;
		execution.endedAt = now();
		const { error } = execution.result ?? {};
		const told = error ? `: ${error.message} | ${String(error.description)}` : '';
		this.trace(`execution ${execution.id} is ${status}${told}`);
		for (const wake of this.waiters.splice(0)) wake();
	}

	/** One leg. */
	private run(
		execution: Execution,
		wokenBy: 'start' | 'time' | 'call' = 'start',
		read?: IRunExecutionData,
	): void {
		const slot = this.slots[execution.legs % this.slots.length]!;
		if (!slot.process.isAlive) {
			void within(undefined, async () => {
				await sleep(5_000);
				this.run(execution, wokenBy, read);
			});
			return;
		}
		Object.assign(execution, { status: 'running', slot, begun: [], legs: execution.legs + 1 });
		this.trace(`execution ${execution.id} ${execution.mode} ${wokenBy} on ${slot.name}`);
		const isWorker = slot !== this.main;
		const { workflow, nodes, mode, id, retryOf, recovered, input } = execution;
		const executionData: IRunExecutionData | undefined =
			read ?? (execution.data === '' ? undefined : parse(execution.data));
		const limit = timeoutOf(workflow, { instanceTimeout: this.plan.timeout || undefined });
		const from = wokenBy === 'time' && !isWorker ? execution.startedAt : now();
		if (wokenBy === 'start') execution.startedAt = now();
		void within(slot.process, async () => {
			const running = startRun(slot.instance, workflow, nodes, {
				...{ mode, executionId: id, input, recovered, now, isWorker },
				...(this.plan.timeout > 0 && { instanceTimeout: this.plan.timeout }),
				...((wokenBy === 'start' || isWorker) && retryOf !== undefined && { retryOf }),
				...(executionData && { executionData }),
				watch: (hooks) =>
					hooks.addHandler('nodeExecuteBefore', async (name) => void execution.begun.push(name)),
			});
			execution.running = running;
			let isCanceled = false;
			if (limit > 0)
				setTimeout(
					() => {
						if (execution.running !== running || execution.status !== 'running') return;
						isCanceled = true;
						this.trace(`n8n's time limit cancels execution ${id}`);
						running.stop();
					},
					Math.max(0, from + limit * 1_000 - now()),
				);
			const result = await running.finished;
			await this.faults.point('before the execution is saved');
			execution.data = stringify(result.run.data);
			execution.result = result;
			const { waitTill } = result.run.data;
			if (isCanceled || result.status === 'canceled') this.end(execution, 'canceled');
			else if (result.error) this.end(execution, 'error');
			else if (waitTill) {
				execution.status = 'waiting';
				this.watch(execution);
			} else this.end(execution, 'success');
			await this.faults.point('after the execution is saved');
		});
	}

	/** n8n's timer for what waits. */
	private watch(execution: Execution): void {
		const { waitTill }: IRunExecutionData = parse(execution.data);
		const legs = execution.legs;
		const at = waitTill ? new Date(waitTill).getTime() : now();
		this.trace(`execution ${execution.id} waits till ${new Date(at).toISOString()}`);
		void within(this.main.process, async () => {
			await sleep(at - now());
			if (execution.status === 'waiting' && execution.legs === legs) this.run(execution, 'time');
		});
	}

	/** A call to the resume address of an execution. */
	async call(address: string, body: string): Promise<number> {
		const url = new URL(address);
		const [, id = ''] = /^\/webhook-waiting\/([^/]+)\//.exec(url.pathname) ?? [];
		const execution = this.executions.find((each) => each.id === id);
		const { main } = this;
		if (!main.process.isAlive)
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		if (!execution) return 404;
		if (execution.status !== 'waiting') return 409;
		return await within(main.process, async () => await this.ask(execution, JSON.parse(body)));
	}

	private async ask(execution: Execution, body: object): Promise<number> {
		const read: IRunExecutionData = parse(execution.data);
		const { legs } = execution;
		const [entry] = read.executionData?.nodeExecutionStack ?? [];
		const name = read.resultData.lastNodeExecuted ?? '';
		if (!entry) throw new Error('Nothing is on the stack');
		entry.node.disabled = true;
		read.waitTill = undefined;
		read.resultData.runData[name]?.pop();
		const { instance } = this.main;
		const workflow = workflowOf(instance, execution.workflow, execution.nodes);
		const node = workflow.getNode(name);
		if (!node) return 404;
		let status = 200;
		const additionalData = Object.assign(additionalDataOf(instance, execution.id), {
			httpRequest: { body, headers: {} },
			httpResponse: { headersSent: false, writeHead: (code: number) => (status = code), end() {} },
			establishTriggerIdentity: () => read,
		});
		const webhook = { webhookDescription: {} } as IWebhookData;
		const context = new WebhookContext(workflow, node, additionalData as never, 'trigger', webhook, [], read);
		const { webhook: answer } = instance.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const result = await answer?.call(context);
		this.trace(`execution ${execution.id} was called: ${status} ${result?.workflowData ? 'wakes' : ''}`);
		if (!result?.workflowData) return status;
		entry.data.main = result.workflowData;
		await sleep(5);
		if (execution.status !== 'waiting' || execution.legs !== legs) return 500;
		this.run(execution, 'call', read);
		return status;
	}
}

export const secondsOfWorld = (): string => (uptimeNow() / 1_000).toFixed(3);
