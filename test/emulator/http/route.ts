import type { z } from 'zod/v3';

import type { Account } from '../accounts';
import type { Shapes } from '../shapes';
import type { World } from '../world';

/** One call to the API, after authorization. */
export interface Call {
	world: World;
	account: Account;
	/** The JSON body, read strictly: what is wrong with it is code 1003. */
	body: Read;
	/** The same of the query. */
	query: Read;
	method: string;
	hasBody: boolean;
}

export type Read = <T extends z.ZodTypeAny>(schema: T) => z.output<T>;

/** What goes into the envelope beside code 1000. */
export interface Reply {
	data?: unknown;
	msg?: string;
}

/** An endpoint: a path below /api/open/v3, its methods, and what it answers. Refusals are thrown. */
export interface Route {
	path: string;
	methods: (shapes: Shapes) => string[];
	handle: (call: Call) => Reply | Promise<Reply>;
}

export const post = (path: string, handle: Route['handle']): Route => ({
	path,
	methods: () => ['POST'],
	handle,
});
export const get = (path: string, handle: Route['handle']): Route => ({
	path,
	methods: () => ['GET'],
	handle,
});

/** Methods of an endpoint whose method differs between senders. */
export const methodsOf = (choice: 'POST' | 'GET' | 'both') =>
	choice === 'both' ? ['POST', 'GET'] : [choice];
