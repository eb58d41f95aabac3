import { Accounts, sampleAccounts, type Account } from './accounts';
import type { Alterations, EmulatorOptions } from './api';
import { CallbackSender } from './callbacks/sender';
import { FaultBoard } from './faults';
import { JobStore } from './jobs/store';
import { defaultLiveBehaviour, type LiveBehaviour } from './live/behaviour';
import { SessionStore } from './live/sessions';
import { Random } from './random';
import { defaultShapes, type Shapes } from './shapes';
import { sampleAvatars, type OfficialAvatar } from './endpoints/catalogue';

/** Everything that one emulator knows; handed to every endpoint. */
export class World {
	readonly random: Random;
	readonly accounts: Accounts;
	readonly faults: FaultBoard;
	readonly shapes: Shapes;
	readonly live: LiveBehaviour;
	readonly jobs: JobStore;
	readonly sessions: SessionStore;
	readonly callbacks: CallbackSender;
	readonly avatars: OfficialAvatar[] = sampleAvatars;
	/** Set once the port is known. */
	baseUrl = '';
	private skippedMs = 0;
	/** What alters requests on their way, to see whether it is noticed. */
	alter: Alterations = {};

	constructor(readonly options: EmulatorOptions) {
		const seed = options.seed ?? 1;
		this.random = new Random(seed);
		this.faults = new FaultBoard(new Random(seed + 1).next);
		this.faults.add(...(options.faults ?? []));
		this.shapes = { ...defaultShapes, ...options.shapes };
		this.accounts = new Accounts(options.accounts ?? sampleAccounts, this.random, this.shapes);
		this.live = { ...defaultLiveBehaviour, ...options.live };
		this.jobs = new JobStore(this.now, this.random, this.shapes);
		this.sessions = new SessionStore(this);
		this.callbacks = new CallbackSender(this);
	}

	/** Milliseconds since the epoch by the emulator's clock. */
	now = (): number => (this.options.now ?? Date.now)() + this.skippedMs;

	advance(ms: number): void {
		this.skippedMs += ms;
		this.callbacks.poke();
	}

	get mediaUrl(): string {
		return `${this.baseUrl}/media`;
	}

	/** What is left of an account's credits: failed jobs cost nothing, open sessions go on costing. */
	balance(account: Account): number {
		const spent = this.jobs.all
			.filter((job) => job.clientId === account.clientId && this.jobs.status(job) !== 4)
			.reduce((sum, job) => sum + job.cost, 0);
		return Math.round((account.paidIn - spent - this.sessions.cost(account)) * 100) / 100;
	}
}
