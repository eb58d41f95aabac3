import { BoundedMap } from '../service/boundedMap';

/** When each event was taken up: milliseconds since the epoch. */
export type TakenAt = Readonly<Record<string, number>>;

/** The result of trying to take up an event. */
export type Claim =
	/**
	 * It is new: keep the claim when the event is done with, or give it back so that the event can be taken up again.
	 */
	| { kind: 'mine'; keep(): void; giveBack(): void }
	| { kind: 'taken' }
	/** Another delivery of the event is at work; `kept` tells whether it kept its claim. */
	| { kind: 'underWay'; kept: Promise<boolean> };

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How much is remembered: events per trigger, how many of them over a restart, for how long, and for how many triggers. */
const LIMITS = { events: 10_000, newest: 2_000, ageMs: 30 * DAY_MS, scopes: 500 };

interface Scope {
	done: BoundedMap<string, number>;
	underWay: Map<string, Promise<boolean>>;
}

/**
 * Makes an empty memory of the events that were taken up: each starts one run, however often it is delivered. It is
 * bounded: the oldest event and the least recently used trigger are forgotten first. `name` is the trigger that asks.
 */
export function createClaims(limits = LIMITS) {
	const scopes = new Map<string, Scope>();

	const scopeOf = (name: string): Scope => {
		const scope = scopes.get(name) ?? { done: new BoundedMap(limits.events), underWay: new Map() };
		scopes.delete(name);
		scopes.set(name, scope);
		for (const [oldest, { underWay }] of scopes) {
			if (scopes.size <= limits.scopes) break;
			if (underWay.size === 0) scopes.delete(oldest);
		}
		return scope;
	};
	const isFresh = (at: number | undefined, now: number) => at !== undefined && now - at <= limits.ageMs;

	return {
		/** Takes up an event, at once: between two callers nothing else can happen. */
		take(name: string, event: string, now: number): Claim {
			const { done, underWay } = scopeOf(name);
			if (isFresh(done.peek(event), now)) return { kind: 'taken' };
			const kept = underWay.get(event);
			if (kept !== undefined) return { kind: 'underWay', kept };
			let tell: (isKept: boolean) => void = () => undefined;
			underWay.set(event, new Promise<boolean>((resolve) => (tell = resolve)));
			const end = (isKept: boolean) => {
				underWay.delete(event);
				if (isKept) done.set(event, now);
				tell(isKept);
			};
			return { kind: 'mine', keep: () => end(true), giveBack: () => end(false) };
		},
		/** Whether an event is done with; does not claim it. */
		has: (name: string, event: string, now: number) => isFresh(scopeOf(name).done.peek(event), now),
		/** Adds the events that an earlier or another process has stored. */
		learn(name: string, events: TakenAt, now: number) {
			const { done } = scopeOf(name);
			const news = Object.entries(events).filter(
				([event, at]) => isFresh(at, now) && done.peek(event) === undefined,
			);
			if (news.length === 0) return;
			const all = [...done.entries(), ...news].sort(([, a], [, b]) => a - b);
			for (const [event, at] of all) done.set(event, at);
		},
		/** The newest events that are done with, for a later process. */
		newest(name: string, now: number): TakenAt {
			const { done } = scopeOf(name);
			return Object.fromEntries(
				[...done.entries()].filter(([, at]) => isFresh(at, now)).slice(-limits.newest),
			);
		},
	};
}
