import type { LoggedRequest } from './options';

/** The effect of a fault. Kinds that begin with `after` happen after the service has done the work. */
export type FaultKind =
	| 'code'
	| 'httpStatus'
	| 'reset'
	| 'timeout'
	| 'badJson'
	| 'html'
	| 'slow'
	| `afterTaken${'Reset' | 'Timeout' | 'HttpStatus' | 'BadJson'}`;

/** A fault: the requests it hits, how often, and its effect. */
export interface FaultSpec {
	kind: FaultKind;
	match?: {
		/** Text within the path, or a pattern. Default: any path of the API and of detection. */
		path?: string | RegExp;
		/** The number of the first matching request that it hits. Default: 1. */
		nth?: number;
		/** Text within the body. */
		body?: string;
	};
	/** The number of requests that it hits. Default: 1. Infinity for all. */
	times?: number;
	/** Hits for so long after its first hit, in milliseconds of the emulator's clock. */
	lastsMs?: number;
	/** Hits only requests beyond `most` in any span of `perMs` of the emulator's clock, for any number of `times`. */
	limit?: {
		most: number;
		perMs: number;
		/** Whether the answer has Retry-After, in whole seconds. */
		hasRetryAfter?: boolean;
	};
	/** Business code of kind `code`, error_code for detection. */
	code?: number;
	msg?: string;
	/** HTTP status of kind `httpStatus`, `html`, `badJson` and `code`. */
	status?: number;
	/** Further headers of the answer, Retry-After for example. */
	headers?: Record<string, string>;
	/** Body of kind `httpStatus`, `html` and `badJson`. */
	body?: string;
	/** Delay of kind `slow`. For kind `timeout`, the connection stays open that long (default: until the emulator closes). */
	delayMs?: number;
}

interface Armed {
	spec: FaultSpec;
	seen: number;
	hits: number;
	/** When it hit for the first time. */
	since?: number;
	/** The times of requests that passed its limit, in the last span. */
	passed: number[];
}

/** The active faults in the order they were added. The first match hits. */
export class FaultBoard {
	private armed: Armed[] = [];

	/** Calls `cleared` when all faults are removed. */
	constructor(private readonly cleared: () => void) {}

	add(...specs: FaultSpec[]): void {
		this.armed.push(...specs.map((spec) => ({ spec, seen: 0, hits: 0, passed: [] })));
	}

	/** Removes all faults, and cuts the connections that timeout faults left open. */
	clear(): void {
		this.armed = [];
		this.cleared();
	}

	/** The fault that hits this request, if any. Faults without a path leave media and results alone. */
	take(request: LoggedRequest, rawBody: string): FaultSpec | undefined {
		let taken: FaultSpec | undefined;
		for (const fault of this.armed) {
			if (!matches(fault.spec, request, rawBody)) continue;
			fault.seen += 1;
			if (taken) continue;
			if (fault.seen < (fault.spec.match?.nth ?? 1)) continue;
			const { times = fault.spec.limit ? Infinity : 1 } = fault.spec;
			if (fault.hits >= times) continue;
			if (request.at - (fault.since ?? request.at) >= (fault.spec.lastsMs ?? Infinity)) continue;
			const earlyMs = earlyBy(fault, request.at);
			if (earlyMs === 0) continue;
			fault.since ??= request.at;
			fault.hits += 1;
			const wait = String(Math.ceil(earlyMs / 1_000));
			const isTold = fault.spec.limit?.hasRetryAfter === true;
			taken = isTold
				? { ...fault.spec, headers: { ...fault.spec.headers, 'Retry-After': wait } }
				: fault.spec;
		}
		return taken;
	}
}

/** The milliseconds that a request is too early for a limit, or 0 if it passes. */
function earlyBy({ spec: { limit }, passed }: Armed, at: number): number {
	if (limit === undefined) return Infinity;
	while (passed[0] !== undefined && passed[0] <= at - limit.perMs) passed.shift();
	if (passed.length >= limit.most) return (passed[0] ?? at) + limit.perMs - at;
	passed.push(at);
	return 0;
}

function matches({ match = {} }: FaultSpec, request: LoggedRequest, rawBody: string): boolean {
	if (match.path === undefined && request.area !== 'api' && request.area !== 'detect') return false;
	if (typeof match.path === 'string' && !request.path.includes(match.path)) return false;
	if (match.path instanceof RegExp && !match.path.test(request.path)) return false;
	return match.body === undefined || rawBody.includes(match.body);
}
