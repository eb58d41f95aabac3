import type { CallbackSettings } from './callbacks/settings';
import type { Operation, Outcome } from './jobs/types';
import type { LiveBehaviour } from './live/behaviour';
import type { Shapes } from './shapes';

/** How long a job takes, in milliseconds: a constant, a range drawn by the seed, or by operation and number. */
export type JobDuration = number | [number, number] | ((operation: Operation, n: number) => number);

/** Options of startEmulator; all have defaults that suit tests. */
export interface EmulatorOptions {
	/** Port to listen on; default 0, any free one. */
	port?: number;
	/** Seed of everything random; default 1. */
	seed?: number;
	/** Duration of a job; default [300, 900] ms. */
	jobMs?: JobDuration;
	/** The clock, in milliseconds since the epoch; default Date.now. */
	now?: () => number;
	/** Jobs in progress at a time for an account, else code 1005; default no limit. */
	maxInProgress?: number;
	/** Whether a job fetches its media when it is made, and fails without them; default false: when the result is downloaded. */
	checkInputs?: boolean;
	/** How a coming job ends; n counts the jobs of all operations from 1. Default success. */
	outcome?: (operation: Operation, n: number, request: unknown) => Outcome | undefined;
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
	/** The HTTP status of the answer; 0 when the connection was cut or left open. */
	httpStatus: number;
	/** Business code of the answer (error_code for detection). */
	code?: number;
	/** Why the service refused it. */
	refusal?: string;
	/** Parameters that the call does not have. */
	unknownFields: string[];
}
