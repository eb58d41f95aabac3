import type { Claim } from '../claims/claim';
import { ItemFailure, toFailure } from '../operation/failure';
import type { Leg } from './leg';
import { detailsOfRow, type Row } from './row';

/** The failure of a row whose job may have been made before. */
export function doubt(row: Row, why: string): ItemFailure {
	row.doubt = 'unknown';
	return new ItemFailure(`Not sent: this job may have been made before. ${why}`, {
		submitted: 'unknown',
		description: `Look for the job in the logs of the earlier executions, which name the IDs, or on the website of the service. ${row.claim ? wayToMakeAnother(row.claim) : ''}`,
	});
}

export const wayToMakeAnother = ({ by }: Claim): string =>
	({
		key: 'To make another one, give another Idempotency Key.',
		call: 'To make another one, change a parameter or wait 15 minutes.',
		row: 'To make another one, start the workflow again with this item, without Retry.',
	})[by];

/** A job that failed stands for its key, so the failure says how to get another one. */
export function withWordOnKey({ kind }: Leg, row: Row, error: unknown): unknown {
	const { job, claim } = row;
	if (claim?.by !== 'key' || job?.is !== 'ended' || job.state.status === 'completed') return error;
	const { message, details, stopsEverything } = toFailure(error, detailsOfRow(kind, row));
	const description = [details.description, wayToMakeAnother(claim)].filter(Boolean).join(' ');
	return new ItemFailure(message, { ...details, description }, stopsEverything);
}
