import { now, sleep, steadyNow, within, type Process } from './clock';
import '../support/environment';
import { createRunExecutionData, Expression, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INode, INodeExecutionData, IRunExecutionData, Workflow } from 'n8n-workflow';
import { parse, stringify } from '../n8n/flatted';
import { TestCredentialsHelper } from '../support/credentials';
import { TestNodeTypes } from '../support/nodeTypes';
import { dataForRetry } from '../support/retry';
import { askToResume, callWebhook, execute, timeoutOf, workflowOf, type Instance } from '../support/run';
import { RunResult } from '../support/runResult';
import { substitutes } from '../support/substitutes';
import { callersOfTools, toolOf } from '../support/tools';
import { completeNode, node, START, type WorkflowJson } from '../support/workflow';
import { ProcessedData } from './database';
import type { Disk } from './disk';
import type { Faults } from './faults';
import type { BuiltPackage } from './loader';

// Each expression gets the same hundred names.
const names = {};
Expression.initializeGlobalContext(names);
Expression.initializeGlobalContext = (data) => void Object.setPrototypeOf(data, names);

const CREDENTIAL = 'mediaGenerationApi';
const RESTART_MS = 20_000;
/** Bull takes a job from a dead worker after so long. */
const STALLED_MS = 60_000;

export interface N8nPlan {
	workers: number;
	ids: 'small' | 'large' | 'uuid';
	/** `integrated`: another workflow calls it, and waits for its output. */
	mode: 'trigger' | 'webhook' | 'manual' | 'integrated';
	/** How rows have their media: in binary fields, which n8n keeps on a disk, or at addresses of such files. */
	files?: 'fields' | 'addresses';
	/** EXECUTIONS_TIMEOUT in seconds. */
	timeout: number;
	/** After so many milliseconds its database is copied, and so long after that put back to the copy. */
	putBack?: { at: number; ms: number };
	/** The node is a tool, which a model calls. */
	tool?: {
		caller: 'agent' | 'mcpTrigger';
		/** How long after a call it makes the same one again. */
		againMs: number;
	};
}

/** A row of n8n's table of executions. */
export interface Execution {
	id: string;
	status: 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed' | 'gone';
	mode: N8nPlan['mode'] | 'retry';
	retryOf?: string;
	/** As it was at the start. */
	workflow: WorkflowJson;
	/** As n8n has it in memory. n8n loads it for each leg, and loads the same. */
	loaded: Workflow;
	input: IDataObject[];
	/** What n8n has saved of it, as text. */
	data: string;
	waitTill?: Date;
	/** The nodes that began in this leg, which n8n's log of events knows, and whether they finished. */
	begun: Map<string, boolean>;
	/** By the clock that never jumps. */
	startedAt: number;
	endedAt?: number;
	/** When its chain of retries began, and last ended. */
	chain: { from: number; to: number };
	/** As n8n keeps it. */
	startDate: number;
	legs: number;
	/** How often a call woke it. */
	wakes: number;
	result?: RunResult;
	slot?: Slot;
	/** Ends this leg as a Stop does. */
	cancel?: () => void;
}

interface Slot {
	name: string;
	process: Process;
	instance: Instance;
}

export const isOpen = ({ status }: Execution) => status === 'running' || status === 'waiting';
const crashed = (node: INode) => new NodeOperationError(node, 'Node crashed, possible out-of-memory issue');

export class N8n {
	readonly executions: Execution[] = [];
	readonly table: ProcessedData;
	/** What started the second workflow, and what its trigger keeps. */
	readonly started: IDataObject[] = [];
	private staticData = '{}';
	private readonly slots: Slot[] = [];
	private readonly stored: TestCredentialsHelper;
	private main!: Slot;
	private count: number;
	private readonly waiters: Array<() => void> = [];
	/** What n8n did between the copy of its database and its new start, which it does not know. */
	lost?: { from: number; to: number };
	/** Executions that had ended, and run or wait again since then, and those of them that nobody has read. */
	readonly revived: Execution[] = [];
	readonly unread: Execution[] = [];
	/** How many saved runs n8n woke over 15 minutes late. */
	late = 0;

