import { AsyncLocalStorage } from 'node:async_hooks';
import './shortcuts';
import { Signal } from './signal';

/*
 * The time of a world. Import this file before n8n: it replaces the timers, the clock, and the random source of the whole
 * program, so n8n, the nodes, and the emulator all live in simulated time, and a number gives the same night each time.
 */

/** A process of n8n. What a dead process has begun never continues. */
export interface Process {
	readonly name: string;
	isAlive: boolean;
}

const inProcess = new AsyncLocalStorage<Process | undefined>();
/** The process that runs this code. Undefined for the service, and for people. */
export const currentProcess = (): Process | undefined => inProcess.getStore();
export const within = <T>(process: Process | undefined, work: () => T): T => inProcess.run(process, work);

class Timer {
	constructor(
		readonly at: number,
		public run?: () => unknown,
		readonly process = currentProcess(),
	) {}

	unref(): this {
		return this;
	}
}

// The zone of n8n's workflows.
process.env.TZ = 'America/New_York';
// The traces of errors took a twentieth of the time.
Error.stackTraceLimit = 3;
const real = { Date, setImmediate: globalThis.setImmediate };
/** The first moment of each world: a Tuesday evening in November, New York time. */
const START = Date.UTC(2026, 10, 24, 23, 30);

/** The next is the last. */
let timers: Timer[] = [];
/** Milliseconds since the world began. They never jump. */
let uptime = 0;
/** How far the date of all processes is from it. */
let offset = START;
let immediates: Timer[] = [];
let random = () => 0.5;

/** Behind all that are due at the same time. */
function push(timer: Timer): Timer {
	let [low, high] = [0, timers.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (timers[middle]!.at > timer.at) low = middle + 1;
		else high = middle;
	}
	timers.splice(low, 0, timer);
	return timer;
}

/** The next timer that does something. */
function next(): Timer | undefined {
	for (let timer; (timer = immediates.shift() ?? timers.pop());)
		if (timer.run && timer.process?.isAlive !== false) return timer;
	return undefined;
}

export const now = (): number => Math.floor(offset + uptime);
/** The date of the service, and of whoever judges, which never jumps. */
export const steadyNow = (): number => Math.floor(START + uptime);
export const uptimeNow = (): number => uptime;
/** The date jumps, as after a correction of the computer's clock. */
export const jump = (ms: number): void => void (offset += ms);

/** Begins a new world. What the last one left under way never continues. */
export function reset(source: () => number): void {
	[timers, immediates] = [[], []];
	[uptime, offset] = [0, START];
	random = source;
}

function later(run: () => unknown, ms = 0): Timer {
	return push(new Timer(uptime + (Number.isFinite(ms) ? Math.max(0, ms) : 0), run));
}

export const sleep = async (ms: number): Promise<void> =>
	await new Promise((resolve) => void later(resolve, ms));
/** What a dead process waits for. */
export const never = async (): Promise<never> => await new Promise(() => {});

/** A world of twelve rows that meets all faults takes a tenth of it. */
const MOST_STEPS = 1_000_000;

/** Runs all promises that are due, as Node does after each callback. A turn of its loop takes longer than most steps. */
const settle: () => void = Reflect.get(process, '_tickCallback');
const settled = Promise.resolve();

/** Runs the world until `work` has ended. @throws if nobody has anything to do before that, or a year has passed */
export async function live<T>(work: () => Promise<T>): Promise<T> {
	let isOver = false;
	const result = work().finally(() => (isOver = true));
	result.catch(() => {});
	let steps = 0;
	await new Promise<void>((resolve, reject) => {
		real.setImmediate(() => {
			for (; !isOver; settle()) {
				const timer = next();
				if (!timer) return reject(new Error('Everybody waits for something that nobody will do'));
				uptime = Math.max(uptime, timer.at);
				if (uptime > 366 * 24 * 3_600_000) return reject(new Error('A year has passed'));
				if (steps++ > MOST_STEPS) return reject(new Error('It goes on and on'));
				const { run = () => {}, process } = timer;
				timer.run = undefined;
				void settled.then(() => void inProcess.run(process, run));
			}
			resolve();
		});
	});
	return await result;
}

/** A date without a time is the world's. */
class WorldDate extends real.Date {
	constructor(...given: []) {
		if (given.length === 0) super(now());
		else super(...given);
	}

	static override now(): number {
		return now();
	}
}

const TIME_UP = new DOMException('The time is up', 'TimeoutError');
Object.assign(globalThis, {
	Date: WorldDate,
	/** Node makes at least a millisecond of each wait. */
	setTimeout: (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
		later(args.length === 0 ? run : () => run(...args), Math.max(1, ms)),
	clearTimeout: (timer: unknown) => timer instanceof Timer && (timer.run = undefined),
	/** Only n8n's housekeeping has intervals. */
	setInterval: () => new Timer(Infinity),
	clearInterval: () => {},
	setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) =>
		immediates.push(new Timer(uptime, () => run(...args))),
	AbortController: Signal,
	AbortSignal: {
		timeout(ms: number) {
			const signal = new Signal();
			later(() => signal.abort(TIME_UP), ms);
			return signal;
		},
	},
});
performance.now = () => uptime;
Math.random = () => random();
