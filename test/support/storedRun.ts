import type { INode, IRunExecutionData } from 'n8n-workflow';
import {
	askToResume,
	startRun,
	timeoutOf,
	workflowOf,
	type Instance,
	type RunOptions,
	type Running,
} from './run';
import type { RunResult } from './runResult';
import { clock } from './clock';
import type { WorkflowJson } from './workflow';

/**
 * A waiting execution in n8n's database. n8n wakes it at its date, asks the node when a call comes, and continues with
 * the data that it has read. Before it continues, n8n 2 checks that the execution still waits.
 */
export class StoredRun {
	/** The status in n8n's list of executions. */
	status = 'new';
	/** How many times n8n ran it, with the start. */
	legs = 0;
	/** The time at which n8n's own timer canceled it. The results of that leg are lost. */
	cancelledAt: number | undefined;
	private startedAt: number | undefined;
	result: RunResult | undefined;
	private stored: IRunExecutionData | undefined;
	private running: Running | undefined;
	private ended: Promise<void> = Promise.resolve();

	constructor(
		private readonly instance: Instance,
		private readonly json: WorkflowJson,
		private readonly nodes: INode[],
		private readonly options: RunOptions & {
			executionId: string;
			now: () => number;
			/** The data from which it continues. */
			executionData?: IRunExecutionData;
		},
	) {}

	/** Runs it until it waits or ends. */
	async start(): Promise<this> {
		await this.run();
		return this;
	}

	/** The time at which n8n wakes it, or undefined if it does not wait. */
	get waitTill(): number | undefined {
		const till = this.stored?.waitTill;
		return this.status === 'waiting' && till ? new Date(till).getTime() : undefined;
	}

	/** The stored data, as you see them in the database. */
	get storedData(): string {
		return JSON.stringify(this.stored);
	}

	changeStored(change: (data: IRunExecutionData) => void): void {
		if (this.stored) change(this.stored);
	}

	/** Acts as n8n's timer: moves the clock to the date, and runs it until it waits again or ends. */
	async wake(): Promise<void> {
		if (this.waitTill === undefined) throw new Error(`It does not wait, it is ${this.status}`);
		clock.time += Math.max(0, this.waitTill - this.options.now());
		await this.run(structuredClone(this.stored), 'time');
	}

	/** Wakes it whenever it waits, until it has ended. */
	async toTheEnd(mostLegs = 50): Promise<RunResult> {
		await this.ended;
		while (this.status === 'waiting') {
			if (this.legs > mostLegs) throw new Error('It waits for ever');
			await this.wake();
		}
		if (this.result === undefined) throw new Error('It has not begun');
		return this.result;
	}

	/** Calls one of its nodes, and returns the status of the answer. */
	async call(nodeName: string, body: object | string): Promise<number> {
		if (this.status !== 'waiting' || this.stored === undefined) return 409;
		const { instance } = this;
		const workflow = workflowOf(instance, this.json, this.nodes);
		const read = structuredClone(this.stored);
		const call = { instance, workflow, executionId: this.options.executionId, nodeName, body };
		const { status, isWoken } = await askToResume(call, read);
		if (!isWoken) return status;
		if (this.waitTill === undefined) return 500;
		void this.run(read);
		return status;
	}

	/** Resolves once a run that a call woke waits again or has ended. */
	async settled(): Promise<void> {
		await this.ended;
	}

	stop(): void {
		this.running?.stop();
	}

	private async run(executionData?: IRunExecutionData, wokenBy?: 'time'): Promise<void> {
		this.status = 'running';
		this.legs += 1;
		const end = this.timerEnd(wokenBy);
		this.running = startRun(this.instance, this.json, this.nodes, {
			...this.options,
			...(executionData && { executionData }),
		});
		this.ended = this.running.finished.then((result) => {
			this.result = result;
			this.stored = structuredClone(result.run.data);
			this.status = result.run.data.waitTill ? 'waiting' : result.run.status;
			if (this.options.now() <= end) return;
			this.cancelledAt = end;
			this.status = 'canceled';
		});
		await this.ended;
	}

	/** n8n's timer in one process counts from the first start, unless a call woke the run. */
	private timerEnd(wokenBy?: 'time'): number {
		const timeout = timeoutOf(this.json, this.options);
		if (timeout <= 0) return Infinity;
		const now = this.options.now();
		this.startedAt ??= now;
		const isFromStart = wokenBy === 'time' && this.options.isWorker !== true;
		return (isFromStart ? this.startedAt : now) + timeout * 1_000;
	}
}
