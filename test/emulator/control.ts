import type { ServerResponse } from 'node:http';
import { z } from 'zod/v3';

import type { Emulator } from './api';
import { faultKinds } from './faults';
import { sendJson } from './http/exchange';
import { operations } from './jobs/types';

const fault = z
	.object({
		kind: z.enum(faultKinds),
		match: z
			.object({
				path: z.string().optional(),
				method: z.string().optional(),
				nth: z.number().optional(),
				body: z.string().optional(),
				query: z.string().optional(),
			})
			.strict()
			.optional(),
		/** null, which JSON makes of Infinity, is every time. */
		times: z
			.number()
			.nullable()
			.transform((times) => times ?? Infinity)
			.optional(),
		rate: z.number().min(0).max(1).optional(),
		limit: z
			.object({ most: z.number(), perMs: z.number(), hasRetryAfter: z.boolean().optional() })
			.strict()
			.optional(),
		code: z.number().optional(),
		msg: z.string().optional(),
		status: z.number().optional(),
		headers: z.record(z.string()).optional(),
		body: z.string().optional(),
		delayMs: z.number().optional(),
	})
	.strict();

/** Reads one fault, as the control calls and the command line take it. Throws a ZodError. */
export const parseFault = (input: unknown) => fault.parse(input);

const outcome = z.object({
	status: z.number(),
	reason: z.string().optional(),
	errorCode: z.number().optional(),
	jobMs: z.number().optional(),
	operation: z.enum(operations).optional(),
	times: z.number().optional(),
});
const settings = z.object({
	shapes: z.record(z.unknown()).optional(),
	callbacks: z.record(z.unknown()).optional(),
	live: z.record(z.unknown()).optional(),
});

type Action = (emulator: Emulator, input: unknown, query: Record<string, string>) => unknown;

const accountOf = z.object({ clientId: z.string().optional() });

/** The control calls: method, path, and what they do. All are open; the emulator keeps no secrets. */
const actions: Record<string, Action> = {
	'GET /emulator/requests': (emulator, _input, { since }) => emulator.requests.slice(Number(since ?? 0)),
	'DELETE /emulator/requests': (emulator) => void emulator.requests.splice(0),
	'GET /emulator/jobs': (emulator) => emulator.jobs.created(),
	'POST /emulator/jobs/status': (emulator, input) => {
		const { id, status } = z.object({ id: z.string(), status: z.number().nullable() }).parse(input);
		emulator.jobs.setStatus(id, status ?? undefined);
	},
	'POST /emulator/jobs/fail': (emulator, input) => {
		const { id, reason, errorCode } = z
			.object({ id: z.string(), reason: z.string().optional(), errorCode: z.number().optional() })
			.parse(input);
		emulator.jobs.fail(id, reason, errorCode);
	},
	'POST /emulator/jobs/complete': (emulator, input) =>
		emulator.jobs.complete(z.object({ id: z.string().optional() }).parse(input ?? {}).id),
	'POST /emulator/jobs/next': (emulator, input) => {
		const { operation, times, ...ending } = outcome.parse(input);
		emulator.jobs.next(ending, { operation, times });
	},
	'GET /emulator/faults': (emulator) => emulator.faults.list(),
	'POST /emulator/faults': (emulator, input) =>
		emulator.faults.add(...(Array.isArray(input) ? input : [input]).map(parseFault)),
	'DELETE /emulator/faults': (emulator) => emulator.faults.clear(),
	'GET /emulator/callbacks': (emulator) => emulator.callbacks.delivered,
	'GET /emulator/chats': (emulator) => emulator.chats,
	'GET /emulator/settings': ({ shapes, callbacks, live }) => ({
		shapes,
		callbacks: callbacks.settings,
		live,
	}),
	'POST /emulator/settings': (emulator, input) => {
		const { shapes, callbacks, live } = settings.parse(input);
		Object.assign(emulator.shapes, shapes);
		Object.assign(emulator.callbacks.settings, callbacks);
		Object.assign(emulator.live, live);
	},
	'GET /emulator/credit': (emulator, _input, { clientId }) => ({ credit: emulator.credit(clientId) }),
	'POST /emulator/credit': (emulator, input) => {
		const { credit, clientId } = accountOf.extend({ credit: z.number() }).parse(input);
		emulator.setCredit(credit, clientId);
	},
	'POST /emulator/banned': (emulator, input) => {
		const { banned, clientId } = accountOf.extend({ banned: z.boolean() }).parse(input);
		emulator.setBanned(banned, clientId);
	},
	'POST /emulator/expire-tokens': (emulator) => emulator.expireTokens(),
	'POST /emulator/clock': (emulator, input) =>
		emulator.advance(z.object({ advanceMs: z.number() }).parse(input).advanceMs),
};

/** Where everything is: the answer to GET /emulator. */
function overview(emulator: Emulator): object {
	return {
		baseUrl: emulator.baseUrl,
		detectUrl: emulator.detectUrl,
		mediaUrl: emulator.mediaUrl,
		clientId: emulator.clientId,
		clientSecret: emulator.clientSecret,
		tokensIssued: emulator.tokensIssued,
		requests: emulator.requests.length,
		jobs: emulator.jobs.created().length,
		now: emulator.now(),
		controls: Object.keys(actions),
	};
}

/** Drives the emulator from another process: JSON in, JSON out; a wrong call gets HTTP 400 or 404 and says why. */
export function control(
	emulator: Emulator,
	method: string,
	path: string,
	query: Record<string, string>,
	body: unknown,
	response: ServerResponse,
): void {
	if (path === '/' || path === '/emulator') return sendJson(response, 200, overview(emulator));
	const action = actions[`${method} ${path}`];
	if (!action) return sendJson(response, 404, { error: 'No such control', controls: Object.keys(actions) });
	try {
		sendJson(response, 200, action(emulator, body, query) ?? { ok: true });
	} catch (error) {
		sendJson(response, 400, { error: error instanceof z.ZodError ? error.issues : String(error) });
	}
}
