import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { z } from '../zod';
import type { JobKind, JobState } from '../jobs/kinds';
import type { Media } from './parameters/builders';
import type { Wanted } from '../service/fileType';
import type { Json, ServiceRequest } from '../service/request';
import type { Environment } from '../async/environment';
import type { Transport } from '../transport/types';
import type { Parameters } from './parameters/builders';

export interface Tools {
	context: IExecuteFunctions;
	transport: Transport;
	environment: Environment;
	item: number;
	mediaUrl: (medium: Media, label: string, wanted: Wanted) => Promise<string>;
	/** Once in a leg for all items. */
	once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
	/** Milliseconds since the epoch, or Infinity. */
	answerBy: () => number;
	atEnd: (clean: () => Promise<void>) => void;
}

export interface Plan {
	request: ServiceRequest;
	asked?: Pick<JobState, 'lipsync'>;
	preview?: { [key: string]: Json | undefined };
}

export interface Shown {
	/** n8n stores it in workflows. */
	value: string;
	name: string;
	description: string;
	action: string;
}

export type Bound<T> = { ok: true; value: T; input: unknown } | { ok: false; error: z.ZodError };

interface Ready<T> extends Shown {
	parameters: Parameters;
	options: Parameters;
	bind(parameters: unknown): Bound<T>;
}

export interface CreateOperation extends Ready<(tools: Tools) => Promise<Plan>> {
	type: 'create';
	kind: JobKind;
	makesImages?: boolean;
}
export interface ReadOperation extends Ready<string[]> {
	type: 'read';
	kind: JobKind;
	many?: boolean;
}
export interface CallOperation extends Ready<(tools: Tools) => Promise<IDataObject[]>> {
	type: 'call';
	begin?: (tools: Tools) => Promise<void>;
}

export type Operation = CreateOperation | ReadOperation | CallOperation;

export interface Resource {
	value: string;
	name: string;
	operations: readonly Operation[];
	isHiddenFromTools?: boolean;
}
