import type { INodeExecutionData } from 'n8n-workflow';
import { createLimit, each } from '../async/limit';
import { createWatch, isFinal } from '../jobs/wait';
import { isTool } from '../n8n/node';
import { timeLimitOf } from '../n8n/timeLimit';
import { hint } from '../n8n/hintsAndCustomData';
import { goesOn, ItemFailure, toFailure } from '../operation/failure';
import { readSettings, sessionSettings } from '../operation/settings';
import { bodyOfSettings } from '../operation/settings/bodySettings';
import type { SessionOperation } from '../operation/types';
import { closeSession } from './closeSession';
import { referenceOf, requireUnknown } from '../run/create/check';
import { answerBy, nextOfOpen, processingItem } from '../item/toolAnswer';
import { finish, makeOutput, STILL_OPEN } from '../item/finish';
import { failedAt, itemsOf, outcomeOf, stopOn, type Outcome } from '../item/outcome';
import { readItem } from '../item/itemParameters';
import { knownOf } from '../item/job';
import type { Run } from '../item/runContext';
import { fingerprintOf } from '../keys/fingerprint';
import { open, type Session, type Sessions } from './openSession';
import { endsOf } from '../run/batch/waysToWait';
import { halt } from '../run/batch/batch';
import { ledgerOf } from '../run/batch/ledger';

/** What becomes of an output that no setting of a session tells. */
const OUTPUT = readSettings.parse({});

/** Sessions that are opened at a time. */
const OPENED_AT_A_TIME = 5;

/**
 * Opens a live avatar session for each item, and waits until it streams. One that nobody learns of is closed: after a
 * failure, a time-out, a Stop, and when the node stops on the failure of another item.
 * @throws NodeOperationError when an item failed and the node stops on failures
 */
export async function runSessions(run: Run, operation: SessionOperation): Promise<INodeExecutionData[]> {
	const { environment, context, transport, beganAt } = run;
	const endsAt = endsOf(timeLimitOf(context), beganAt, undefined, { startedAt: beganAt }).inProcess;
	const ledger = ledgerOf(run);
	const watch = createWatch(transport, environment);
	const all: Sessions = { run, operation, ledger, watch, endsAt };
	const checked = await each([...run.items.keys()], { turn: run.breathe }, async (item) => check(all, item));
	stopOn(run, checked);
	const sessions = checked.flatMap((outcome) => (outcome.ok ? outcome.value : []));
	const opening = createLimit(OPENED_AT_A_TIME);
	const outcomes = await each(checked, {}, async (outcome): Promise<Outcome<INodeExecutionData>> => {
		if (!outcome.ok) return outcome;
		const session = outcome.value;
		try {
			await opening(async () => await open(all, session));
			return { ok: true, value: await stream(all, session) };
		} catch (error) {
			return await failed(all, session, error);
		}
	});
	const isStopped = environment.signal?.aborted === true;
	if (isStopped || (!goesOn(context) && outcomes.some(({ ok }) => !ok))) await closeAll(all, sessions);
	stopOn(run, outcomes, leftOpen(all, sessions), 'Still open, and costing credits');
	if (outcomes.every(({ ok }) => ok)) ledger.clear();
	tellOpen(all, sessions);
	return itemsOf(outcomes);
}

/** Validates the parameters of an item, without a request. */
async function check({ run, operation }: Sessions, item: number): Promise<Outcome<Session>> {
	const reference = referenceOf(run, item);
	const known = { kind: operation.kind.name, submitted: 'no', reference } as const;
	return await outcomeOf(
		item,
		() => {
			const found = readItem(run, operation, operation.bind, item, sessionSettings);
			const { settings, input, value: makePlan } = found;
			requireUnknown(operation, settings.extraFields);
			const fingerprint = fingerprintOf(operation.value, input, bodyOfSettings(settings), item);
			return { item, settings, fingerprint, input, makePlan };
		},
		known,
	);
}

