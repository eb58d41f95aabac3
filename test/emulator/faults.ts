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
		/** Text within the path. Default: any path of the API and of detection. */
		path?: string;
		/** The number of the first matching request that it hits. Default: 1. */
		nth?: number;
		body?: string;
	};
	/** The number of requests that it hits. Default: 1. Infinity for all. */
	times?: number;
	/** Hits for so long after its first hit, in milliseconds of the emulator's clock. */
	lastsMs?: number;
	/** Business code of kind `code`, error_code for detection. */
	code?: number;
	msg?: string;
	/** HTTP status of kind `httpStatus`, `html`, `badJson` and `code`. */
	status?: number;
	headers?: Record<string, string>;
	/** Body of kind `httpStatus`, `html` and `badJson`. */
	body?: string;
	/** Delay of kind `slow`. */
	delayMs?: number;
}

interface Armed {
	spec: FaultSpec;
	seen: number;
	hits: number;
	since?: number;
}

/** The active faults in the order they were added. The first match hits. */
export class FaultBoard {
	private armed: Armed[] = [];

	/** Calls `cleared` when all faults are removed. */
	constructor(private readonly cleared: () => void) {}

	add(...specs: FaultSpec[]): void {
		this.armed.push(...specs.map((spec) => ({ spec, seen: 0, hits: 0 })));
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
			const { match, times = 1, lastsMs = Infinity } = fault.spec;
			if (!matches(fault.spec, request, rawBody)) continue;
			fault.seen += 1;
			if (taken || fault.seen < (match?.nth ?? 1) || fault.hits >= times) continue;
			if (request.at - (fault.since ?? request.at) >= lastsMs) continue;
			fault.since ??= request.at;
			fault.hits += 1;
			taken = fault.spec;
		}
		return taken;
	}
}

function matches({ match = {} }: FaultSpec, request: LoggedRequest, rawBody: string): boolean {
	if (match.path === undefined && request.area !== 'api' && request.area !== 'detect') return false;
	if (!request.path.includes(match.path ?? '')) return false;
	return match.body === undefined || rawBody.includes(match.body);
}
