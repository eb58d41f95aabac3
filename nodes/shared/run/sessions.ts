import { ManualExecutionCancelledError, type INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import { createEnvironment } from '../async/environment';
import { createLimit, each } from '../async/limit';
import type { JobState } from '../jobs/kinds';
import { createWatch, isFinal, type Watch } from '../jobs/wait';
import { isTool } from '../n8n/node';
import { timeLimitOf } from '../n8n/timeLimit';
import { hint } from '../n8n/told';
import { unstoppable } from '../n8n/unstoppable';
import { goesOn, ItemFailure, toFailure, type FailureDetails } from '../operation/failure';
import { readSettings, sessionSettings, type SessionSettings } from '../operation/settings';
import type { Plan, SessionOperation, Tools } from '../operation/types';
import { isAlreadyClosed, isNotFound } from '../service/codes';
import { asError, ServiceError, type Submitted } from '../transport/errors';
import { createTransport } from '../transport/transport';
import { requireFree, requireUnknown } from './create/check';
import { notSent, notSentAgain } from './create/submit';
import { finish, outputOf, STILL_OPEN } from './item/finish';
import { doubted, plan, started } from './item/job';
import { failedAt, itemsOf, outcomeOf, stopOn, type Outcome } from './item/outcome';
import { parsed } from './item/parameters';
import type { Run } from './item/runContext';
import { fingerprintOf } from './keys/fingerprint';
import { endsOf } from './park/ends';
import type { Ledger } from './park/ledger';
import { ledgerOf } from './park/park';

/** Sessions that are opened at a time. */
const OPENED_AT_A_TIME = 5;

/** A session of one item. It goes on costing credits until it is closed. */
interface Session {
	item: number;
	settings: SessionSettings;
	fingerprint: string;
	makePlan: (tools: Tools) => Promise<Plan>;
	submitted: Submitted;
	state?: JobState;
	isClosed?: true;
}

/** What the sessions of a run share. */
interface Sessions {
	run: Run;
	operation: SessionOperation;
	ledger: Ledger;
	watch: Watch;
	/** When n8n's time limit ends the waits. */
	endsAt: number;
	halted?: ItemFailure;
}

/**
 * Opens a live avatar session for each item, and waits until it streams. One that nobody learns of is closed: after a
 * failure, a time-out, a Stop, and when the node stops on the failure of another item.
 * @throws NodeOperationError when an item failed and the node stops on failures
 */
export async function runSessions(run: Run, operation: SessionOperation): Promise<INodeExecutionData[]> {
	const { environment, context, transport } = run;
	const now = environment.now();
	const endsAt = endsOf(timeLimitOf(context), now, undefined, { startedAt: now }).inProcess;
	const ledger = ledgerOf(run);
	const all: Sessions = { run, operation, ledger, watch: createWatch(transport, environment), endsAt };
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
	if (environment.signal?.aborted) {
		await closeAll(all, sessions);
		throw new ManualExecutionCancelledError(context.getExecutionId());
	}
	if (!goesOn(context) && outcomes.some(({ ok }) => !ok)) await closeAll(all, sessions);
	stopOn(run, outcomes);
	if (outcomes.every(({ ok }) => ok)) ledger.clear();
	tellOpen(all, sessions);
	return itemsOf(outcomes);
}

/** Validates the parameters of an item, without a request. */
async function check({ run, operation }: Sessions, item: number): Promise<Outcome<Session>> {
	const known = { kind: operation.kind.name, submitted: 'no' } as const;
	return await outcomeOf(
		item,
		() => {
			const found = parsed(run, operation, operation.bind, item, sessionSettings);
			const { settings, input, value: makePlan } = found;
			requireUnknown(operation, settings.extraFields);
			const fingerprint = fingerprintOf(operation.value, input, item);
			return { item, settings, fingerprint, makePlan, submitted: 'no' };
		},
		known,
	);
}

/** Opens a session, once: one that may have been opened by an earlier try is not opened again. */
async function open(all: Sessions, session: Session): Promise<void> {
	const { run, operation } = all;
	const { item, settings, fingerprint } = session;
	const { job } = all.ledger.find(session) ?? {};
	if (job?.is === 'inDoubt') {
		session.submitted = 'unknown';
		throw notSentAgain(operation.kind.label, job);
	}
	// One of an earlier try that could not be closed.
	if (job?.is === 'running') {
		session.state = job.state;
		session.submitted = 'yes';
		return;
	}
	const { request, asked } = await session.makePlan(run.toolsFor(item));
	requireFree(operation, request.body, settings.extraFields);
	const planned = plan({ ...request, body: { ...request.body, ...settings.extraFields } }, asked);
	if (all.halted) throw notSent(all.halted);
	try {
		session.state = await run.transport.send(planned.request, operation.kind.created);
		session.submitted = 'yes';
	} catch (error) {
		session.submitted = error instanceof ServiceError ? error.submitted : 'no';
		if (session.submitted !== 'no') {
			const why = error instanceof Error ? error.message : String(error);
			all.ledger.keep({ item, fingerprint, job: doubted(planned, why, session.submitted) });
		}
		const failure = toFailure(error);
		if (failure.stopsEverything || !goesOn(run.context)) all.halted ??= failure;
		throw asError(error);
	}
	all.ledger.keep({ item, fingerprint, job: started(planned, session.state, run.environment.now()) });
	const { id } = session.state;
	run.context.logger.info(`${operation.kind.label} ${id} was created`, {
		id,
		item,
		reference: settings.reference,
	});
}

/** Waits until a session streams, where its item wants that, and gives its output. */
async function stream(all: Sessions, session: Session): Promise<INodeExecutionData> {
	const { run, operation, watch, endsAt } = all;
	const { kind } = operation;
	const { item, settings, state } = session;
	if (!state) throw new ItemFailure(`${kind.label} was not created`);
	const { reference, timeout, waitForCompletion } = settings;
	const output = { ...readSettings.parse({}), ...settings };
	if (!waitForCompletion) return await outputOf(run, item, output, { kind, state, reference });
	const since = run.environment.now();
	const deadline = Math.min(since + timeout * 60_000, endsAt);
	const waited = await watch.until({ kind, state, since, deadline });
	session.state = waited.state;
	return await finish(run, kind, item, output, waited, { reference, closesSession: true });
}

/** The failure of an item, and what became of its session. */
async function failed(all: Sessions, session: Session, error: unknown): Promise<Outcome<never>> {
	const { run, operation } = all;
	const { item, settings, submitted, state } = session;
	const { id, status } = state ?? {};
	const known: FailureDetails = {
		id,
		kind: operation.kind.name,
		status,
		submitted,
		reference: settings.reference,
	};
	const { message, details, stopsEverything } = toFailure(error, known);
	const isStarted = state !== undefined && state.status !== operation.kind.ready;
	const word = isStarted && !run.environment.signal?.aborted ? await wordOnClosing(all, session) : undefined;
	const description = [word, details.description].filter(Boolean).join(' ') || undefined;
	const failure = new ItemFailure(message, { ...details, description }, stopsEverything);
	if (!goesOn(run.context)) all.halted ??= failure;
	return failedAt(item, failure);
}

async function wordOnClosing(all: Sessions, session: Session): Promise<string | undefined> {
	const why = await close(all, session);
	// It may fail to start, and is closed all the same.
	if (session.state && isFinal(all.operation.kind, session.state)) return undefined;
	return why === undefined
		? 'It was closed, so that it costs nothing more.'
		: `${STILL_OPEN} Closing it failed: ${why}.`;
}

async function closeAll(all: Sessions, sessions: readonly Session[]): Promise<void> {
	for (const session of sessions) await close(all, session);
}

/** Closes a session, even after a Stop. @returns why it is still open; undefined when it is not */
async function close({ run, operation, ledger }: Sessions, session: Session): Promise<string | undefined> {
	const { giveUp } = operation.kind;
	const { state } = session;
	if (!giveUp || !state || session.isClosed) return undefined;
	const { context } = run;
	const untilTheEnd = unstoppable(context);
	try {
		const transport = createTransport(untilTheEnd, createEnvironment(untilTheEnd), { patienceMs: 120_000 });
		await transport.send(giveUp(state.id), z.unknown());
	} catch (error) {
		const code = error instanceof ServiceError ? error.code : undefined;
		if (!isAlreadyClosed(code) && !isNotFound(code)) {
			const why = error instanceof Error ? error.message : String(error);
			context.logger.warn(`Close ${state.id}: ${why}`);
			return why;
		}
	}
	session.isClosed = true;
	ledger.drop(session);
	return undefined;
}

function tellOpen({ run }: Sessions, sessions: readonly Session[]): void {
	if (isTool(run.context)) return;
	const open = sessions.filter(({ state, isClosed }) => state && !isClosed).length;
	if (open === 0) return;
	const subject =
		open === 1
			? 'A session is open. It may cost credits until it is closed.'
			: `${open} sessions are open. They may cost credits until they are closed.`;
	hint(run.context, subject);
}
