import { z } from 'zod/v3';
import { requestToChange } from '../jobs/kinds/session';
import { isAlreadyClosed, isNotFound } from '../service/codes';
import { asError, ServiceError } from '../transport/serviceError';
import { createLastTransport } from '../transport/transport';
import type { Session, Sessions } from './openSession';

/**
 * Closes a session, even after a Stop. One that an earlier call of a tool has opened is left to that call.
 * @returns why it is still open; undefined when it is not
 */
export async function closeSession({ run, ledger }: Sessions, session: Session): Promise<string | undefined> {
	const { job, isClosed } = session;
	if (job?.is !== 'running' || isClosed) return undefined;
	const { state, duplicate } = job;
	if (duplicate) return 'it belongs to the call that opened it';
	const { context } = run;
	try {
		await createLastTransport(context).send(requestToChange('close', state.id), z.unknown());
	} catch (error) {
		const code = error instanceof ServiceError ? error.code : undefined;
		if (!isAlreadyClosed(code) && !isNotFound(code)) {
			const { message } = asError(error);
			context.logger.warn(`Close ${state.id}: ${message}`);
			return message;
		}
	}
	session.isClosed = true;
	ledger.drop(session);
	return undefined;
}
