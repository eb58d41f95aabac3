import type { IExecuteFunctions } from 'n8n-workflow';
import { hint } from '../n8n/hintsAndCustomData';
import type { Listed, RawRecord } from './pages';

/** The records of a list for the output of a node; the person is told when there may be more. */
export function recordsWithWarning({ records, isWhole }: Listed, context: IExecuteFunctions): RawRecord[] {
	if (!isWhole) {
		const warning = `The list goes on: only its first ${records.length} entries were read. Narrow it with a filter, or look at the rest at the service`;
		context.logger.warn(warning);
		hint(context, warning, 'warning');
	}
	return records;
}