	constructor(
		private readonly plan: N8nPlan,
		private readonly built: BuiltPackage,
		private readonly faults: Faults,
		private readonly disk: Disk,
		private readonly trace: (line: string) => void,
		credential: IDataObject,
	) {
		this.count = plan.ids === 'large' ? 4_000_000_000 : 40;
		this.table = new ProcessedData(faults).put();
		this.stored = new TestCredentialsHelper(built.credentials, new TestNodeTypes());
		this.main = this.boot('main');
		for (let worker = 1; worker <= plan.workers; worker++) this.slots.push(this.boot(`worker ${worker}`));
		if (plan.workers === 0) this.slots.push(this.main);
		this.saveCredential(credential);
	}

	saveCredential(data: IDataObject): void {
		this.stored.save('credential-1', CREDENTIAL, 'Media account', data as never);
	}

	deleteCredential(): void {
		this.stored.delete('credential-1');
	}

	private boot(name: string): Slot {
		const process: Process = { name, isAlive: true };
		const { nodes, credentials } = this.built;
		const nodeTypes = new TestNodeTypes();
		nodeTypes.add([...substitutes, ...nodes]);
		if (this.plan.tool) nodeTypes.add([...callersOfTools(), ...[...nodes.values()].map(toolOf)]);
		const credentialsHelper = new TestCredentialsHelper(credentials, nodeTypes, this.stored);
		return { name, process, instance: { nodeTypes, credentialsHelper, url: 'https://n8n.night.net/' } };
	}

	/** A process dies, and starts again after a while. */
	kill(process: Process, where: string): void {
		if (!process.isAlive) return;
		process.isAlive = false;
		this.trace(`${process.name} dies ${where}`);
		const isLost = (each: Execution) => each.status === 'running' && each.slot?.process === process;
		void within(undefined, async () => {
			await sleep(RESTART_MS);
			// Its database was put back meanwhile.
			if (!this.slots.concat(this.main).some((slot) => slot.process === process)) return;
			const fresh = this.boot(process.name);
			const place = this.slots.findIndex((slot) => slot.process === process);
			if (place >= 0) this.slots[place] = fresh;
			if (process.name === 'main') this.main = fresh;
			this.trace(`${process.name} is back`);
			if (process.name !== 'main') await sleep(STALLED_MS);
			for (const execution of this.executions.filter(isLost)) this.recover(execution);
			if (process.name === 'main')
				for (const execution of this.executions) if (execution.status === 'waiting') this.watch(execution);
		});
	}

	/** All processes end, and start on an older copy of the database: later executions and claims are gone. */
	async putBack({ at, ms }: NonNullable<N8nPlan['putBack']>): Promise<void> {
		await sleep(at);
		const from = steadyNow();
		const { count, staticData } = this;
		const rows = new Map(this.table.rows);
		const saved = this.executions.map((each) => ({ ...each }));
		await sleep(ms);
		this.trace('n8n ends, and its database is put back');
		for (const { process } of [...this.slots, this.main]) process.isAlive = false;
		Object.assign(this, { lost: { from, to: steadyNow() }, count, staticData });
		this.table.rows.clear();
		for (const [place, row] of rows) this.table.rows.set(place, row);
		this.main = this.boot('main');
		for (const [n, { name }] of this.slots.entries())
			this.slots[n] = name === 'main' ? this.main : this.boot(name);
		for (const execution of this.executions.splice(saved.length))
			if (isOpen(execution)) this.end(execution, 'gone');
		for (const [n, was] of saved.entries()) {
			if (!isOpen(was)) continue;
			const old = this.executions[n]!;
			// What somebody has read of it stays as it was.
			const execution = (this.executions[n] = isOpen(old) ? Object.assign(old, was) : was);
			if (execution === was) [this.revived, this.unread].forEach((list) => list.push(was));
			if (execution.status === 'running') this.recover(execution);
			else this.watch(execution);
		}
	}

