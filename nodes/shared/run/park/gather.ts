import type { IWebhookFunctions } from 'n8n-workflow';
import { createEnvironment } from '../../async/environment';
import { BoundedMap } from '../../service/boundedMap';

/*
 * What outlives the calls to parked runs. n8n gives each call a copy of the whole execution, so nothing here may hold a
 * call's context: a wait is a few numbers and one timer, and what sends is one function for the whole process, for as
 * long as anything is to be sent (n8n.md: Resume address).
 */

/** What calls have told this process about one wait. Times are milliseconds since the epoch. */
export interface Gathered {
	/** Where the run is called, and what proves that it is this package that calls. */
	url: string;
	seal: string;
	/** Jobs that are over, according to signed calls, by their places in the list of open ones. */
	told: Set<number>;
	/** How many calls came. */
	calls: number;
	/** When the pause that collects calls ends; absent where there is none. Later calls move it no further than `latest`. */
	until?: number;
	latest: number;
	/** Set while the run is called at its own address. */
	isCalled?: boolean;
}

/**
 * When several processes take calls, none hears of all jobs. So calls are also debounced: the run wakes up after a
 * pause of ten times the usual time between two calls, within these limits. It hardly ever comes before the last call; a
 * run that wakes up too early misses the calls that come while it looks.
 */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const USUAL_TIMES = 10;

/** A wake-up call that n8n refuses, being busy, comes again after these pauses. */
const PAUSES_MS = [0, 2_000, 4_000, 8_000];
/** So long n8n may take to answer it. */
const CALL_MS = 10_000;

/** The waits for which this process got calls. */
const gathered = new BoundedMap<string, Gathered>(1_000);

/** The wait that a seal stands for. */
export function gatheredFor(seal: string, url: string): Gathered {
	const wait = gathered.get(seal) ?? { url, seal, told: new Set(), calls: 0, latest: 0 };
	gathered.set(seal, wait);
	return wait;
}

/**
 * Calls the run at its own address after a pause, whose end later calls move no further than a minute.
 * @param usualMs the usual time between two calls
 */
export function wakeAfterPause(context: IWebhookFunctions, wait: Gathered, usualMs: number): void {
	const now = createEnvironment().now();
	const isPaused = wait.until !== undefined;
	if (!isPaused) wait.latest = now + LONGEST_PAUSE_MS;
	wait.until = Math.min(wait.latest, now + Math.max(SHORTEST_PAUSE_MS, USUAL_TIMES * usualMs));
	if (!isPaused) borrow(context, async () => await pauseThenCall(wait));
}

/** Calls the run at its own address without a pause: n8n answers with the run as it is then. */
export function wakeNow(context: IWebhookFunctions, wait: Gathered): void {
	wait.until = undefined;
	borrow(context, async () => await callRun(wait));
}

/** Ends the pause: the call that has just come wakes the run up itself. */
export function wokenByCall(wait: Gathered): void {
	wait.until = undefined;
}

type Sender = Pick<IWebhookFunctions['helpers'], 'httpRequest'> & Pick<IWebhookFunctions, 'logger'>;

/**
 * What sends: n8n's function from the first call after a time in which none was needed. Since n8n 2 it holds the execution
 * of its call, so there is one for the process, and none when nobody needs it.
 */
let sender: Sender | undefined;
let users = 0;

function borrow({ helpers: { httpRequest }, logger }: IWebhookFunctions, use: () => Promise<void>): void {
	sender ??= { httpRequest, logger };
	users += 1;
	void use().finally(giveBack);
}

function giveBack(): void {
	users -= 1;
	if (users === 0) sender = undefined;
}

/** One timer at a time, which is short: a later call may bring the end of the pause forward. */
async function pauseThenCall(wait: Gathered): Promise<void> {
	const { now, sleep } = createEnvironment();
	for (;;) {
		const left = (wait.until ?? 0) - now();
		if (left <= 0) break;
		await sleep(Math.min(left, SHORTEST_PAUSE_MS));
	}
	if (wait.until === undefined) return;
	wait.until = undefined;
	await callRun(wait);
}

/**
 * Wakes the run up by a call to its own address, which n8n answers with the run as it is then. If no such call gets
 * through, the next look by time follows.
 */
async function callRun(wait: Gathered): Promise<void> {
	if (wait.isCalled) return;
	wait.isCalled = true;
	const { url, seal } = wait;
	const { sleep } = createEnvironment();
	for (const pause of PAUSES_MS) {
		if (pause > 0) await sleep(pause);
		try {
			const body = { seal, at: Date.now() };
			await sender?.httpRequest({ method: 'POST', url, body, json: true, timeout: CALL_MS });
			break;
		} catch (error) {
			sender?.logger.debug(`A parked run was not woken up by a call to its address: ${String(error)}`);
		}
	}
	wait.isCalled = false;
}
