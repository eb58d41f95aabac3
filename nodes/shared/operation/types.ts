import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { z } from 'zod/v3';
import type { JobKind, JobState } from '../jobs/kinds';
import type { Media } from './parameters/resourceLocators';
import type { Json, ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';
import type { Environment } from '../async/environment';
import type { Transport } from '../transport/types';
import type { Parameters } from './parameters/builders';

/** What an operation may use while it turns its input into a request or an output. */
export interface Tools {
	context: IExecuteFunctions;
	transport: Transport;
	environment: Environment;
	/** Index of the item at work. */
	item: number;
	/**
	 * The address under which the service fetches a medium, shared by all items that name it. `label` is the
	 * parameter's name on the screen.
	 */
	mediaUrl: (medium: Media, label: string) => Promise<string>;
	/** Makes something once while n8n runs the node, however many items ask for it under the same key. */
	once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
	/**
	 * When the node has to answer as a tool, in milliseconds since the epoch; Infinity where nobody gives up.
	 * @param seconds the option Answer Within; 0 for what suits who calls
	 */
	answerBy: (seconds: number) => number;
	/** Runs `clean` when n8n's run of the node is over, however it ended. */
	atEnd: (clean: () => Promise<void>) => void;
}

/** What a create is going to send, before anything is paid. */
export interface Plan {
	request: ServiceRequest;
	/** What was asked for, if the answer of the create may not repeat it. */
	asked?: Pick<JobState, 'lipsync'>;
	/** What `checkOnly` shows beside the request: the pairs of faces, for example. */
	preview?: { [key: string]: Json | undefined };
}

/** The part of an operation that people see. One operation is one file, which contains this. */
export interface Shown {
	/** n8n's name of the operation, as workflows store it. */
	value: string;
	/** The same on the screen. */
	name: string;
	description: string;
	/** What it does, as n8n's node panel lists it. */
	action: string;
}

/** The result of validating parameters: what to do with them, or what is wrong. */
export type Bound<T> = { ok: true; value: T; input: unknown } | { ok: false; error: z.ZodError };

interface Ready<T> extends Shown {
	parameters: Parameters;
	options: Parameters;
	/** The schema of all of them. */
	input: Schema<unknown>;
	bind(parameters: unknown): Bound<T>;
}

/** Makes something that takes time and is paid for: a job. */
export interface CreateOperation extends Ready<(tools: Tools) => Promise<Plan>> {
	type: 'create';
	kind: JobKind;
	/** Whether its results are pictures, which are saved by default. */
	makesImages?: boolean;
}
/** Opens a live avatar session, which is no job: it goes on costing credits until it is closed. */
export interface SessionOperation extends Omit<CreateOperation, 'type' | 'makesImages'> {
	type: 'session';
}
/** Reads jobs that were made before, from their ids. */
export interface ReadOperation extends Ready<string[]> {
	type: 'read';
	kind: JobKind;
	/** One output item for each id, even an unknown one, instead of one for each input item. */
	many?: boolean;
}
/** Makes one call and puts out the answer; pays for no job. */
export interface CallOperation extends Ready<(tools: Tools) => Promise<IDataObject[]>> {
	type: 'call';
	/**
	 * Called for every item before any is processed, even for items whose parameters turn out to be wrong: a place to
	 * register clean-up with `tools.atEnd`. An error here ends the run.
	 */
	begin?: (tools: Tools) => Promise<void>;
}

/** An operation as a node lists it. */
export type Operation = CreateOperation | SessionOperation | ReadOperation | CallOperation;

/** A resource of a node with its operations, in the order of the screen. */
export interface Resource {
	value: string;
	name: string;
	operations: readonly Operation[];
}
