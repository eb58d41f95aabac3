import { CANNOT_KEEP, memoryRows, openStore, type Store } from '../claims/store';
import { rowsOfWorkflow, whyNoStore } from '../n8n/deduplication';
import { hint, note } from '../n8n/hintsAndCustomData';
import type { CreateSettings } from '../operation/settings';
import { asError, Failure, type Submitted } from '../service/failure';
import type { Run } from './runContext';

/** The store of a run's claims. It waits for a database that is away until the first wait of the run would be over. */
export async function storeOf(run: Run, { timeout }: CreateSettings): Promise<Store> {
	const { context, environment, beganAt } = run;
	const why = whyNoStore(context);
	if (why !== undefined) return { rows: memoryRows, why };
	const store = await openStore(rowsOfWorkflow(context), {
		...environment,
		until: () => Math.min(beganAt + timeout * 60_000, run.endsAt()),
		warn: (message) => context.logger.warn(message),
	});
	if (store.why !== undefined) {
		const message = "This version of n8n can't keep notes of paid jobs: a retry may pay again";
		context.logger.warn(message);
		hint(context, message, 'warning');
		note(context, message);
	}
	return store;
}

/** @throws Failure when a setting of the row needs claims that last, before anything is paid */
export function requireStore({ why }: Store, settings: CreateSettings): void {
	if (why === undefined) return;
	const { idempotencyKey, maxJobsPerDay, continueExecution } = settings;
	const needs = [
		idempotencyKey !== undefined && 'Idempotency Key',
		maxJobsPerDay > 0 && 'Maximum Jobs per Day',
		continueExecution !== undefined && 'Continue Execution',
	].find(Boolean);
	if (needs === undefined) return;
	throw new Failure(`${String(needs)} can't be used here: ${why}`, {
		submitted: 'no',
		description:
			why === CANNOT_KEEP
				? 'Empty this field, or go back to your earlier version of n8n.'
				: 'Save the workflow and run it in n8n, or empty this field.',
	});
}

export const databaseIsAway = (error: unknown, submitted: Submitted): Failure =>
	new Failure(`n8n's database can't be used: ${asError(error).message}`, {
		submitted,
		description:
			'The node notes each job there before it sends it, so that none is paid twice. Check the database, and run this item again.',
	});