	/** n8n gives each node that had begun an artificial run, in the order of the workflow's list. */
	private recover(execution: Execution): void {
		const { resultData, ...rest } = parse(execution.data);
		// The main process has no log of what a worker ran.
		const begun = execution.slot?.name === 'main' ? execution.begun : new Map<string, boolean>();
		for (const node of Object.values(execution.loaded.nodes)) {
			const isFinished = begun.get(node.name);
			if (isFinished === undefined || resultData.runData[node.name]) continue;
			const task = { startTime: 0, executionIndex: 0, executionTime: -1, source: [null] };
			if (!isFinished) resultData.error = crashed(node);
			resultData.lastNodeExecuted = node.name;
			resultData.runData[node.name] = [
				isFinished
					? {
							...task,
							executionStatus: 'success',
							data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
						}
					: { ...task, executionStatus: 'crashed', error: crashed(node) },
			];
		}
		execution.data = stringify({ ...rest, resultData });
		this.end(execution, 'crashed');
	}

	/** Starts a workflow. */
	async start(workflow: WorkflowJson, input: IDataObject[], mode = this.plan.mode): Promise<Execution> {
		const loaded = this.load(workflow);
		const id = this.newId();
		// A webhook has its files before n8n gives the execution a number.
		const place = { executionId: mode === 'webhook' ? '' : id };
		const items = input.map((json) => this.withFiles(json, place));
		const node = loaded.nodes[START]!;
		const data = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
		});
		data.resumeToken = Array.from({ length: 64 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
		return await this.begin({ id, workflow, loaded, input, mode, data: stringify(data) });
	}

	/** *Retry* in the list of executions, with the workflow as it was or as it is now. */
	async retry(old: Execution, current?: WorkflowJson): Promise<Execution> {
		if (!this.executions.includes(old)) return await this.start(old.workflow, old.input);
		const { input, id: retryOf, chain } = old;
		const loaded = current ? this.load(current) : old.loaded;
		const failed = { run: { data: parse(old.data) } } as unknown as RunResult;
		const data = stringify(dataForRetry(failed, current ? Object.values(loaded.nodes) : []));
		return await this.begin({
			id: this.newId(),
			workflow: current ?? old.workflow,
			loaded,
			input,
			mode: 'retry',
			...{ retryOf, chain, data },
		});
	}

	/** An update of the package, which can't read what the one before saved, or knows an operation by another name. */
	update(what: 'rows' | 'run' | 'operation'): void {
		for (const execution of this.executions.filter(({ status }) => status === 'waiting')) {
			const data = parse(execution.data);
			const { nodeExecutionStack = [], contextData = {} } = data.executionData ?? {};
			const { suspended } = Object(Object(contextData['node:Node']).run);
			if (what === 'rows') for (const { job } of suspended?.rows ?? []) if (job) job.is = 'followed';
			if (what === 'run' && suspended) suspended.wakeAt = 'soon';
			const nodes = [...nodeExecutionStack.map(({ node }) => node), ...Object.values(execution.loaded.nodes)];
			for (const { parameters } of what === 'operation' ? nodes : [])
				if ('operation' in parameters) parameters.operation = 'formerName';
			execution.data = stringify(data);
		}
	}

	/** As in a database that was put back. */
	useNumbersAgain(): void {
		this.count = Number(this.executions[0]?.id ?? 41) - 1;
	}

	stop(execution: Execution): void {
		if (execution.status === 'waiting') this.end(execution, 'canceled');
		else execution.cancel?.();
	}

	/** Resolves when it neither runs nor waits. */
	async ended(execution: Execution): Promise<Execution> {
		while (isOpen(execution)) await new Promise<void>((resolve) => this.waiters.push(resolve));
		return execution;
	}

	private newId(): string {
		this.count += 1;
		const hex = Math.floor(Math.random() * 2 ** 48)
			.toString(16)
			.padStart(12, '0');
		return this.plan.ids === 'uuid'
			? `${hex.slice(0, 8)}-${hex.slice(8)}-4000-8000-${hex}`
			: String(this.count);
	}

	/** A row with the files of its addresses. */
	private withFiles(json: IDataObject, place: { executionId: string }): INodeExecutionData {
		const { files } = this.plan;
		const fields = files ? ['picture', 'video', 'sound'] : [];
		const nameIn = (field: string) => String(json[field]).split('/').at(-1) ?? '';
		const stored = fields.map((field) => [field, this.disk.put(nameIn(field), place)] as const);
		const addresses = stored.map(([name, file]) => [name, this.disk.addressOf(file)]);
		return {
			json: files === 'addresses' ? { ...json, ...Object.fromEntries(addresses) } : json,
			...(files === 'fields' && { binary: Object.fromEntries(stored) }),
		};
	}

	private async begin(
		given: Pick<Execution, 'id' | 'workflow' | 'loaded' | 'input' | 'mode' | 'retryOf' | 'data'> &
			Partial<Execution>,
	): Promise<Execution> {
		const execution: Execution = {
			status: 'running',
			begun: new Map(),
			startedAt: steadyNow(),
			startDate: now(),
			chain: { from: steadyNow(), to: Infinity },
			legs: 0,
			wakes: 0,
			...given,
		};
		this.executions.push(execution);
		this.run(execution);
		return await this.ended(execution);
	}

	/** n8n fills in the defaults of all parameters, also in the copies that an execution keeps. */
	private load(workflow: WorkflowJson, more: { id?: string; staticData?: IDataObject } = {}): Workflow {
		const nodes = workflow.nodes.map((json, index) => {
			const { version, credentials } = this.main.instance.nodeTypes.getByNameAndVersion(
				json.type,
			).description;
			const latest = Array.isArray(version) ? Math.max(...version) : version;
			const used = credentials
				? { credentials: { [CREDENTIAL]: { id: 'credential-1', name: 'Media account' } } }
				: {};
			return completeNode({ ...json, ...used }, index, latest);
		});
		return workflowOf(this.main.instance, workflow, nodes, more);
	}

	private end(execution: Execution, status: Execution['status']): void {
		execution.status = status;
		execution.endedAt = execution.chain.to = steadyNow();
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
			// It is in the queue, so no second call wakes it.
			Object.assign(execution, { status: 'running', slot: undefined });
			void within(undefined, async () => {
				await sleep(5_000);
				if (execution.status === 'running' && !execution.slot) this.run(execution, wokenBy, read);
			});
			return;
		}
		Object.assign(execution, { status: 'running', slot, begun: new Map(), legs: execution.legs + 1 });
		this.trace(`execution ${execution.id} ${execution.mode} ${wokenBy} on ${slot.name}`);
		if (wokenBy === 'time' && now() - Number(execution.waitTill) > 15 * 60_000) this.late += 1;
		const isWorker = slot !== this.main;
		const { workflow, id } = execution;
		const data = read ?? parse(execution.data);
		const limit = timeoutOf(workflow, { instanceTimeout: this.plan.timeout || undefined });
		const from = wokenBy === 'time' && !isWorker ? execution.startDate : now();
		if (wokenBy === 'start') Object.assign(execution, { startedAt: steadyNow(), startDate: now() });
		void within(slot.process, async () => {
			const { loaded, mode, begun } = execution;
			const running = execute(slot.instance, loaded, data, {
				...{ mode, executionId: id, isWorker },
				endsAt: limit > 0 ? now() + limit * 1_000 : undefined,
				// n8n no longer tells after a wait, but on a worker.
				retryOf: wokenBy === 'start' || isWorker ? execution.retryOf : undefined,
				watch: (hooks) => {
					hooks.addHandler('nodeExecuteBefore', async (name) => void begun.set(name, false));
					hooks.addHandler('nodeExecuteAfter', async (name) => void begun.set(name, true));
				},
			});
			const cancel = () => running.cancel();
			execution.cancel = cancel;
			let isCanceled = false;
			const endNow = () => {
				if (execution.cancel !== cancel || execution.status !== 'running') return;
				isCanceled = true;
				this.trace(`n8n's time limit cancels execution ${id}`);
				cancel();
			};
			if (limit > 0) setTimeout(endNow, Math.max(0, from + limit * 1_000 - now()));
			const run = await running;
			await this.disk.restoreNames(run, id);
			const result = new RunResult(run, workflow, id);
			await this.faults.point('before the execution is saved');
			execution.data = stringify(result.run.data);
			execution.result = result;
			const { waitTill } = result.run.data;
			execution.waitTill = waitTill;
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
		const { legs, waitTill } = execution;
		const at = waitTill?.getTime() ?? now();
		this.trace(`execution ${execution.id} waits till ${new Date(at).toISOString()}`);
		void within(this.main.process, async () => {
			await sleep(at - now());
			if (execution.status === 'waiting' && execution.legs === legs) this.run(execution, 'time');
		});
	}

	/** A call to the trigger of a second workflow. n8n saves its static data after the answer. */
	private async trigger({ searchParams }: URL, body: object): Promise<number> {
		const { instance } = this.main;
		const staticData: IDataObject = JSON.parse(this.staticData);
		const json = { nodes: [node('Trigger', 'mediaGenerationTrigger')] };
		const workflow = this.load(json, { id: 'workflow-2', staticData });
		const request = { body, query: Object.fromEntries(searchParams) };
		const trigger = workflow.nodes.Trigger!;
		const call = { instance, executionId: '' };
		const { status, main } = await callWebhook(call, workflow, trigger, request, 'webhook', null);
		await this.faults.point('before static data are saved');
		if (workflow.staticData.__dataChanged === true) this.staticData = JSON.stringify(workflow.staticData);
		for (const { json } of main?.flat() ?? []) this.started.push(json);
		this.trace(`the trigger was called: ${status} ${main ? 'starts' : ''}`);
		return status;
	}

	/** A call to the resume address of an execution. */
	async call(address: string, body: string): Promise<number> {
		const url = new URL(address);
		const [, id = ''] = /^\/webhook-waiting\/([^/]+)\//.exec(url.pathname) ?? [];
		const execution = this.executions.findLast((each) => each.id === id);
		const { main } = this;
		if (!main.process.isAlive)
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		if (url.pathname.startsWith('/webhook/'))
			return await within(main.process, async () => await this.trigger(url, JSON.parse(body)));
		if (!execution) return 404;
		if (execution.status !== 'waiting') return 409;
		return await within(main.process, async () => await this.ask(execution, JSON.parse(body)));
	}

	private async ask(execution: Execution, body: object): Promise<number> {
		const read = parse(execution.data);
		const { legs } = execution;
		const nodeName = read.resultData.lastNodeExecuted ?? '';
		const { instance } = this.main;
		const { loaded: workflow } = execution;
		const call = { instance, workflow, executionId: execution.id, nodeName, body };
		// If the node throws, n8n goes on with an empty item, and the execution fails.
		const { status, isWoken } = await askToResume(call, read).catch((error: Error) => {
			read.resultData.error = new NodeOperationError(workflow.getNode(nodeName)!, error);
			return { status: 500, isWoken: true };
		});
		this.trace(`execution ${execution.id} was called: ${status} ${isWoken ? 'wakes' : ''}`);
		if (!isWoken) return status;
		await sleep(5);
		if (execution.status !== 'waiting' || execution.legs !== legs) return 500;
		execution.wakes += 1;
		this.run(execution, 'call', read);
		return status;
	}
}
