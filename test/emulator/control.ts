import { z } from 'zod/v3';

import type { Emulator } from './api';
import { faultKinds } from './faults';
import { operations } from './jobs/types';

const number = z.number().optional();
const text = z.string().optional();
const settings = z.record(z.unknown()).optional();
const fault = z
	.object({
		kind: z.enum(faultKinds),
		match: z.object({ path: text, method: text, nth: number, body: text, query: text }).strict().optional(),
		/** null, which JSON makes of Infinity, is every time. */
		times: z.number().nullish(),
		rate: z.number().min(0).max(1).optional(),
		code: number,
		msg: text,
		status: number,
		headers: z.record(z.string()).optional(),
		body: text,
		delayMs: number,
	})
	.strict();
const change = z
	.object({
		/** These replace the faults that are switched on. */
		faults: z.array(fault).optional(),
		/** How the next job ends. */
		next: z
			.object({ status: z.number(), reason: text, jobMs: number, operation: z.enum(operations).optional() })
			.strict()
			.optional(),
		shapes: settings,
		callbacks: settings,
		live: settings,
		credit: number,
		advanceMs: number,
		expireTokens: z.boolean().optional(),
	})
	.strict();

/** All that an emulator has seen, and how it is set. */
export function overview(emulator: Emulator): object {
	const { baseUrl, detectUrl, mediaUrl, clientId, clientSecret, requests, shapes, live, chats } = emulator;
	return {
		...{ baseUrl, detectUrl, mediaUrl, clientId, clientSecret, credit: emulator.credit() },
		...{ requests, jobs: emulator.jobs.created(), faults: emulator.faults.list() },
		...{ shapes, live, callbacks: emulator.callbacks.settings },
		...{ delivered: emulator.callbacks.delivered, chats },
	};
}

/** Sets an emulator as a JSON body says. Throws a ZodError. */
export function control(emulator: Emulator, body: unknown): void {
	const { faults, next, shapes, callbacks, live, credit, advanceMs, expireTokens } = change.parse(body);
	if (faults) {
		emulator.faults.clear();
		emulator.faults.add(
			...faults.map((each) => ({ ...each, times: each.times === null ? Infinity : each.times })),
		);
	}
	if (next) emulator.jobs.next(next, { operation: next.operation });
	Object.assign(emulator.shapes, shapes);
	Object.assign(emulator.callbacks.settings, callbacks);
	Object.assign(emulator.live, live);
	if (advanceMs !== undefined) emulator.advance(advanceMs);
	if (credit !== undefined) emulator.setCredit(credit);
	if (expireTokens) emulator.expireTokens();
}
