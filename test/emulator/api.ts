import type { CallbackSettings, DeliveredCallback } from './callbacks/settings';
import type { FaultSpec } from './faults';
import type { JobView, Operation, Outcome } from './jobs/types';
import type { LiveBehaviour } from './live/behaviour';
import type { ChatLogEntry } from './live/rooms';
import type { Shapes } from './shapes';

/** An account of the emulated service. Secrets of 16, 24 and 32 bytes make callbacks of AES-128, -192 and -256. */
export interface AccountOptions {
	clientId: string;
	clientSecret: string;
	/** Balance at the start; default 100000. */
	credit?: number;
	/** A banned account gets code 1200 everywhere. */
	banned?: boolean;
}

/** How long a job takes, in milliseconds: a constant, a range drawn by the seed, or by operation and number. */
export type JobDuration = number | [number, number] | ((operation: Operation, n: number) => number);

/** What a coming job ends with; n counts the jobs of all operations from 1. */
export type OutcomeRule = (operation: Operation, n: number, request: unknown) => Outcome | undefined;

/** Options of startEmulator; all have defaults that suit tests. */
export interface EmulatorOptions {
	/** Port to listen on; default 0, any free one. */
	port?: number;
	/** Address to listen on; default 127.0.0.1. */
	host?: string;
	/** Seed of everything random; default 1. */
	seed?: number;
	/** Duration of a job; default [300, 900] ms. */
	jobMs?: JobDuration;
	/** The clock, in milliseconds since the epoch; default Date.now. */
	now?: () => number;
	/** Accounts; the first is the default one. The sample accounts are there when none is given. */
	accounts?: AccountOptions[];
	/** Jobs in progress at a time for an account, else code 1005; default no limit. */
	maxInProgress?: number;
	/** Whether a job fetches its media when it is made, and fails without them; default false: when the result is downloaded. */
	checkInputs?: boolean;
	/** What jobs end with; default success. */
	outcome?: OutcomeRule;
	faults?: FaultSpec[];
	shapes?: Partial<Shapes>;
	callbacks?: Partial<CallbackSettings>;
	live?: Partial<LiveBehaviour>;
	/** Called with a line of text for each request, callback and chat message. */
	log?: (line: string) => void;
}

/** One request as the emulator saw it. The emulator's own fetches of media are not in the log. */
export interface LoggedRequest {
	/** When it came, milliseconds by the emulator's clock. */
	at: number;
	area: 'api' | 'detect' | 'media' | 'result' | 'other';
	method: string;
	/** The path as sent, without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** The parsed JSON body; the text when it was not JSON; undefined when there was none. */
	body: unknown;
	/** What was answered; 0 when the connection was cut or left open. */
	httpStatus: number;
	/** Business code of the answer (error_code for detection). */
	code?: number;
	/** Why the service refused it. */
	refusal?: string;
	/** Parameters that the call does not have. */
	unknownFields: string[];
	/** The kind of the fault that hit the request. */
	fault?: string;
}

/** Changes what clients send before it is logged and answered, as a client with a defect would have sent it. */
export interface Alterations {
	request?: (request: LoggedRequest) => void;
}

/** Switches faults on and off. */
export interface Faults {
	add(...faults: FaultSpec[]): void;
	/** Removes all faults; connections left open by time-out faults are cut. */
	clear(): void;
	list(): FaultSpec[];
}

/** The jobs of the emulated service: what was created, and a hand on how it goes on. */
export interface Jobs {
	/** Every job ever created, in order, also deleted ones; optionally those of one operation. */
	created(operation?: Operation): JobView[];
	get(id: string): JobView | undefined;
	/** A face swap of the first account that was completed `ageMs` ago, under an ID that is known; not among those created. */
	keep(id: string, request: Record<string, unknown>, ageMs: number): void;
	/** Finishes a job now, whatever its time. Without an id: all that are not final. */
	complete(id?: string): void;
	fail(id: string, reason?: string, errorCode?: number): void;
	/** Sets any status number (also unknown ones) from now on; undefined gives the job back to the clock. */
	setStatus(id: string, status: number | undefined): void;
	/** The next jobs (of an operation) end like this. */
	next(outcome: Outcome, options?: { operation?: Operation; times?: number }): void;
}

/** Deliveries of callbacks, and the switches of how they go. */
export interface Callbacks {
	settings: CallbackSettings;
	/** Every delivery that was tried, in order. */
	delivered: DeliveredCallback[];
	/** Sends what is due by the emulator's clock, and resolves when the answers are in. */
	flush(): Promise<void>;
	/** Sends a body to a URL as the service would; returns the HTTP status (0 when unreachable). */
	send(
		url: string,
		content: object,
		options?: { clientId?: string; mode?: CallbackSettings['mode'] },
	): Promise<number>;
}

/** A running emulator. */
export interface Emulator {
	/** http://host:port, the credential's base URL (without /api/open/v3). */
	baseUrl: string;
	/** The credential's detection URL; detection is POST {detectUrl}/detect. */
	detectUrl: string;
	/** Where sample media are: `${mediaUrl}/people-3.png`. */
	mediaUrl: string;
	/** The default account. */
	clientId: string;
	clientSecret: string;
	accounts: AccountOptions[];
	/** Every request, in order of arrival. */
	requests: LoggedRequest[];
	/** The requests whose path ends with this text. */
	requestsTo(pathEnd: string): LoggedRequest[];
	/** Tokens given out since the start. */
	readonly tokensIssued: number;
	faults: Faults;
	/** Which of the service's varying shapes are answered; change them at any time. */
	shapes: Shapes;
	jobs: Jobs;
	callbacks: Callbacks;
	/** How live sessions and their chat behave; change it at any time. */
	live: LiveBehaviour;
	alter: Alterations;
	/** The ids of the live sessions that are open, and cost credits. */
	openSessions(): string[];
	/** Every chat message and connection, in order. */
	chats: ChatLogEntry[];
	/** The balance of an account (default: the default account). */
	credit(clientId?: string): number;
	setCredit(credit: number, clientId?: string): void;
	setBanned(banned: boolean, clientId?: string): void;
	/** Makes all issued tokens invalid: the next calls get code 1101 with HTTP 200. */
	expireTokens(): void;
	/** The emulator's clock, and a way to move it on. */
	now(): number;
	advance(ms: number): void;
	/** Stops listening, so that connections are refused, until online() is called. */
	offline(): Promise<void>;
	online(): Promise<void>;
	close(): Promise<void>;
}
