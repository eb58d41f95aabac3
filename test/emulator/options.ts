import type { CallbackSettings } from './callbacks/settings';
import type { Operation, Outcome } from './jobs/types';
import type { LiveBehaviour } from './live/behaviour';
import type { Readings } from './readings';

/** Options of startEmulator. All have defaults that suit tests. */
export interface EmulatorOptions {
	/** Port to listen on. Default: 0, any free port. */
	port?: number;
	/** Seed of all random values. Default: 1. */
	seed?: number;
	/** Duration of a job: a constant, a random range, or a function of the operation. Default: [300, 900] ms. */
	jobMs?: number | [number, number] | ((operation: Operation) => number);
	/** The clock, in milliseconds since the epoch. Default: Date.now. */
	now?: () => number;
	/** Jobs in progress at a time for an account, beyond which it gets code 1005. Default: no limit. */
	maxOpenJobs?: number;
	/** The end of the next jobs. `n` counts the jobs of all operations from 1. Default: success. */
	outcome?: (operation: Operation, n: number, request: unknown) => Outcome | undefined;
	readings?: Partial<Readings>;
	callbacks?: Partial<CallbackSettings>;
	live?: Partial<LiveBehaviour>;
	/** Called with a line of text for each request, callback and chat message. */
	log?: (line: string) => void;
}

/** A logged request. The log leaves out the emulator's own fetches of media. */
export interface LoggedRequest {
	/** The time of its arrival in milliseconds of the emulator's clock. */
	at: number;
	area: 'api' | 'detect' | 'media' | 'result' | 'other';
	method: string;
	/** The path as sent, without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** The parsed JSON body, the text if it is not JSON, or undefined without a body. */
	body: unknown;
	/** The HTTP status of the answer, or 0 if the connection was cut or left open. */
	httpStatus: number;
	/** Business code of the answer (error_code for detection). */
	code?: number;
	refusal?: string;
	unknownFields: string[];
}