/**
 * Waits until a session streams, where its item wants that, and gives its output. A tool whose time is up tells of the
 * open session, which whoever called it may use or close.
 */
async function stream(all: Sessions, session: Session): Promise<INodeExecutionData> {
	const { run, operation, watch, endsAt } = all;
	const { kind } = operation;
	const { item, settings, job, claim } = session;
	if (job?.is !== 'running') throw new ItemFailure(`${kind.label} was not created`);
	const { state, duplicate } = job;
	const { reference, timeout, waitForCompletion } = settings;
	const output = { ...OUTPUT, ...settings };
	if (!waitForCompletion) {
		return withNext(run, await makeOutput(run, item, output, { kind, state, reference, duplicate }));
	}
	const since = run.environment.now();
	const ends = Math.min(since + timeout * 60_000, endsAt);
	const until = Math.min(ends, answerBy(run, settings.answerWithin));
	const waited = await watch.until({ kind, state, since, until, lookNow: duplicate });
	session.job = { ...job, state: waited.state };
	if (waited.timedOut && until < ends) {
		const { id, streamUrls } = waited.state;
		const known = { id, streamUrls, isRepeatable: claim !== undefined, reference, duplicate };
		return processingItem(run, kind, item, known);
	}
	const known = { reference, duplicate, closesSession: true };
	return withNext(run, await finish(run, kind, item, output, waited, known));
}

/** The output of an open session; a tool's says what is left to do. */
function withNext(run: Run, output: INodeExecutionData): INodeExecutionData {
	if (isTool(run.context)) output.json.next = nextOfOpen(run);
	return output;
}

/** The failure of an item, and what became of its session. */
async function failed(all: Sessions, session: Session, error: unknown): Promise<Outcome<never>> {
	const { run, operation } = all;
	const { item, settings, job } = session;
	const known = { kind: operation.kind.name, ...knownOf(job), reference: settings.reference };
	const { message, details, stopsEverything } = toFailure(error, known);
	const isStarted = job?.is === 'running' && job.state.status !== operation.kind.ready;
	const word = isStarted && !run.environment.signal?.aborted ? await wordOnClosing(all, session) : undefined;
	const description = [word, details.description].filter(Boolean).join(' ') || undefined;
	const failure = new ItemFailure(message, { ...details, description }, stopsEverything);
	if (!goesOn(run.context)) halt(all, failure);
	return failedAt(item, failure);
}

async function wordOnClosing(all: Sessions, session: Session): Promise<string | undefined> {
	const why = await closeSession(all, session);
	// It may fail to start, and is closed all the same.
	if (session.job?.is === 'running' && isFinal(all.operation.kind, session.job.state)) return undefined;
	return why === undefined
		? 'It was closed, so that it costs nothing more.'
		: `${STILL_OPEN} Closing it failed: ${why}.`;
}

async function closeAll(all: Sessions, sessions: readonly Session[]): Promise<void> {
	for (const session of sessions) await closeSession(all, session);
}

/** The sessions that could not be closed when the node stops: its error is all that tells of them. */
function leftOpen({ operation: { kind } }: Sessions, sessions: readonly Session[]) {
	return sessions.flatMap(({ item, job, isClosed }) => {
		if (job?.is !== 'running' || isClosed || job.duplicate) return [];
		const isOver = isFinal(kind, job.state) && job.state.status !== kind.ready;
		return isOver ? [] : [{ item, kind: kind.name, ...knownOf(job) }];
	});
}

function tellOpen({ run }: Sessions, sessions: readonly Session[]): void {
	if (isTool(run.context)) return;
	const open = sessions.filter(({ job, isClosed }) => job?.is === 'running' && !isClosed).length;
	if (open === 0) return;
	const subject =
		open === 1
			? 'A session is open. It may cost credits until it is closed.'
			: `${open} sessions are open. They may cost credits until they are closed.`;
	hint(run.context, subject);
}
