import { z } from 'zod/v3';

import type { Account } from '../accounts';
import type { Emulator } from '../index';
import { createJob } from '../jobs/create';
import type { Job, Kind, Operation } from '../jobs/types';
import type { LoggedRequest } from '../options';
import type { Shapes } from '../shapes';
import { check, text } from './params';
import { Refusal } from './refusal';

export type Read = <T extends z.ZodTypeAny>(schema: T) => z.output<T>;

/** Reads a part of a request strictly, with code 1003 for a wrong parameter. The log names unknown parameters. */
export const readOf =
	(world: Emulator, { unknownFields }: LoggedRequest, part: unknown): Read =>
	(schema) =>
		check(schema, part, { noted: unknownFields, areTaken: world.shapes.unknownFields === 'taken' });

/** One call to the API, after authorization. */
export class Call {
	readonly hasBody: boolean;
	readonly body: Read;
	readonly query: Read;

	constructor(
		readonly world: Emulator,
		readonly account: Account,
		request: LoggedRequest,
	) {
		this.hasBody = request.body !== undefined;
		this.body = readOf(world, request, request.body);
		this.query = readOf(world, request, request.query);
	}

	/** A job of this account. Code 1008 if no such job of the kind exists, 1009 if it belongs to another account. */
	find(kind: Kind, id: string): Job {
		const job = this.world.jobs.find(id);
		if (job?.kind !== kind) throw new Refusal(1008, `The content requested does not exist: ${id}`);
		if (job.clientId !== this.account.clientId) throw new Refusal(1009, 'No permission to operate');
		return job;
	}

	own(operation: Operation): Job[] {
		const { clientId } = this.account;
		return this.world.jobs.all.filter((job) => job.operation === operation && job.clientId === clientId);
	}

	create(operation: Operation, request: Record<string, unknown>): Job {
		const { world, account } = this;
		const job = createJob(world, account, operation, request);
		const isFirst = world.jobs.all.filter(({ clientId }) => clientId === account.clientId).length === 1;
		if (isFirst && world.readings.tooFrequentTakes) throw new Refusal(1005, 'Operation is too frequent');
		return job;
	}
}

/** The fields of a successful answer, next to code 1000. */
export interface Reply {
	data?: unknown;
	msg?: string;
}

type Handler = (call: Call) => Reply;

/** An endpoint: a path below /api/open/v3, or with another version, its methods, and its answer. It throws refusals. */
export interface Route {
	path: string;
	methods: (shapes: Shapes) => string[];
	handle: Handler;
}

export const post = (path: string, handle: Handler): Route => ({ path, methods: () => ['POST'], handle });
export const get = (path: string, handle: Handler): Route => ({ path, methods: () => ['GET'], handle });

/** An endpoint that reads the record of a job by its ID in a parameter. */
export const getRecord = (
	path: string,
	parameter: string,
	kind: Kind,
	recordOf: (world: Emulator, job: Job) => object,
	query = z.object({ [parameter]: text }).strict(),
): Route =>
	get(path, (call) => {
		const { [parameter]: id = '' } = call.query(query);
		return { data: recordOf(call.world, call.find(kind, id)) };
	});

/** An endpoint whose method differs between senders. */
export const either = (
	path: string,
	setting: 'avatarCreateMethod' | 'sessionListMethod',
	handle: Handler,
): Route => ({
	path,
	methods: (shapes) => (shapes[setting] === 'both' ? ['POST', 'GET'] : [shapes[setting]]),
	handle,
});
