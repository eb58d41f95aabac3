import { z } from '../zod';
import { isSession } from '../jobs/kinds';
import { rememberedStream, rememberStream, requestToChange } from '../jobs/kinds/session';
import { isFinal } from '../jobs/wait';
import { hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/node';
import { continuesOnFail, stopOnFailure, toFailure } from '../operation/failure';
import { Failure, asError } from '../service/failure';
import { isAlreadyClosed, isNotFound } from '../service/codes';
import { createLastTransport } from '../transport/transport';
import { STILL_OPEN } from '../waiting/failures';
import { isMade } from '../waiting/job';
import type { Leg } from './leg';
import { detailsOfRow, type Row } from './row';

/*
 * A live avatar session is a create with a close. It costs credits until it is closed. A session that nobody learns of
 * is closed after a failure, a time-out or a Stop, and when the node stops on the failure of another row.
 */

const openSessions = ({ rows, kind }: Leg): Row[] =>
	rows.filter(({ job, isOwn }) => {
		if (!isOwn || !isMade(job) || rememberedStream(job.state.id)?.status === 'closed') return false;
		return !isFinal(kind, job.state) || job.state.status === kind.ready;
	});

/** @returns why it is still open; undefined when it is not */
async function close({ run }: Leg, row: Row): Promise<string | undefined> {
	if (!isMade(row.job)) return undefined;
	const { state } = row.job;
	const { id } = state;
	const { context } = run;
	try {
		await createLastTransport(context).send(requestToChange('close', id), z.unknown());
	} catch (error) {
		const code = error instanceof Failure ? error.details.errorCode : undefined;
		if (!isAlreadyClosed(code) && !isNotFound(code)) {
			const { message } = asError(error);
			context.logger.warn(`Close ${id}: ${message}`);
			return message;
		}
	}
	// The service may not show it as closed (service.md: Live avatar sessions).
	rememberStream({ ...state, status: 'closed' });
	return undefined;
}

/** Ends the work on a row with a failure. A session that does not stream is closed. */
export async function fail(leg: Leg, row: Row, error: unknown): Promise<void> {
	const { kind, isStopped } = leg;
	if (!isSession(kind) || !isMade(row.job) || isStopped) {
		leg.fail(row, error);
		return;
	}
	const why = row.isOwn ? await close(leg, row) : 'it belongs to the call that opened it';
	const word =
		why === undefined
			? 'The session was closed, so it costs nothing more.'
			: `${STILL_OPEN} Closing it failed: ${why}.`;
	const failure = toFailure(error);
	const description = [word, failure.details.description].filter(Boolean).join(' ');
	leg.fail(row, row.job.is === 'ended' ? error : failure.with({ description }));
}

/** Closes all sessions of a run that is stopped, or whose node stops on a failure. Nobody learns of them. */
export async function closeAll(leg: Leg): Promise<void> {
	const { run, rows, isStopped } = leg;
	const stops = !continuesOnFail(run.context) && rows.some(({ outcome }) => outcome?.ok === false);
	if (!isStopped && !stops) return;
	for (const row of openSessions(leg)) await close(leg, row);
}

/** @throws NodeOperationError that lists the sessions which could not be closed when the node stops on a failure */
export function stopOnOpen(leg: Leg): void {
	const { run, rows, kind } = leg;
	const failures = rows.flatMap(({ outcome }) => (outcome && !outcome.ok ? outcome : []));
	const left = openSessions(leg).map((row) => ({ item: row.item, ...detailsOfRow(kind, row) }));
	stopOnFailure(run.context, failures, {
		jobs: left,
		title: 'Still open, and costing credits',
		rows: rows.length,
	});
}

export function reportOpen(leg: Leg): void {
	if (!isSession(leg.kind) || isTool(leg.run.context)) return;
	const open = openSessions(leg).length;
	if (open === 0) return;
	const subject = open === 1 ? 'A session is open' : `${open} sessions are open`;
	hint(leg.run.context, `${subject}, and may cost credits until you close ${open === 1 ? 'it' : 'them'}.`);
}
