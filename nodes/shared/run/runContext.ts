import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { BinaryFile } from '../media/binaryFile';
import { lookAt } from '../media/lookAt';
import { hint } from '../n8n/hintsAndCustomData';
import type { Wanted } from '../service/fileType';
import { openAccount, type OpenAccount } from '../transport/account';
import { createEnvironment, type Environment } from '../async/environment';
import { createLimit, createYield } from '../async/limit';
import { waiting, type Around } from '../async/patience';
import { RunTransport } from '../transport/transport';
import { asError } from '../service/failure';
import { isOfDatabase } from '../n8n/errors';
import { timeLimitOf, toolCallerOf, type ToolCaller } from '../n8n/executionFacts';
import { pastOf, type State } from '../waiting/state';
import { endsAt, type Ends } from '../waiting/strategies';
import { defaultSettings, type Tools } from '../operation/defineOperation';

/** As many as reads. A stream takes little memory, but with twice as many a slow line may end all of them. */
const FILES_AT_A_TIME = 10;

/** Seconds until a tool must answer: MCP clients give up after 60 s, n8n Agents after 120 s. */
const USUAL_S: Readonly<Record<ToolCaller, number>> = { mcpTrigger: 50, n8nAgents: 100, agent: Infinity };

/** One time that n8n runs a node, with its transport, clock and cache. A suspended run has one for each leg. */
export class Run {
	/** The earlier legs and tries. It is read before anything can refuse the run (door.ts). */
	readonly past: State | undefined;
	readonly items: INodeExecutionData[];
	readonly environment: Environment;
	readonly transport: RunTransport;
	/** When n8n ran the node. Milliseconds since the epoch. */
	readonly beganAt: number;
	/** In seconds, as soon as the settings are known; 0 means the usual time. */
	toolTimeout = 0;
	/** When this leg must be over. A leg that continues another one sets it. */
	ends: Ends;
	/** Waits for n8n's database while it reads the credential. */
	readonly wait: Around;
	readonly yieldToEventLoop: () => Promise<void>;
	readonly files = createLimit(FILES_AT_A_TIME);
	private readonly silentHosts = new Set<string>();
	private readonly values = new Map<string, Promise<unknown>>();
	private opened?: OpenAccount;
	private readonly endings: Array<() => Promise<void>> = [];

	constructor(readonly context: IExecuteFunctions) {
		this.past = pastOf(context);
		this.items = context.getInputData();
		this.environment = createEnvironment(context);
		this.beganAt = this.environment.now();
		this.ends = endsAt(timeLimitOf(context), this.beganAt);
		const until = () => Math.min(this.beganAt + defaultSettings.timeout * 60_000, this.endsAt());
		const warn = (message: string) => context.logger.warn(message);
		this.wait = waiting({ ...this.environment, until, warn }, (error) => !isOfDatabase(error));
		const limits = { endsAt: () => this.endsAt() };
		this.transport = new RunTransport(context, this.environment, limits, async () => await this.account());
		this.yieldToEventLoop = createYield(this.environment);
	}

	/** Makes something once in this leg, however many items ask for it under the same key. */
	async once<T>(key: string, make: () => Promise<T>): Promise<T> {
		const value = this.values.get(key) ?? make();
		this.values.set(key, value);
		return (await value) as T;
	}

	/** The account of the credential. A failure is not kept, because it may pass. */
	async account(): Promise<OpenAccount> {
		return (this.opened ??= await openAccount(this.context, this.wait));
	}

	async serviceUrl(): Promise<string> {
		return (await this.account()).hosts.service.base;
	}

	endsAt(): number {
		return Math.min(this.ends.inProcess, this.answerBy(this.toolTimeout));
	}

	/** When a tool must answer, in milliseconds since the epoch. Infinity: nobody gives up. 0 seconds: the usual time. */
	answerBy(seconds: number): number {
		const caller = toolCallerOf(this.context);
		return caller === undefined ? Infinity : this.beganAt + (seconds || USUAL_S[caller]) * 1_000;
	}

	toolsFor(item: number): Tools {
		const { context, environment, transport } = this;
		return {
			...{ context, transport, environment, item },
			serviceUrl: async () => await this.serviceUrl(),
			mediaUrl: async (medium, label, wanted) => {
				const service = await this.serviceUrl();
				if (medium.mode === 'url') {
					const { url } = medium;
					await this.once(`page ${label} ${url}`, async () => await this.look(url, label, service, wanted));
					return url;
				}
				const file = new BinaryFile(context, item, medium.property, label);
				const make = async () => await file.url(service, wanted);
				return file.id === undefined ? await make() : await this.once(`file ${wanted} ${file.id}`, make);
			},
			once: async (key, make) => await this.once(key, make),
			answerBy: () => this.answerBy(0),
			atEnd: (clean) => void this.endings.push(clean),
		};
	}

	private async look(url: string, label: string, serviceUrl: string, wanted: Wanted): Promise<void> {
		const { host } = new URL(url);
		if (this.silentHosts.has(host)) return;
		const about = { label, serviceUrl, wanted };
		const { unseen, isSilent } = await lookAt(this.context, this.environment, url, about);
		if (isSilent) this.silentHosts.add(host);
		if (unseen === undefined) return;
		const message = `${label}: n8n could not look at the files of ${host} (${unseen}), so they were sent unchecked`;
		await this.once(`unseen ${host}`, async () => hint(this.context, message));
	}

	async end(): Promise<string[]> {
		const failed: string[] = [];
		for (const clean of this.endings)
			await clean().catch((error: unknown) => failed.push(asError(error).message));
		for (const message of failed) this.context.logger.warn(message);
		return failed;
	}
}

export { throwIfStopped } from '../async/environment';
