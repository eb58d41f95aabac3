import { Accounts, type Account } from './accounts';
import { CallbackSender } from './callbacks/sender';
import { FaultBoard } from './faults';
import { JobStore } from './jobs/store';
import { defaultLiveBehaviour, type LiveBehaviour } from './live/behaviour';
import { Rooms } from './live/rooms';
import { SessionStore } from './live/sessions';
import type { EmulatorOptions, LoggedRequest } from './options';
import { Random } from './random';
import { EmulatorServer } from './server';
import { defaultReadings, type Readings } from './readings';
import { defaultShapes, type Shapes } from './shapes';

export type * from './options';
export type { FaultSpec } from './faults';
export type { CallbackSettings } from './callbacks/settings';
export type { Operation } from './jobs/types';
export { sampleAccounts } from './accounts';
export { defaultReadings, otherReadings, type Readings } from './readings';
export { seal } from './callbacks/envelope';

/** A running emulator of the service. Tests read and change it, and every endpoint gets it. */
export class Emulator {
	/** http://127.0.0.1:port, the credential's base URL (without /api/open/v3). */
	baseUrl = '';
	/** Every request, oldest first. */
	readonly requests: LoggedRequest[] = [];
	readonly random: Random;
	/** The variants of the service's answers. Change them at any time. */
	readonly shapes: Shapes;
	/** The other readings of the interface. Change them at any time. */
	readonly readings: Readings;
	/** The behavior of live sessions and their chat. Change it at any time. */
	readonly live: LiveBehaviour;
	readonly faults: FaultBoard;
	readonly jobs: JobStore;
	readonly callbacks: CallbackSender;
	readonly sessions: SessionStore;
	readonly keyring: Accounts;
	readonly rooms: Rooms;
	/** Changes a request before it is logged and answered, as if a faulty client had sent it. */
	readonly alter: { request?: (request: LoggedRequest) => void } = {};
	private readonly server: EmulatorServer;

	constructor(readonly options: EmulatorOptions) {
		this.random = new Random(options.seed ?? 1);
		this.shapes = { ...defaultShapes };
		this.readings = { ...defaultReadings, ...options.readings };
		this.live = { ...defaultLiveBehaviour, ...options.live };
		this.keyring = new Accounts(this.random, this.shapes);
		this.jobs = new JobStore(this);
		this.sessions = new SessionStore(this);
		this.callbacks = new CallbackSender(this);
		this.rooms = new Rooms(this);
		this.server = new EmulatorServer(this);
		this.faults = new FaultBoard(() => this.server.dropHeld());
	}

	/** The credential's detection URL. Detection is POST {detectUrl}/detect. */
	get detectUrl(): string {
		return `${this.baseUrl}/detect-host`;
	}
	/** The address of sample media, such as `${mediaUrl}/people-3.png`. */
	get mediaUrl(): string {
		return `${this.baseUrl}/media`;
	}
	get accounts(): Account[] {
		return this.keyring.list;
	}
	get clientId(): string {
		return this.account().clientId;
	}
	get clientSecret(): string {
		return this.account().clientSecret;
	}
	/** The fields of a credential for the default account. */
	get credential() {
		const { baseUrl, detectUrl, clientId, clientSecret } = this;
		return { baseUrl, detectUrl, clientId, clientSecret };
	}

	requestsTo(pathEnd: string): LoggedRequest[] {
		return this.requests.filter(({ path }) => path.endsWith(pathEnd));
	}

	/** The IDs of the open live sessions, which cost credits. */
	openSessions(): string[] {
		return this.sessions.open().map(({ id }) => id);
	}

	/** The balance of an account. Failed jobs cost nothing, and open sessions continue to cost credits. */
	credit(clientId = this.clientId): number {
		const own = this.jobs.all.filter((job) => job.clientId === clientId);
		const paid = own.filter((job) => this.readings.failedJobsCost || this.jobs.status(job) !== 4);
		const spent = paid.reduce((sum, job) => sum + job.cost, 0);
		const { paidIn } = this.account(clientId);
		return Math.round((paidIn - spent - this.sessions.cost(clientId)) * 100) / 100;
	}

	setCredit(credit: number): void {
		this.account().paidIn += credit - this.credit();
	}

	/** Milliseconds since the epoch by the emulator's clock. */
	now = (): number => (this.options.now ?? Date.now)();

	/** Listens until close(). */
	async listen(): Promise<void> {
		this.baseUrl = await this.server.listen(this.options.port);
	}

	async close(): Promise<void> {
		this.callbacks.close();
		this.rooms.close();
		await this.server.stop();
	}

	private account(clientId?: string): Account {
		const account = clientId === undefined ? this.accounts[0] : this.keyring.find(clientId);
		if (!account) throw new Error(`There is no account ${clientId ?? ''}`);
		return account;
	}
}

/** Starts an emulator on a free port. Close it when done. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const emulator = new Emulator(options);
	await emulator.listen();
	return emulator;
}
